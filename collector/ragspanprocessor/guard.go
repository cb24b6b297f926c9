package ragspanprocessor

import (
	"fmt"
	"runtime/debug"
	"sync"

	"go.uber.org/zap"
)

// guard keeps a fault of ours from the pipeline (spec §11): it is logged once per kind, the others are
// counted.
type guard struct {
	logger  *zap.Logger
	onFault func()
	mutex   sync.Mutex
	kinds   map[string]struct{}
}

// run tells whether the work came to its end.
func (g *guard) run(kind string, work func()) (isDone bool) {
	defer func() {
		if fault := recover(); fault != nil {
			g.report(kind, fmt.Sprint(fault), debug.Stack())
		}
	}()
	work()
	return true
}

func (g *guard) report(kind, fault string, stack []byte) {
	g.mutex.Lock()
	_, isKnown := g.kinds[kind]
	if g.kinds == nil {
		g.kinds = map[string]struct{}{}
	}
	g.kinds[kind] = struct{}{}
	g.mutex.Unlock()
	if !isKnown {
		g.logger.Error("fault; spans pass unjudged, further faults of this kind are counted",
			zap.String("kind", kind), zap.String("fault", fault), zap.ByteString("stack", stack))
	}
	g.onFault()
}
