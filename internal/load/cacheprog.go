package load

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Times that a cache program has. The go command waits for ever; a run that goes on without is better here.
const (
	progStart  = 15 * time.Second
	progAnswer = time.Minute
	progEnd    = 10 * time.Second
)

// progCache talks to a cache program in the protocol that the go command has for GOCACHEPROG: requests on its standard input,
// answers on its standard output, in JSON. It is started by the first request. Whatever goes wrong with it makes entries absent,
// and is told in one line.
type progCache struct {
	ctx  context.Context
	line string // the program with its arguments
	dir  string // where it is started

	start sync.Once
	cmd   *exec.Cmd
	stdin io.WriteCloser
	can   map[string]bool
	ended chan struct{} // closed when the program says no more

	writing sync.Mutex // never held together with mu
	out     *bufio.Writer

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan progResponse
	closing bool
	gone    bool  // cannot be used, or not any more
	first   error // what went wrong first
}

type progRequest struct {
	ID       int64
	Command  string
	ActionID []byte `json:",omitempty"`
	OutputID []byte `json:",omitempty"`
	BodySize int64  `json:",omitempty"`
}

type progResponse struct {
	ID            int64
	Err           string
	KnownCommands []string
	Miss          bool
	OutputID      []byte
	DiskPath      string
}

// CacheProg is the cache program to be used: that of $IDEMVET_CACHEPROG, or the one that the go command has. It is "" for none.
func CacheProg(ofGo string) string {
	line := cmp.Or(os.Getenv("IDEMVET_CACHEPROG"), ofGo)
	if line == "off" {
		return ""
	}
	return line
}

func newProgCache(ctx context.Context, line, dir string) *progCache {
	return &progCache{ctx: ctx, line: line, dir: dir, ended: make(chan struct{}), waiting: make(map[int64]chan progResponse)}
}

// ready starts the program, once, and reports whether it takes a command.
func (p *progCache) ready(command string) bool {
	p.start.Do(func() {
		if err := p.launch(); err != nil {
			p.fail(err)
		}
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.gone && p.can[command]
}

func (p *progCache) launch() error {
	words, err := splitWords(p.line)
	if err != nil {
		return err
	}
	p.cmd = exec.CommandContext(p.ctx, words[0], words[1:]...)
	p.cmd.Dir, p.cmd.Stderr = p.dir, os.Stderr
	p.cmd.WaitDelay = progEnd
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return err
	}
	hello := make(chan progResponse, 1)
	p.waiting[0] = hello
	if err := p.cmd.Start(); err != nil {
		p.cmd = nil
		return err
	}
	p.out = bufio.NewWriter(p.stdin)
	go p.listen(stdout)
	r, err := p.await(hello, progStart)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.can = make(map[string]bool)
	for _, c := range r.KnownCommands {
		p.can[c] = true
	}
	if len(p.can) == 0 {
		return errors.New("it says that it knows no command")
	}
	return nil
}

// listen hands answers to those who wait for them, until there are no more.
func (p *progCache) listen(stdout io.Reader) {
	defer close(p.ended)
	for dec := json.NewDecoder(stdout); ; {
		var r progResponse
		if err := dec.Decode(&r); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, os.ErrClosed) {
				err = errors.New("it ended before it was told to")
			} else {
				err = fmt.Errorf("cannot read its answer: %w", err)
			}
			p.fail(err)
			return
		}
		p.mu.Lock()
		ch := p.waiting[r.ID]
		delete(p.waiting, r.ID)
		p.mu.Unlock()
		if ch != nil {
			ch <- r
		}
	}
}

var errNoAnswer = errors.New("no answer")

func (p *progCache) await(ch chan progResponse, patience time.Duration) (progResponse, error) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case r, ok := <-ch:
		if !ok {
			return r, errNoAnswer
		}
		if r.Err != "" {
			return r, errors.New(oneLine(r.Err))
		}
		return r, nil
	case <-timer.C:
		err := fmt.Errorf("no answer in %v", patience)
		p.fail(err)
		return progResponse{}, err
	case <-p.ctx.Done():
		return progResponse{}, p.ctx.Err()
	}
}

