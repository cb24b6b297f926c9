package cases_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/cases"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

var (
	expressionPieces = []string{
		"a", "b+", "x?", "refund", "(?:was|is)", "(a|ab)(c|bcd)", `\b`, `\B`, `\d{1,3}`, `\w+`, `\W`, `\s`, `\S*?`, ".*", ".+?", "^", "$",
		"[^a-z]", "[[:alpha:]]", "é", "’", "'", "  ", "\u00a0", "(?i:K)", "(?-i:R)", `\Q.*\E`, `\.`, "|", "(", ")", "[", "*", "{2}", "{1001}",
		"ſ", "Σ", "(?P<n>z)", "(?<n>z)", "(?=a)", `\1`, `\x{e9}`, `\pL`, "日", "𝒳", `\z`, `\A`, `(?m)^`, `(?s).`, `(?U)a+`, `\C`, `\u0041`, `\-`, `\_`, `\e`,
	}
	searchedPieces = []string{
		"a", "b", "abcd", "x", "Refund", "was", "IS", "k", "K", "ſ", "s", "σ", "Σ", "ς", "é", "E\u0301", "’", "'", " ", "  ", "\u00a0", "\n",
		"12", "345", "z", ".", ".*", "-", "_", "日本", "𝒳", "\\",
	}
)

func joined(random *rand.Rand, pieces []string, most int) string {
	var built strings.Builder
	for range 1 + random.IntN(most) {
		built.WriteString(pieces[random.IntN(len(pieces))])
	}
	return built.String()
}

func TestBothHalvesMatchExpressionsAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	var requests []twin.Request
	for range 6000 {
		request := twin.Request{Op: "find", Text: joined(random, searchedPieces, 20), CaseSensitive: random.IntN(3) == 0}
		for range 3 {
			request.Must = append(request.Must, "/"+joined(random, expressionPieces, 5)+"/")
		}
		requests = append(requests, request)
	}
	answers := twin.Ask(t, requests)
	found := 0
	for at, answer := range answers {
		request := &requests[at]
		theirs := twin.Read[[]int](t, answer)
		folded := attribution.Fold(request.Text, request.CaseSensitive)
		for number, source := range request.Must {
			ours := []int{-1, -1}
			pattern, err := cases.CompilePattern(cases.PatternShape{Source: source}, request.CaseSensitive)
			if err != nil {
				ours = []int{-2, -2}
			} else if match, isFound := pattern.Find(folded, 0); isFound {
				ours = []int{match.Start, match.End}
				found++
			}
			assert.Equal(t, theirs[2*number:2*number+2], ours, "%q in %q (case-sensitive: %v): %v", source, folded.Folded(), request.CaseSensitive, err)
		}
	}
	require.Greater(t, found, 1000)
}
