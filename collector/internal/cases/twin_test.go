package cases_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/cases"
	"github.com/ragspan/ragspan/collector/internal/twin"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// Lines that a case file's lines are replaced by.
var otherLines = []string{
	"version: 2", "  - id: Not An Id", "    need: {}", "    need: []", "    needs: {line: x}", "    expect: {must: [\"\"]}",
	"    expect: {must: [\"/(/\"], must_not: [\"/\\\\pL/\"]}", "    expect: {must: [[]], allow: [{text: \"/a/\"}, {txt: a}]}",
	"    expect: {case_sensitive: maybe}", "    until: tomorrow", "    until: 2026-02-30", "    until: 2026-12-31T18:00:00Z",
	"    when: {input_sha256: abc, retrieved: [\"a*b\"], attributes: [a]}", "    when: {input_matches: /[/}", "    snapshot: [a]",
	"incorrect_chunks: [zz]", "incorrect_chunks:", "services: {a*b: {top_k: 0, accept_forms: [html, xml], expected_loss: none}}",
	"services: {bot: {retrieval_tools: [{text: \"a..b\"}, {name: \"s\", id: x}, \"t*\"], refusals: [no]}}",
	"    need: {line: &a x}", "    need: {line: !!str x}", "    <<: {id: x}", "    need: {chunk: [abc], id: [\"a*b\"], line_is: right}",
	"    need:", "    id:", "extra: 1", "    expect: {must: [/a{1000}{1000}/]}", "    ? [a]\n    : b",
}

func caseSources(t *testing.T) []string {
	t.Helper()
	folders, err := vectors.List()
	require.NoError(t, err)
	var sources []string
	for _, folder := range folders {
		if source, err := os.ReadFile(filepath.Join(folder, "cases.yaml")); err == nil {
			sources = append(sources, string(source))
		}
	}
	require.NotEmpty(t, sources)
	return sources
}

// isYAMLProblem: what the libraries say of text that is no YAML is theirs.
func isYAMLProblem(problems []string) bool {
	for _, one := range problems {
		if strings.Contains(one, ": no YAML: ") {
			return true
		}
	}
	return false
}

func TestBothHalvesReadCaseFilesAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var requests []twin.Request
	ask := func(source string) { requests = append(requests, twin.Request{Op: "cases", Cases: &source}) }
	for _, source := range caseSources(t) {
		ask(source)
		lines := strings.Split(source, "\n")
		for range 2 {
			changed := append([]string{}, lines...)
			at := random.IntN(len(changed))
			switch random.IntN(3) {
			case 0:
				changed[at] = otherLines[random.IntN(len(otherLines))]
			case 1:
				changed = append(changed[:at:at], changed[at+1:]...)
			default:
				changed = append(changed[:at:at], append([]string{otherLines[random.IntN(len(otherLines))]}, changed[at:]...)...)
			}
			ask(strings.Join(changed, "\n"))
		}
	}
	refused := 0
	for at, answer := range twin.Ask(t, requests) {
		theirs := twin.Read[[]string](t, answer)
		source := *requests[at].Cases
		_, found := cases.Parse(source, "cases.yaml")
		ours := []string{}
		for _, one := range found {
			ours = append(ours, fmt.Sprintf("%d:%d: %s: %s", one.Line, one.Column, one.Key, one.Text))
		}
		if len(theirs) > 0 {
			refused++
		}
		if isYAMLProblem(theirs) || isYAMLProblem(ours) {
			require.NotEmpty(t, theirs, source)
			require.NotEmpty(t, ours, source)
			continue
		}
		assert.Equal(t, withoutReasons(theirs), withoutReasons(ours), source)
	}
	require.Positive(t, refused)
}

// withoutReasons leaves out what the libraries say of an expression that is none, and whether a marked
// value starts at its mark or after it: that is theirs.
func withoutReasons(problems []string) []string {
	plain := make([]string, len(problems))
	for at, one := range problems {
		plain[at], _, _ = strings.Cut(one, "is no RE2 expression:")
		if strings.Contains(one, "is an anchor;") || strings.Contains(one, "is a tag;") {
			plain[at] = markColumn.ReplaceAllString(plain[at], "$1:")
		}
	}
	return plain
}

var markColumn = regexp.MustCompile(`^(\d+):\d+:`)
