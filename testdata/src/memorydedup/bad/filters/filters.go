// Package filters remembers with a Bloom filter. It forgets all with the process, and takes some for known that it has never seen.
package filters

import (
	"sync"

	"github.com/IBM/sarama"
	"github.com/bits-and-blooms/bloom/v3"
)

// crawler announces pages that are new.
type crawler struct {
	mu    sync.Mutex
	known *bloom.BloomFilter
	out   sarama.AsyncProducer
}

func newCrawler(out sarama.AsyncProducer) *crawler {
	return &crawler{known: bloom.NewWithEstimates(1_000_000, 0.001), out: out}
}

func (c *crawler) fresh(page string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.known.TestAndAddString(page) // want "IDV310: .*TestAndAddString"
}

// found is called for each link.
func (c *crawler) found(page string) {
	if !c.fresh(page) {
		return
	}
	c.out.Input() <- &sarama.ProducerMessage{Topic: "pages", Key: sarama.StringEncoder(page)}
}
