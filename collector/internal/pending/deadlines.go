package pending

import "container/heap"

// deadlines is one heap for all traces of a store: no timer and no goroutine a trace.
type deadlines []*Trace

func (d deadlines) Len() int           { return len(d) }
func (d deadlines) Less(i, j int) bool { return d[i].deadline < d[j].deadline }
func (d deadlines) Swap(i, j int) {
	d[i], d[j] = d[j], d[i]
	d[i].heapAt, d[j].heapAt = i, j
}

// Push is for container/heap.
func (d *deadlines) Push(trace any) {
	one := trace.(*Trace)
	one.heapAt = len(*d)
	*d = append(*d, one)
}

// Pop is for container/heap.
func (d *deadlines) Pop() any {
	last := len(*d) - 1
	one := (*d)[last]
	(*d)[last] = nil
	*d = (*d)[:last]
	one.heapAt = -1
	return one
}

func (d *deadlines) set(trace *Trace, deadline int64) {
	trace.deadline = deadline
	if trace.heapAt < 0 {
		heap.Push(d, trace)
		return
	}
	heap.Fix(d, trace.heapAt)
}

func (d *deadlines) remove(trace *Trace) {
	if trace.heapAt >= 0 {
		heap.Remove(d, trace.heapAt)
	}
}
