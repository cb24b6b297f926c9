package cases

import (
	"fmt"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// PatternShape is a pattern as it is written (spec §6 "Patterns"): a literal, or RE2 between slashes;
// IsText: {text: "/a/"}, a literal in slashes.
type PatternShape struct {
	Source string
	IsText bool
}

// maxLiteralUnits: characters of a literal; a line of a case may well be quoted whole.
const maxLiteralUnits = 20_000

// compiled is a pattern, or what is wrong with it.
type compiled struct {
	pattern model.TextPattern
	problem string
	// size: instructions of the compiled expression, where there is one.
	size int
}

// CompilePattern gives what is wrong with a pattern that cannot be used; caseSensitive: which spelling
// to check now; the pattern follows the text it is asked about.
func CompilePattern(shape PatternShape, caseSensitive bool) (model.TextPattern, error) {
	made := compilePattern(shape, caseSensitive)
	if made.problem != "" {
		return nil, fmt.Errorf("%s %s", quoted(shape.Source), made.problem)
	}
	return made.pattern, nil
}

func compilePattern(shape PatternShape, caseSensitive bool) compiled {
	source := shape.Source
	switch {
	case !shape.IsText && isRegex(source):
		return regexPattern(source[1:len(source)-1], source, caseSensitive)
	case model.TrimJS(attribution.FoldedString(source, true)) == "":
		return compiled{problem: "is an empty pattern; write the text to look for"}
	case model.UTF16Length(source) > maxLiteralUnits:
		return compiled{problem: fmt.Sprintf("is longer than %d characters; quote less", maxLiteralUnits)}
	}
	return compiled{pattern: attribution.NewLiteralPattern(source)}
}

// isRegex: between slashes: /a/. One slash alone is a literal.
func isRegex(source string) bool {
	return len(source) >= 2 && source[0] == '/' && source[len(source)-1] == '/'
}
