package ragspanprocessor

import (
	"sync"

	"github.com/ragspan/ragspan/collector/internal/pending"
)

// decisions are shared by all shards: a run id may bring a run that one has decided to another.
type decisions struct {
	mutex sync.Mutex
	cache *pending.DecisionCache
}

func (d *decisions) get(key pending.RunKey, nowNano int64) (pending.Decision, bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return d.cache.Get(key, nowNano)
}

func (d *decisions) put(key pending.RunKey, decision pending.Decision) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.cache.Put(key, decision)
}
