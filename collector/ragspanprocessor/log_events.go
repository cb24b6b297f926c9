package ragspanprocessor

import (
	"sync"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

// A quarter of max_buffered_bytes may be taken by log events that wait for their span.
const logEventShare = 4

// logEvents is what the logs pipelines of a configuration hand to its traces pipelines: both are made from
// one Config.
type logEvents struct {
	mutex  sync.Mutex
	events *pending.LogEvents
	// Instances that use it.
	users int
	// A logs pipeline feeds it.
	isFed bool
	// Told how many spans lost their events for want of room; nil without a traces pipeline.
	onDropped func(spans int)
}

var (
	sharedMutex  sync.Mutex
	sharedEvents = map[*Config]*logEvents{}
)

// joinLogEvents gives those of the configuration.
func joinLogEvents(config *Config, feeds bool) *logEvents {
	sharedMutex.Lock()
	defer sharedMutex.Unlock()
	shared := sharedEvents[config]
	if shared == nil {
		shared = &logEvents{
			events: pending.NewLogEvents(config.NumTraces, config.MaxBufferedBytes/logEventShare, int64(config.wait())),
		}
		sharedEvents[config] = shared
	}
	shared.users++
	shared.isFed = shared.isFed || feeds
	return shared
}

// leaveLogEvents forgets them with the last user.
func leaveLogEvents(config *Config) {
	sharedMutex.Lock()
	defer sharedMutex.Unlock()
	shared := sharedEvents[config]
	if shared == nil {
		return
	}
	shared.users--
	if shared.users <= 0 {
		delete(sharedEvents, config)
	}
}

func (l *logEvents) add(key pending.SpanKey, event model.SpanEvent, bytes, nowNano int64) {
	l.mutex.Lock()
	dropped := l.events.Add(key, event, bytes, nowNano)
	onDropped := l.onDropped
	l.mutex.Unlock()
	if dropped > 0 && onDropped != nil {
		onDropped(dropped)
	}
}

func (l *logEvents) tellOfDropped(onDropped func(spans int)) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.onDropped = onDropped
}

func (l *logEvents) of(key pending.SpanKey) []model.SpanEvent {
	if !l.isFed {
		return nil
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.events.Of(key)
}
