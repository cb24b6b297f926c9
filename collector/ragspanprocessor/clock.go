package ragspanprocessor

import "time"

// clock is time as the processor takes it: tests bring their own and never sleep.
type clock interface {
	now() time.Time
	// after fires once; stop frees it.
	after(wait time.Duration) (fired <-chan time.Time, stop func())
}

type systemClock struct{}

func (systemClock) now() time.Time { return time.Now() }

func (systemClock) after(wait time.Duration) (fired <-chan time.Time, stop func()) {
	timer := time.NewTimer(max(wait, 0))
	return timer.C, func() { timer.Stop() }
}
