package cases

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Position is 1-based.
type Position struct {
	Line   int
	Column int
}

// Problem is what is wrong with a case file: every problem with its place, its key and what to do (spec
// §8).
type Problem struct {
	File string
	Position
	// Key is the path of the key, as cases[0].expect.must[1]; empty for the file as a whole.
	Key string
	// Value is the offending text, shortened and with control characters escaped; empty when there is
	// none.
	Value string
	// Text is what is wrong and what to do.
	Text string
}

// Error is file:line:column: key: problem, one line without control characters.
func (p Problem) Error() string {
	key := ""
	if p.Key != "" {
		key = p.Key + ": "
	}
	return fmt.Sprintf("%s:%d:%d: %s%s", shown(p.File), p.Line, p.Column, key, p.Text)
}

const (
	// maxProblems: more are counted, not listed: a broken file must not fill a log.
	maxProblems   = 100
	maxShownUnits = 80
)

type foundProblem struct {
	path  *keyPath
	value string
	text  string
	// at is where that is not simply where the key stands; nil otherwise.
	at *Position
}

// problems collects them, so that one look at a file finds them all.
type problems struct {
	found []foundProblem
	more  int
}

// report: text is what is wrong.
func (p *problems) report(path *keyPath, text string) {
	p.add(foundProblem{path: path, text: text})
}

// reportValue: text goes on after the value: "(" is no RE2 expression.
func (p *problems) reportValue(path *keyPath, value, text string) {
	p.add(foundProblem{path: path, value: quoted(value), text: quoted(value) + " " + text})
}

func (p *problems) add(one foundProblem) {
	if len(p.found) >= maxProblems {
		p.more++
		return
	}
	p.found = append(p.found, one)
}

func (p *problems) isEmpty() bool { return len(p.found) == 0 }

// placed are the problems in the order of the file; the count of those left out stays last.
func (p *problems) placed(file string, positionOf func(*keyPath) Position) []Problem {
	found := p.found
	if p.more > 0 {
		found = append(found, foundProblem{path: &rootPath, text: fmt.Sprintf("and %d more problems", p.more)})
	}
	placed := make([]Problem, len(found))
	for at, one := range found {
		placed[at] = Problem{File: file, Key: one.path.text, Value: one.value, Text: one.text}
		if one.at != nil {
			placed[at].Position = *one.at
		} else {
			placed[at].Position = positionOf(one.path)
		}
	}
	slices.SortStableFunc(placed[:len(p.found)], func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return placed
}

// keyPath is a key with the way up, to find the nearest one that has a place in the file.
type keyPath struct {
	text   string
	parent *keyPath
}

var rootPath keyPath

var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]{0,60}$`)

func (p *keyPath) key(key string) *keyPath {
	switch {
	case !plainKey.MatchString(key):
		return &keyPath{p.text + "[" + quoted(key) + "]", p}
	case p.text == "":
		return &keyPath{key, p}
	}
	return &keyPath{p.text + "." + key, p}
}

func (p *keyPath) item(index int) *keyPath {
	return &keyPath{p.text + "[" + strconv.Itoa(index) + "]", p}
}

// quoted: in quotes, shortened, control characters escaped.
func quoted(text string) string {
	if model.UTF16Length(text) > maxShownUnits {
		units := 0
		for at, point := range text {
			units++
			if point > 0xFFFF {
				units++
			}
			if units > maxShownUnits {
				text = text[:at] + "…"
				break
			}
		}
	}
	return shown(model.QuotedJSON(text))
}

// shown escapes controls, bidirectional and zero-width ones included: they could make a terminal show
// another text than is there.
func shown(text string) string {
	isControl := func(point rune) bool { return unicode.In(point, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }
	if strings.IndexFunc(text, isControl) < 0 {
		return text
	}
	var built strings.Builder
	for _, point := range text {
		if isControl(point) {
			fmt.Fprintf(&built, `\u{%x}`, point)
		} else {
			built.WriteRune(point)
		}
	}
	return built.String()
}
