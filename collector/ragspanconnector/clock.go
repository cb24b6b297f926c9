package ragspanconnector

import "time"

// clock is time as the connector takes it: tests bring their own and never sleep.
type clock interface {
	now() time.Time
	// after fires once; stop frees it.
	after(wait time.Duration) (fired <-chan time.Time, stop func())
}

type systemClock struct{}

func (systemClock) now() time.Time { return time.Now() }

func (systemClock) after(wait time.Duration) (fired <-chan time.Time, stop func()) {
	timer := time.NewTimer(wait)
	return timer.C, func() { timer.Stop() }
}
