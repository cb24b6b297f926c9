package cases

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// DefaultPoll is the time between two looks at a case file.
const DefaultPoll = 2 * time.Second

// maxLines are said about one bad file.
const maxLines = 20

// Watch is the case file in force (spec §8): reloaded on change; a bad file is a clear error, and the
// last good one stays in force.
//
// How it works: the file is read at once, then whoever owns the watch has it looked at every few seconds
// (Run, or Check from a loop of its own). Polling is what sees all the ways a file changes: written in
// place, replaced by an editor's rename, a ConfigMap's link swapped. A file that changes while it is read
// is read again next time. Book may be asked from any goroutine; Check is called from one.
type Watch struct {
	path      string
	onProblem func(line string)
	onReload  func()
	book      atomic.Pointer[model.CaseBook]
	state     *fileState
	text      string
	isRead    bool
	// A missing file is told once, and only when it is still missing at the second look.
	looksWithoutFile int
}

// NewWatch reads the file. onProblem gets one line of text, several for a file with several problems;
// onReload, when a changed file is in force, may be nil.
func NewWatch(path string, onProblem func(line string), onReload func()) *Watch {
	watch := &Watch{path: path, onProblem: onProblem, onReload: onReload}
	watch.state = stateOf(path)
	text, err := readFileText(path, watch.state)
	watch.take(text, err)
	return watch
}

// Book is the last good one; nil while there was none.
func (w *Watch) Book() *model.CaseBook {
	return w.book.Load()
}

// Run looks at the file every poll until the context ends.
func (w *Watch) Run(ctx context.Context, poll time.Duration) {
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			w.Check()
		}
	}
}

// Check looks at the file now.
func (w *Watch) Check() {
	state := stateOf(w.path)
	if w.isKnown(state) {
		return
	}
	text, err := readFileText(w.path, state)
	if !stateOf(w.path).isSame(state) {
		return
	}
	w.state = state
	before := w.book.Load()
	w.take(text, err)
	if w.book.Load() != before && w.onReload != nil {
		w.onReload()
	}
}

func (w *Watch) isKnown(state *fileState) bool {
	if state != nil {
		w.looksWithoutFile = 0
		return state.isSame(w.state)
	}
	w.looksWithoutFile++
	return w.state == nil || w.looksWithoutFile < 2
}

func (w *Watch) take(text string, err error) {
	if err != nil {
		w.onProblem(fmt.Sprintf("case file %s: %s; %s", w.path, err, w.consequence()))
		w.isRead = false
		return
	}
	if w.isRead && text == w.text {
		return
	}
	w.text, w.isRead = text, true
	parsed, found := Parse(text, w.path)
	if parsed != nil {
		w.book.Store(parsed.Book)
		return
	}
	counted := "one problem"
	if len(found) > 1 {
		counted = fmt.Sprintf("%d problems", len(found))
	}
	w.onProblem(fmt.Sprintf("case file %s: %s; %s", w.path, counted, w.consequence()))
	for _, one := range found[:min(len(found), maxLines)] {
		w.onProblem(one.Error())
	}
	if len(found) > maxLines {
		w.onProblem(fmt.Sprintf("case file %s: and %d more problems", w.path, len(found)-maxLines))
	}
}

func (w *Watch) consequence() string {
	if w.book.Load() == nil {
		return "no cases are in force"
	}
	return "the last good one stays in force"
}
