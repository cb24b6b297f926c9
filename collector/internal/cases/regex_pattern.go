package cases

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	// maxPatternCodePoints: a longer pattern is a mistake or an attack: compiling costs time by its
	// length and repeat counts.
	maxPatternCodePoints = 1000
	// maxProgramSize: instructions of a compiled pattern; each step of a search may touch all of them.
	maxProgramSize  = 20_000
	maxReasonUnits  = 160
	caseInsensitive = "(?i)"
)

// expression is an RE2 pattern (spec §6 "Patterns"): leftmost-first, (?i) unless case-sensitive, no
// border rule, no \p. It is matched against folded text in linear time, so neither a hostile pattern nor
// a hostile output can stall a run.
type expression struct {
	shown string
	// Refusals of a case-sensitive case are also read as those of the service are: both spellings may be
	// asked for.
	sensitive   func() *regexp.Regexp
	insensitive func() *regexp.Regexp
}

// regexPattern: source is without the slashes.
func regexPattern(source, shown string, caseSensitive bool) compiled {
	switch {
	case source == "":
		return compiled{problem: "is an empty pattern; put an expression between the slashes"}
	case utf8.RuneCountInString(source) > maxPatternCodePoints:
		return compiled{problem: fmt.Sprintf("is longer than %d characters; split it into alternatives", maxPatternCodePoints)}
	case hasUnicodeClass(source):
		return compiled{problem: `uses \p, which depends on a Unicode version; list the characters instead`}
	}
	folded := foldSource(source)
	checked, size, problem := compileExpression(folded, caseSensitive)
	if problem != "" {
		return compiled{problem: problem, size: size}
	}
	lazily := func(isSensitive bool) func() *regexp.Regexp {
		if isSensitive == caseSensitive {
			return func() *regexp.Regexp { return checked }
		}
		return sync.OnceValue(func() *regexp.Regexp {
			other, _, _ := compileExpression(folded, isSensitive)
			return other
		})
	}
	return compiled{pattern: &expression{shown, lazily(true), lazily(false)}, size: size}
}

// compileExpression gives nil and what is wrong when it cannot be used.
func compileExpression(source string, caseSensitive bool) (made *regexp.Regexp, size int, problem string) {
	flagged := source
	if !caseSensitive {
		flagged = caseInsensitive + source
	}
	parsed, err := syntax.Parse(flagged, syntax.Perl&^syntax.UnicodeGroups)
	if err != nil {
		return nil, 0, "is no RE2 expression: " + reasonOf(err)
	}
	if name := repeatedName(parsed); name != "" {
		return nil, 0, "is no RE2 expression: duplicate capture group name: `" + name + "`"
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, 0, "is no RE2 expression: " + reasonOf(err)
	}
	if size = len(program.Inst); size > maxProgramSize {
		return nil, size, "is too large once its repeats are written out; use smaller counts"
	}
	made, err = regexp.Compile(flagged)
	if err != nil {
		return nil, size, "is no RE2 expression: " + reasonOf(err)
	}
	return made, size, ""
}

// repeatedName: RE2 refuses two groups of one name, and Go does not; empty when there are none.
func repeatedName(parsed *syntax.Regexp) string {
	names := map[string]bool{}
	for _, name := range parsed.CapNames() {
		if name != "" && names[name] {
			return name
		}
		names[name] = true
	}
	return ""
}

func reasonOf(err error) string {
	var wrong *syntax.Error
	reason := err.Error()
	if errors.As(err, &wrong) && wrong.Code == syntax.ErrNestingDepth {
		return "it is nested too deep"
	}
	reason = strings.ReplaceAll(strings.TrimPrefix(reason, "error parsing regexp: "), caseInsensitive, "")
	if count := utf8.RuneCountInString(reason); count > maxReasonUnits {
		return string([]rune(reason)[:maxReasonUnits]) + "…"
	}
	return reason
}

// Source is the pattern as it stands in the case file.
func (e *expression) Source() string { return e.shown }

// Find gives the leftmost match at or after from.
func (e *expression) Find(text model.FoldedText, from int) (model.Match, bool) {
	made := e.of(text)
	if made == nil {
		return model.Match{}, false
	}
	if from == 0 {
		found := made.FindStringIndex(text.Folded())
		if found == nil {
			return model.Match{}, false
		}
		return model.Match{Start: found[0], End: found[1]}, true
	}
	for _, match := range e.FindAll(text, -1) {
		if match.Start >= from {
			return match, true
		}
	}
	return model.Match{}, false
}

// FindAll gives the matches one after the other, most at most (−1: all). What stands before a match is
// seen by it: \b and ^ mean what they say.
func (e *expression) FindAll(text model.FoldedText, most int) []model.Match {
	made := e.of(text)
	if made == nil {
		return nil
	}
	found := made.FindAllStringIndex(text.Folded(), most)
	matches := make([]model.Match, len(found))
	for at, one := range found {
		matches[at] = model.Match{Start: one[0], End: one[1]}
	}
	return matches
}

func (e *expression) of(text model.FoldedText) *regexp.Regexp {
	if text.IsCaseSensitive() {
		return e.sensitive()
	}
	return e.insensitive()
}

// foldSource folds as the text is folded, but for lower case: that would turn \W into \w, and (?i) does
// it.
func foldSource(source string) string {
	var folded strings.Builder
	wasSpace := false
	for _, point := range attribution.NormalizeNFC(source) {
		isSpace := attribution.IsWhiteSpace(point)
		switch {
		case isSpace && wasSpace:
		case isSpace:
			folded.WriteByte(' ')
		case point == '’':
			folded.WriteByte('\'')
		default:
			folded.WriteRune(point)
		}
		wasSpace = isSpace
	}
	return folded.String()
}

func hasUnicodeClass(source string) bool {
	isQuoted := false
	for at := strings.IndexByte(source, '\\'); at >= 0 && at+1 < len(source); {
		letter := source[at+1]
		next := at + 2
		switch {
		case letter == 'E':
			isQuoted = false
		case isQuoted:
			next = at + 1
		case letter == 'Q':
			isQuoted = true
		case letter == 'p' || letter == 'P':
			return true
		}
		found := strings.IndexByte(source[next:], '\\')
		if found < 0 {
			return false
		}
		at = next + found
	}
	return false
}