// fail gives the program up.
func (p *progCache) fail(err error) {
	p.note(err)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gone = true
	for id, ch := range p.waiting {
		close(ch)
		delete(p.waiting, id)
	}
	if p.cmd != nil && !p.closing {
		_ = p.cmd.Process.Kill()
	}
}

// note remembers what went wrong first. What comes of the end of the run is no news.
func (p *progCache) note(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.first == nil && !p.closing && p.ctx.Err() == nil && !errors.Is(err, errNoAnswer) {
		p.first = err
	}
}

// call sends a request and waits for its answer.
func (p *progCache) call(req progRequest, body []byte, patience time.Duration) (progResponse, error) {
	ch := make(chan progResponse, 1)
	p.mu.Lock()
	if p.gone {
		p.mu.Unlock()
		return progResponse{}, errNoAnswer
	}
	p.last++
	req.ID, req.BodySize = p.last, int64(len(body))
	p.waiting[req.ID] = ch
	p.mu.Unlock()
	if err := p.send(req, body); err != nil {
		p.fail(fmt.Errorf("cannot write to it: %w", err))
		return progResponse{}, err
	}
	return p.await(ch, patience)
}

func (p *progCache) send(req progRequest, body []byte) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := json.NewEncoder(p.out).Encode(req); err != nil {
		return err
	}
	if len(body) > 0 {
		fmt.Fprintf(p.out, "\n\"%s\"\n", base64.StdEncoding.EncodeToString(body))
	}
	return p.out.Flush()
}

// get returns what the program keeps under an id, if that is what was given to it.
func (p *progCache) get(id hash) ([]byte, bool) {
	if !p.ready("get") {
		return nil, false
	}
	r, err := p.call(progRequest{Command: "get", ActionID: id[:]}, nil, progAnswer)
	if err != nil || r.Miss {
		p.noteAnswer(err)
		return nil, false
	}
	data, err := os.ReadFile(r.DiskPath)
	if err != nil {
		p.note(err)
		return nil, false
	}
	if sum := sha256.Sum256(data); !bytes.Equal(sum[:], r.OutputID) {
		p.note(fmt.Errorf("%s is not what was put there", r.DiskPath))
		return nil, false
	}
	return data, true
}

func (p *progCache) put(id hash, data []byte) {
	if !p.ready("put") {
		return
	}
	sum := sha256.Sum256(data)
	_, err := p.call(progRequest{Command: "put", ActionID: id[:], OutputID: sum[:]}, data, progAnswer)
	p.noteAnswer(err)
}

func (p *progCache) noteAnswer(err error) {
	if err != nil {
		p.note(err)
	}
}

// close ends the program and says in one line what went wrong with it, if anything did.
func (p *progCache) close() string {
	if p.cmd != nil {
		p.mu.Lock()
		p.closing = true
		polite := !p.gone && p.can["close"]
		p.mu.Unlock()
		if polite {
			_, _ = p.call(progRequest{Command: "close"}, nil, progEnd) // it may end without an answer
		}
		_ = p.stdin.Close()
		select {
		case <-p.ended:
		case <-time.After(progEnd):
			_ = p.cmd.Process.Kill()
		}
		_ = p.cmd.Wait()
	}
	if p.first == nil {
		return ""
	}
	return fmt.Sprintf("the cache program %q does not work, and the run went on without what it keeps: %s", p.line, oneLine(p.first.Error()))
}

// splitWords splits a command line as the go command does: at spaces, where no quotes are.
func splitWords(line string) ([]string, error) {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if q := line[:1]; q == `"` || q == "'" {
			word, rest, ok := strings.Cut(line[1:], q)
			if !ok {
				return nil, fmt.Errorf("no end of the quotes %s", q)
			}
			words, line = append(words, word), rest
			continue
		}
		i := strings.IndexAny(line, " \t\r\n")
		if i < 0 {
			i = len(line)
		}
		words, line = append(words, line[:i]), line[i:]
	}
	if len(words) == 0 {
		return nil, errors.New("no program is named")
	}
	return words, nil
}
