package translator_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Random documents: vectors whose attributes are changed, and spans made of known keys and the
// spellings of clients, changed likewise. Each seed gives the same documents.

type mutator struct {
	random *rand.Rand
	// Words that dialects know: attribute keys have a dot.
	keys  []string
	words []string
}

// newMutator collects the words out of the sources of the translator.
func newMutator(t testing.TB, seed uint64) *mutator {
	t.Helper()
	m := &mutator{random: rand.New(rand.NewPCG(seed, seed))}
	seen := map[string]bool{}
	for _, pattern := range []string{"*.go", "../semconv/*.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, word := range literals(t, name) {
				if !seen[word] {
					seen[word] = true
					m.words = append(m.words, word)
					if strings.Contains(word, ".") && len(word) > 5 {
						m.keys = append(m.keys, word)
					}
				}
			}
		}
	}
	m.words = append(m.words, "0", "10", "2", "__proto__", "constructor", "a", "\ud7ff", "ｚ", "😀k")
	return m
}

func literals(t testing.TB, name string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	require.NoError(t, err)
	var words []string
	ast.Inspect(file, func(node ast.Node) bool {
		if _, isImport := node.(*ast.ImportSpec); isImport {
			return false
		}
		if literal, isLiteral := node.(*ast.BasicLit); isLiteral && literal.Kind == token.STRING {
			if word, err := strconv.Unquote(literal.Value); err == nil && word != "" {
				words = append(words, word)
			}
		}
		return true
	})
	return words
}

func (m *mutator) chance(percent int) bool { return m.random.IntN(100) < percent }

func pick[T any](m *mutator, from []T) T { return from[m.random.IntN(len(from))] }

// document makes a trace of a few spans.
func (m *mutator) document(number int) []byte {
	spans := make([]model.Value, 1+m.random.IntN(3))
	for at := range spans {
		spans[at] = m.span(number, at)
	}
	document := model.ObjectOf("resourceSpans", list(model.ObjectOf(
		"resource", model.ObjectOf("attributes", list(m.attribute("service.name", "app"))),
		"scopeSpans", list(model.ObjectOf(
			"scope", model.ObjectOf("name", pick(m, []string{"app", "ragspan", "openai"})),
			"spans", spans,
		)),
	)))
	if m.chance(25) {
		document.Set("resourceLogs", list(model.ObjectOf("scopeLogs", list(model.ObjectOf("logRecords", m.logRecords(number))))))
	}
	return m.text(document)
}

func list(values ...model.Value) []model.Value { return values }

// text spells a document, sometimes with a bad byte in it.
func (m *mutator) text(document model.Value) []byte {
	spelled, _ := model.JSONText(document)
	text := []byte(spelled)
	if m.chance(5) {
		if at := strings.Index(spelled, "refund"); at >= 0 {
			text[at+m.random.IntN(5)] = pick(m, []byte{0xFF, 0xE2, 0x80, 0xED})
		}
	}
	return text
}

func (m *mutator) span(trace, number int) model.Value {
	span := model.ObjectOf(
		"traceId", fmt.Sprintf("%032x", trace+1),
		"spanId", fmt.Sprintf("%016x", number+1),
		"name", pick(m, []string{"span", "assembly", "embed text", "chat m", "retrieval x"}),
		"startTimeUnixNano", strconv.Itoa(1000*number+1),
		"endTimeUnixNano", strconv.Itoa(1000*number+m.random.IntN(900)),
		"attributes", m.attributes(),
	)
	if m.chance(30) {
		span.Set("events", m.events())
	}
	if m.chance(10) {
		span.Set("droppedAttributesCount", float64(m.random.IntN(3)))
	}
	if m.chance(5) {
		span.Set("droppedEventsCount", float64(m.random.IntN(3)))
	}
	if m.chance(10) {
		span.Set("traceState", pick(m, []string{
			"ot=th:8", "a=b, ot=rv:1;th:c", "ot=th:ffffffffffffff", "ot=th:", "ot=th:0", "xot=th:8", "ot=p:1", " ot=th:FF4 ",
		}))
	}
	if m.chance(20) {
		span.Set("status", model.ObjectOf("code", float64(m.random.IntN(3))))
	}
	return span
}

// spelled is a value in a client's spelling: JSON, structured, damaged.
func (m *mutator) spelled(fitting []string) model.Value {
	if m.chance(20) {
		return m.damaged(pick(m, spellings))
	}
	tree := m.treeOf(fitting)
	if m.chance(30) {
		return tree
	}
	text, _ := model.JSONText(tree)
	return m.damaged(text)
}

// tree is one of the spellings, changed in a few places.
func (m *mutator) tree() model.Value {
	return m.treeOf(spellings)
}

func (m *mutator) treeOf(fitting []string) model.Value {
	for {
		if m.chance(10) {
			fitting = spellings
		}
		tree, isJSON := model.ParseJSON(pick(m, fitting))
		if !isJSON {
			continue
		}
		for range m.random.IntN(4) {
			tree = m.changed(tree, 0)
		}
		return tree
	}
}

// damaged does to a text what telemetry does.
func (m *mutator) damaged(text string) string {
	points := []rune(text)
	switch m.random.IntN(14) {
	case 0:
		return string(points[:m.random.IntN(len(points)+1)])
	case 1:
		return model.QuotedJSON(text)
	case 2:
		at := m.random.IntN(len(points) + 1)
		mark := pick(m, []string{
			"\uFFFD", "[redacted]", "***", " *** ", "\\", "\"", "\x00", "😀", "\u00a0", "\ufeff", "[…2 more items]", "{", "]", "\u2028",
		})
		return string(points[:at]) + mark + string(points[at:])
	case 3:
		return pick(m, []string{" ", "\u00a0", "\n", "\ufeff", "\u0085", "x"}) + text + pick(m, []string{" ", "\u3000", ",", ""})
	}
	return text
}

// randomInputs makes documents out of a seed: half of them changed vectors.
func randomInputs(t testing.TB, bases []twinInput, seed uint64, count int) []twinInput {
	t.Helper()
	m := newMutator(t, seed)
	inputs := make([]twinInput, count)
	for at := range inputs {
		name := fmt.Sprintf("seed %d, document %d", seed, at)
		if at%2 == 0 || len(bases) == 0 {
			inputs[at] = twinInput{name: name, document: m.document(at)}
			continue
		}
		base := pick(m, bases)
		document, isJSON := model.ParseJSON(string(base.document))
		require.True(t, isJSON)
		inputs[at] = twinInput{name: name + " of " + base.name, document: m.mutated(document), options: base.options}
	}
	return inputs
}

// environmentNumber reads a number out of the environment, for longer runs by hand.
func environmentNumber(t testing.TB, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	number, err := strconv.ParseUint(text, 10, 64)
	require.NoError(t, err, name)
	return number
}

func TestBothHalvesReadChangedDocumentsAlike(t *testing.T) {
	seed := environmentNumber(t, "RAGSPAN_TWIN_SEED", 1)
	count := environmentNumber(t, "RAGSPAN_TWIN_DOCUMENTS", 3000)
	requireTwins(t, randomInputs(t, vectorInputs(t), seed, int(count)))
}
