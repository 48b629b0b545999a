package load

import "sync"

// schedule runs a function for each node once it has run for those among the list that it depends on. The list has
// dependencies first; nodes that are ready run in that order. It returns when all are done or the context is.
func (l *loader) schedule(list []*node, deps func(*node) []*node, run func(*node)) {
	pending := make(map[*node]int, len(list))
	users := make(map[*node][]*node)
	for _, n := range list {
		pending[n] = 0
	}
	for _, n := range list {
		for _, d := range deps(n) {
			if _, ok := pending[d]; ok {
				pending[n]++
				users[d] = append(users[d], n)
			}
		}
	}
	ready := make(chan *node, len(list)) // never blocks
	for _, n := range list {
		if pending[n] == 0 {
			ready <- n
		}
	}
	left := len(list)
	if left == 0 {
		return
	}
	var mu sync.Mutex
	finish := func(n *node) {
		mu.Lock()
		defer mu.Unlock()
		for _, u := range users[n] {
			if pending[u]--; pending[u] == 0 {
				ready <- u
			}
		}
		if left--; left == 0 {
			close(ready)
		}
	}
	var wg sync.WaitGroup
	for range min(l.workers, len(list)) {
		wg.Go(func() {
			for n := range ready {
				if l.ctx.Err() == nil {
					run(n)
				}
				finish(n)
			}
		})
	}
	wg.Wait()
}
