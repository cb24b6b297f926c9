package ragspanprocessor

import (
	"container/list"
	"sync"
	"sync/atomic"

	"github.com/ragspan/ragspan/collector/internal/pending"
)

// joinedTraces are traces that share a ragspan.run.id (spec §9): they are held together, under the trace
// in which the run id was seen first. Bounded; the run id not seen for longest is forgotten.
type joinedTraces struct {
	size    int
	isUsed  atomic.Bool
	mutex   sync.RWMutex
	byRunID map[string]*list.Element
	byUse   list.List
	leaders map[pending.TraceID]pending.TraceID
	// How many traces each leader leads.
	led map[pending.TraceID]int
}

type joinedRun struct {
	runID  string
	leader pending.TraceID
	others []pending.TraceID
}

func newJoinedTraces(size int) *joinedTraces {
	return &joinedTraces{size: size, byRunID: map[string]*list.Element{}, leaders: map[pending.TraceID]pending.TraceID{}, led: map[pending.TraceID]int{}}
}

// leader is the trace under which this one is held: itself, unless it has joined another.
func (j *joinedTraces) leader(id pending.TraceID) pending.TraceID {
	if !j.isUsed.Load() {
		return id
	}
	j.mutex.RLock()
	defer j.mutex.RUnlock()
	if leader, isJoined := j.leaders[id]; isJoined {
		return leader
	}
	return id
}

// leaderOf is leader, after the run id has joined the trace to others that have it.
func (j *joinedTraces) leaderOf(id pending.TraceID, runID string) pending.TraceID {
	if runID == "" {
		return j.leader(id)
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	leader, isJoined := j.leaders[id]
	if !isJoined {
		leader = id
	}
	runID = pending.ShortRunID(runID)
	element := j.byRunID[runID]
	if element == nil {
		j.byRunID[runID] = j.byUse.PushBack(&joinedRun{runID: runID, leader: leader})
		if len(j.byRunID) > j.size {
			j.forget(j.byUse.Front())
		}
		return leader
	}
	j.byUse.MoveToBack(element)
	run := element.Value.(*joinedRun)
	// A trace that leads others, or has joined others, stays with them.
	if run.leader == leader || isJoined || j.led[id] > 0 {
		return leader
	}
	const mostTracesOfRun = 64
	if len(run.others) >= mostTracesOfRun {
		return leader
	}
	run.others = append(run.others, id)
	j.led[run.leader]++
	j.leaders[id] = run.leader
	j.isUsed.Store(true)
	return run.leader
}

func (j *joinedTraces) forget(element *list.Element) {
	run := j.byUse.Remove(element).(*joinedRun)
	delete(j.byRunID, run.runID)
	for _, id := range run.others {
		delete(j.leaders, id)
	}
	if j.led[run.leader] -= len(run.others); j.led[run.leader] <= 0 {
		delete(j.led, run.leader)
	}
}
