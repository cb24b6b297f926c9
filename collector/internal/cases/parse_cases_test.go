package cases_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/attribution"
	"github.com/ragspan/ragspan/collector/internal/cases"
	"github.com/ragspan/ragspan/collector/internal/model"
)

const goodFile = `version: 1
cases:
  - id: refund
    need: {line: "refund PENDING"}
    expect: {must: [0123], must_not: ["/was (?:not )?processed/"]}
`

func problemsOf(source string) []string {
	_, found := cases.Parse(source, "f.yaml")
	said := make([]string, len(found))
	for at, one := range found {
		said[at] = one.Error()
	}
	return said
}

func TestScalarsAreTheirSourceText(t *testing.T) {
	parsed, problems := cases.Parse(goodFile, "f.yaml")
	require.Empty(t, problems)
	pattern := parsed.Book.Cases[0].Expect.Must[0][0]
	assert.Equal(t, "0123", pattern.Source())
	assert.Equal(t, "refund", parsed.Book.Cases[0].ID)
}

func TestEveryProblemHasItsPlaceAndKey(t *testing.T) {
	assert.Equal(t, []string{
		`f.yaml:1:10: version: "2" is no known version; write 1`,
		`f.yaml:3:5: cases[0]: has no need; say what must survive: line, chunk or id`,
		`f.yaml:3:9: cases[0].id: "A B" is no case id; use 1 to 64 of a-z 0-9 . _ -`,
		`f.yaml:4:5: cases[0].neeed: is no known key; did you mean need?`,
	}, problemsOf("version: 2\ncases:\n  - id: A B\n    neeed: {line: x}\n"))
}

func TestWhatIsNoCaseFileIsSaid(t *testing.T) {
	for source, problem := range map[string]string{
		"":                                      "the file is empty; write at least `version: 1`",
		"version: 1\n---\nversion: 1\n":         "a second document starts here; put everything in one",
		"%TAG ! tag:x,2000:\n---\nversion: 1\n": "a directive stands here; remove it",
		"version: [1\n":                         "no YAML: ",
		strings.Repeat("[", 200):                "no YAML: ",
		strings.Repeat("[", 60) + strings.Repeat("]", 60): "nested more than 32 deep",
		"a: &x {}\nb: *x\n": `"&x" is an anchor; remove it`,
	} {
		assert.Contains(t, strings.Join(problemsOf(source), "\n"), problem, "%.40q", source)
	}
}

func TestJSONIsACaseFile(t *testing.T) {
	parsed, problems := cases.Parse("{\n\t\"version\": \"1\",\n\t\"cases\": [{\"id\": \"a\", \"need\": {\"line\": \"\\ud83d\\ude00 paid\"}}]\n}", "f.json")
	require.Empty(t, problems)
	assert.Equal(t, "😀 paid", parsed.File.Cases[0].Need[0].Line)
}

func TestManyProblemsAreCounted(t *testing.T) {
	said := problemsOf("version: 1\nincorrect_chunks: [" + strings.Repeat("x, ", 300) + "x]\n")
	assert.Len(t, said, 101)
	assert.Contains(t, said[100], "and 201 more problems")
}

func TestExpressionsMatchFoldedTextWithWhatStandsBeforeThem(t *testing.T) {
	pattern, err := cases.CompilePattern(cases.PatternShape{Source: `/\bIT’S  done/`}, false)
	require.NoError(t, err)
	text := attribution.Fold("so it's\u00a0 DONE", false)
	match, isFound := pattern.Find(text, 0)
	require.True(t, isFound)
	assert.Equal(t, "it's done", text.Folded()[match.Start:match.End])
	_, isFound = pattern.Find(text, match.Start+1)
	assert.False(t, isFound, "a border that is none")
	for source, problem := range map[string]string{
		`/\pL/`:                               `uses \p`,
		`/(/`:                                 "is no RE2 expression: missing closing )",
		"//":                                  "is an empty pattern",
		"/" + strings.Repeat("a", 1001) + "/": "is longer than 1000 characters",
		`/(?:a{1000}){30}/`:                   "",
	} {
		_, err := cases.CompilePattern(cases.PatternShape{Source: source}, false)
		assert.ErrorContains(t, err, problem, source)
	}
	_, err = cases.CompilePattern(cases.PatternShape{Source: `/\pL/`, IsText: true}, false)
	assert.NoError(t, err, "a literal in slashes")
}

func TestTheLastGoodFileStaysInForce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.yaml")
	var said []string
	reloads := 0
	write := func(text string) { require.NoError(t, os.WriteFile(path, []byte(text), 0o600)) }
	watch := cases.NewWatch(path, func(line string) { said = append(said, line) }, func() { reloads++ })
	require.Nil(t, watch.Book())
	require.Len(t, said, 1)
	assert.Contains(t, said[0], "there is no such file")

	write(goodFile)
	watch.Check()
	good := watch.Book()
	require.NotNil(t, good)
	assert.Equal(t, 1, reloads)

	write("version: 3\n")
	watch.Check()
	assert.Same(t, good, watch.Book())
	assert.Contains(t, strings.Join(said, "\n"), "the last good one stays in force")
	assert.Contains(t, strings.Join(said, "\n"), `:1:10: version: "3" is no known version; write 1`)

	count := len(said)
	watch.Check()
	assert.Len(t, said, count, "a bad file is told once")

	require.NoError(t, os.Remove(path))
	watch.Check()
	watch.Check()
	assert.Len(t, said, count+1)
	assert.Same(t, good, watch.Book())

	write(strings.Replace(goodFile, "refund\n", "refund-2\n", 1))
	watch.Check()
	assert.Equal(t, "refund-2", watch.Book().Cases[0].ID)
	assert.Equal(t, 2, reloads)
}

func TestUntilHoldsToTheEndOfItsDay(t *testing.T) {
	for until, stale := range map[string]int64{
		"2026-12-31":                1798761600000,
		"2026-12-31T18:00:00Z":      1798740000000,
		"2026-12-31T18:00:00+01:00": 1798736400000,
	} {
		parsed, problems := cases.Parse(goodFile+"    until: "+until+"\n", "f.yaml")
		require.Empty(t, problems)
		assert.Equal(t, model.Some(stale), parsed.Book.Cases[0].UntilUnixMillis, until)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(goodFile)
	f.Add("version: 1\nservices: {a*: {top_k: 5, retrieval_tools: [{name: s, text: \"r[].c\"}]}}\n")
	f.Fuzz(func(t *testing.T, source string) {
		parsed, problems := cases.Parse(source, "f.yaml")
		if (parsed == nil) != (len(problems) > 0) {
			t.Fatalf("%q: neither cases nor problems", source)
		}
		for _, one := range problems {
			if one.Line < 1 || one.Column < 1 || strings.ContainsAny(one.Error(), "\n\r\x1b") {
				t.Fatalf("%q: %q", source, one.Error())
			}
		}
	})
}
