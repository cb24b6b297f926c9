package translator_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// Keys that say what a span is, so that most spans are something.
var leads = [][2]string{
	{"gen_ai.operation.name", "chat"},
	{"gen_ai.operation.name", "chat"},
	{"gen_ai.operation.name", "retrieval"},
	{"gen_ai.operation.name", "rerank"},
	{"gen_ai.operation.name", "execute_tool"},
	{"gen_ai.operation.name", "invoke_agent"},
	{"gen_ai.operation.name", "Embeddings"},
	{"llm.request.type", "completion"},
	{"openinference.span.kind", "LLM"},
	{"openinference.span.kind", "LLM"},
	{"openinference.span.kind", "retriever"},
	{"openinference.span.kind", "RERANKER"},
	{"openinference.span.kind", "TOOL"},
	{"openinference.span.kind", "CHAIN"},
	{"ragspan.retrieval.stage", "fuse"},
	{"ragspan.answer", "true"},
}

func (m *mutator) attributes() model.Value {
	var attributes []model.Value
	if m.chance(85) {
		lead := pick(m, leads)
		attributes = append(attributes, m.attribute(lead[0], lead[1]))
		if m.chance(15) {
			lead = pick(m, leads)
			attributes = append(attributes, m.attribute(lead[0], lead[1]))
		}
	}
	for range 1 + m.random.IntN(7) {
		attributes = append(attributes, m.knownAttributes()...)
	}
	return attributes
}

// Where the spellings of clients stand, oftener than any other key, with those that fit.
var carriers = []struct {
	key     string
	fitting []string
}{
	{"gen_ai.input.messages", requestSpellings},
	{"gen_ai.output.messages", responseSpellings},
	{"gen_ai.system_instructions", requestSpellings},
	{"gen_ai.retrieval.documents", documentSpellings},
	{"gen_ai.tool.definitions", toolSpellings},
	{"gen_ai.tool.call.arguments", documentSpellings},
	{"gen_ai.tool.call.result", toolSpellings},
	{"gen_ai.prompt", requestSpellings},
	{"gen_ai.completion", responseSpellings},
	{"input.value", slices.Concat(requestSpellings, documentSpellings)},
	{"output.value", slices.Concat(responseSpellings, documentSpellings)},
	{"llm.invocation_parameters", requestSpellings},
	{"ragspan.input", textSpellings},
	{"ragspan.output", textSpellings},
	{"gen_ai.retrieval.query.text", textSpellings},
	{"gen_ai.response.finish_reasons", textSpellings},
	{"gen_ai.conversation.id", []string{"conv_1", "thread_x", "mine"}},
	{"openai.previous.response.id", []string{"resp_1", ""}},
	{"llm.tools.0.tool.json_schema", toolSpellings},
	{"ragspan.context.sha256", []string{hashOfRefund, strings.ToUpper(hashOfRefund), "0123", hashOfRefund[:32]}},
	{"ragspan.output.sha256", []string{hashOfRefund, hashOfHalf}},
	{"ragspan.retrieval.query.sha256", []string{hashOfRefund}},
	{"ragspan.hash.key", []string{"", "01234567"}},
	{"ragspan.retrieval.chunk.digests", []string{`["` + hashOfRefund[:32] + `"]`, "[]", `["", null, "` + hashOfHalf[:40] + `"]`}},
	{"ragspan.retrieval.chunk.bytes", []string{"[20, 5, 7]", "[-1, null]"}},
	{"ragspan.retrieval.chunk.count", []string{"0", "3", "x"}},
}

// SHA-256 of texts that the spellings hold.
var (
	hashOfRefund = model.TextHash{}.SHA256("Where is my refund?")
	hashOfHalf   = model.TextHash{}.SHA256("half")
)

var flattenedPrefixes = []string{
	"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "gen_ai.retrieval.documents",
	"gen_ai.prompt", "gen_ai.completion", "llm.input_messages", "llm.output_messages", "llm.prompts", "llm.choices",
	"llm.tools", "retrieval.documents", "reranker.output_documents", "reranker.input_documents",
}

func (m *mutator) knownAttributes() []model.Value {
	switch m.random.IntN(10) {
	case 0, 1, 2, 3:
		carrier := pick(m, carriers)
		if m.chance(30) {
			return list(m.attribute(carrier.key, pick(m, carrier.fitting)))
		}
		return list(m.attribute(carrier.key, m.spelled(carrier.fitting)))
	case 4:
		if m.chance(30) {
			return m.ranked()
		}
		return m.flattened(pick(m, flattenedPrefixes), m.oiWrapped(m.tree()), 0)
	case 5:
		return list(m.attribute(pick(m, []string{"input.mime_type", "output.mime_type"}), "application/json"))
	case 6:
		return m.column()
	default:
		return list(m.attribute(m.key(), m.leaf()))
	}
}

func (m *mutator) key() string {
	key := pick(m, m.keys)
	switch {
	case strings.HasSuffix(key, "."):
		return key + strconv.Itoa(m.random.IntN(3)) + "." + pick(m, m.words)
	case m.chance(5):
		return key + "." + pick(m, m.words)
	}
	return key
}

// ranked is what rerankers log of their documents and their ranking, by place.
func (m *mutator) ranked() []model.Value {
	documents := list(`"a"`, `{"text":"b"}`, "c", m.leaf())
	ranking := list(`{"index":1,"relevanceScore":0.5}`, `{"index":0}`, `{"originalIndex":2,"score":"0.1"}`, `{"index":9,"relevanceScore":null}`, m.leaf())
	if m.chance(50) {
		return list(m.attribute("ai.documents", documents), m.attribute("ai.ranking", ranking))
	}
	asDocuments := func(values []model.Value) model.Value {
		wrapped := make([]model.Value, len(values))
		for at, value := range values {
			wrapped[at] = model.ObjectOf("document", model.ObjectOf("content", value, "id", float64(at)))
		}
		return wrapped
	}
	return slices.Concat(
		m.flattened("reranker.input_documents", asDocuments(documents), 0),
		m.flattened("reranker.output_documents", asDocuments(ranking), 0),
	)
}

// column is one of the lists of our own spans.
func (m *mutator) column() []model.Value {
	values := make([]model.Value, m.random.IntN(5))
	for at := range values {
		values[at] = m.leaf()
	}
	key := pick(m, []string{
		"ragspan.retrieval.chunk.digests", "ragspan.retrieval.chunk.ids", "ragspan.retrieval.chunk.bytes",
		"ragspan.assembly.chunk.digests", "ragspan.assembly.chunk.offsets", "ragspan.assembly.chunk.kept",
		"ragspan.assembly.chunk.forms", "ragspan.assembly.chunk.planned", "ragspan.assembly.chunk.labels",
		"ai.documents", "ai.ranking",
	})
	if m.chance(30) {
		text, _ := model.JSONText(values)
		return list(m.attribute(key, m.damaged(text)))
	}
	return list(m.attribute(key, values))
}

// oiWrapped puts a value as OpenInference wraps it.
func (m *mutator) oiWrapped(value model.Value) model.Value {
	items, isList := value.([]model.Value)
	if !isList || m.chance(30) {
		return value
	}
	wrap := pick(m, []string{"message", "document", "prompt", "completion", "tool"})
	wrapped := make([]model.Value, len(items))
	for at, item := range items {
		wrapped[at] = model.ObjectOf(wrap, item)
	}
	return wrapped
}

// flattened spells a value as flattened keys.
func (m *mutator) flattened(prefix string, value model.Value, depth int) []model.Value {
	const maxDepth = 40
	var attributes []model.Value
	switch held := value.(type) {
	case []model.Value:
		if depth < maxDepth && !m.chance(10) {
			for at, item := range held {
				index := strconv.Itoa(at)
				if m.chance(3) {
					index = pick(m, []string{"01", "999999999", "x", strconv.Itoa(at + 2)})
				}
				attributes = append(attributes, m.flattened(prefix+"."+index, item, depth+1)...)
			}
			return attributes
		}
	case *model.Object:
		if depth < maxDepth && !m.chance(10) {
			for key, item := range held.All() {
				attributes = append(attributes, m.flattened(prefix+"."+key, item, depth+1)...)
			}
			return attributes
		}
	}
	if m.chance(5) {
		return nil
	}
	return list(m.attribute(prefix, value))
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

// leaf is a value that an attribute of any name may have.
func (m *mutator) leaf() model.Value {
	switch m.random.IntN(12) {
	case 0:
		return m.number()
	case 1:
		return m.chance(50)
	case 2:
		return model.Null{}
	case 3:
		return float64(m.random.IntN(9))
	case 4:
		return pick(m, m.words)
	case 5:
		return strings.ToUpper(pick(m, m.words)) + pick(m, []string{"", "", "", "İ", "ß", "Σ", "K"})
	case 6:
		return strings.Repeat("aB0", 14+m.random.IntN(10))[:pick(m, []int{8, 24, 32, 40})]
	case 7:
		return m.tree()
	case 8:
		return []byte{1, 2, 255}
	case 9:
		return strconv.Itoa(m.random.IntN(2000) - 20)
	}
	return m.damaged(pick(m, spellings))
}

func (m *mutator) number() model.Value {
	return pick(m, []model.Value{
		0.0, -0.0, 1.5, 1e21, 1e-7, 123456789.125, 5e-324, math.NaN(), math.Inf(1), math.Inf(-1), -3.0, 9007199254740991.0,
		1e300, 0.1, 100000000000000000000.0, model.Integer(math.MaxInt64), model.Integer(math.MinInt64),
		model.Integer(9007199254740993), model.Integer(9007199254740992),
	})
}

// changed copies a tree with one place changed.
func (m *mutator) changed(tree model.Value, depth int) model.Value {
	switch held := tree.(type) {
	case []model.Value:
		if len(held) > 0 && m.chance(75) {
			copied := slices.Clone(held)
			at := m.random.IntN(len(copied))
			copied[at] = m.changed(copied[at], depth+1)
			return copied
		}
		return m.changedList(held)
	case *model.Object:
		if held.Len() > 0 && m.chance(75) {
			key := m.keyOf(held)
			return held.With(key, m.changed(held.Get(key), depth+1))
		}
		return m.changedObject(held)
	}
	if m.chance(40) {
		if text, isText := tree.(string); isText {
			return m.damaged(text)
		}
	}
	return m.jsonLeaf()
}

func (m *mutator) keyOf(object *model.Object) string {
	at := m.random.IntN(object.Len())
	for key := range object.All() {
		if at == 0 {
			return key
		}
		at--
	}
	return ""
}

func (m *mutator) changedList(items []model.Value) model.Value {
	switch m.random.IntN(5) {
	case 0:
		return append(slices.Clone(items), m.jsonLeaf())
	case 1:
		return []model.Value{items}
	case 2:
		return []model.Value{}
	case 3:
		return model.ObjectOf(pick(m, m.words), items)
	}
	if len(items) == 0 {
		return m.jsonLeaf()
	}
	return slices.Insert(slices.Clone(items), m.random.IntN(len(items)+1), pick(m, items))
}

func (m *mutator) changedObject(object *model.Object) model.Value {
	switch m.random.IntN(7) {
	case 0, 1:
		return object.With(pick(m, m.words), m.jsonLeaf())
	case 2:
		return object.With("type", pick(m, m.words))
	case 3:
		return model.ObjectOf(pick(m, []string{
			"message", "kwargs", "data", "document", "node", "tool_call", "message_content", "config", "output", "source",
		}), object)
	case 4:
		return []model.Value{object}
	}
	if object.Len() == 0 {
		return m.jsonLeaf()
	}
	// Renamed, or gone.
	renamed := model.NewObject(object.Len())
	victim := m.keyOf(object)
	name := pick(m, m.words)
	for key, value := range object.All() {
		switch {
		case key != victim:
			renamed.Set(key, value)
		case m.chance(70):
			renamed.Set(name, value)
		}
	}
	return renamed
}

// jsonLeaf is a value that JSON can hold.
func (m *mutator) jsonLeaf() model.Value {
	switch m.random.IntN(8) {
	case 0:
		return model.Null{}
	case 1:
		return pick(m, []model.Value{0.0, 1.0, 1e21, -7.25, 1e-7, 3.0, 123456789012345680000.0})
	case 2:
		return m.chance(50)
	case 3:
		return pick(m, m.words)
	case 4:
		return m.tree()
	case 5:
		text, _ := model.ParseJSON(pick(m, []string{`"\ud83d"`, `"\ude00"`, `"x\ud800y"`, `"\ud83d\ude00"`, `"\u2029"`}))
		return text
	}
	return m.damaged(pick(m, spellings))
}

var eventNames = []string{
	"gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message", "gen_ai.choice",
	"gen_ai.choice", "gen_ai.client.inference.operation.details", "gen_ai.client.inference.operation.details",
	"gen_ai.content.prompt", "gen_ai.content.completion", "gen_ai.prompt", "gen_ai.completion", "exception",
}

func (m *mutator) events() model.Value {
	events := make([]model.Value, 1+m.random.IntN(3))
	for at := range events {
		name := pick(m, eventNames)
		attributes := m.eventAttributes()
		if m.chance(20) {
			attributes = append(attributes, m.attribute("event.name", name))
			name = ""
		}
		if m.chance(40) {
			attributes = append(attributes, m.attribute("body", m.eventBody()))
		}
		events[at] = model.ObjectOf("name", name, "timeUnixNano", strconv.Itoa(at), "attributes", attributes)
		if m.chance(10) {
			events[at].(*model.Object).Set("droppedAttributesCount", 1.0)
		}
	}
	return events
}

func (m *mutator) eventAttributes() []model.Value {
	attributes := []model.Value{}
	for range m.random.IntN(4) {
		key := pick(m, []string{
			"content", "role", "tool_calls", "id", "message", "index", "finish_reason", "name", "gen_ai.event.content",
			"gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.system_instructions", "gen_ai.prompt",
			"gen_ai.completion", "gen_ai.retrieval.documents", "gen_ai.retrieval.query.text",
		})
		attributes = append(attributes, m.attribute(key, pick(m, []model.Value{m.spelled(spellings), m.leaf()})))
	}
	return attributes
}

func (m *mutator) eventBody() model.Value {
	body := model.NewObject(0)
	for range 1 + m.random.IntN(3) {
		key := pick(m, []string{
			"content", "role", "tool_calls", "id", "message", "index", "finish_reason", "gen_ai.input.messages",
			"gen_ai.output.messages", "gen_ai.system_instructions", "tool_call_id",
		})
		body.Set(key, pick(m, []model.Value{m.spelled(spellings), m.jsonLeaf(), float64(m.random.IntN(3))}))
	}
	switch m.random.IntN(4) {
	case 0:
		text, _ := model.JSONText(body)
		return m.damaged(text)
	case 1:
		return m.spelled(spellings)
	}
	return body
}

func (m *mutator) logRecords(trace int) model.Value {
	logs := make([]model.Value, 1+m.random.IntN(4))
	for at := range logs {
		record := model.ObjectOf(
			"traceId", fmt.Sprintf("%032x", trace+1),
			"spanId", fmt.Sprintf("%016x", 1+m.random.IntN(2)),
			"timeUnixNano", strconv.Itoa(m.random.IntN(3)),
			"observedTimeUnixNano", strconv.Itoa(m.random.IntN(3)),
			"body", anyValue(m.eventBody()),
		)
		attributes := m.eventAttributes()
		if m.chance(60) {
			attributes = append(attributes, m.attribute("event.name", pick(m, eventNames)))
		} else {
			record.Set("eventName", pick(m, eventNames))
		}
		record.Set("attributes", attributes)
		logs[at] = record
	}
	return logs
}

// mutated changes a few attributes of a document that is there.
func (m *mutator) mutated(document model.Value) []byte {
	for range 1 + m.random.IntN(4) {
		document = m.withChangedAttribute(document)
	}
	return m.text(document)
}

// withChangedAttribute goes down at random to a list of attributes.
func (m *mutator) withChangedAttribute(value model.Value) model.Value {
	switch held := value.(type) {
	case []model.Value:
		if len(held) == 0 {
			return held
		}
		copied := slices.Clone(held)
		at := m.random.IntN(len(copied))
		copied[at] = m.withChangedAttribute(copied[at])
		return copied
	case *model.Object:
		if attributes, isList := held.Get("attributes").([]model.Value); isList && (!held.Has("events") || m.chance(60)) {
			return held.With("attributes", m.changedAttributes(attributes))
		}
		for _, key := range []string{"resourceSpans", "resourceLogs", "scopeSpans", "scopeLogs", "spans", "logRecords", "events"} {
			if inner := held.Get(key); inner != nil && m.chance(80) {
				return held.With(key, m.withChangedAttribute(inner))
			}
		}
	}
	return value
}

func (m *mutator) changedAttributes(attributes []model.Value) model.Value {
	copied := slices.Clone(attributes)
	if len(copied) == 0 {
		return append(copied, m.knownAttributes()...)
	}
	at := m.random.IntN(len(copied))
	attribute, _ := copied[at].(*model.Object)
	key, _ := attribute.Get("key").(string)
	switch m.random.IntN(9) {
	case 0:
		return append(copied, m.knownAttributes()...)
	case 1:
		return slices.Delete(copied, at, at+1)
	case 2:
		copied[at] = attribute.With("key", m.key())
	case 3:
		copied[at] = m.attribute(key, m.leaf())
	default:
		text, isText := attribute.Get("value").(*model.Object).Get("stringValue").(string)
		if !isText {
			copied[at] = m.attribute(key, m.leaf())
			break
		}
		tree, isJSON := model.ParseJSON(text)
		switch {
		case !isJSON || m.chance(20):
			copied[at] = m.attribute(key, m.damaged(text))
		case m.chance(30):
			copied[at] = m.attribute(key, m.changed(tree, 0))
		default:
			spelled, _ := model.JSONText(m.changed(m.changed(tree, 0), 0))
			copied[at] = m.attribute(key, m.damaged(spelled))
		}
	}
	return copied
}

func (m *mutator) attribute(key string, value model.Value) model.Value {
	return model.ObjectOf("key", key, "value", anyValue(value))
}

// anyValue spells a value as OTLP JSON.
func anyValue(value model.Value) model.Value {
	switch held := value.(type) {
	case string:
		return model.ObjectOf("stringValue", held)
	case bool:
		return model.ObjectOf("boolValue", held)
	case model.Integer:
		return model.ObjectOf("intValue", strconv.FormatInt(int64(held), 10))
	case float64:
		switch {
		case math.IsNaN(held) || math.IsInf(held, 0):
			return model.ObjectOf("doubleValue", model.NumberText(held))
		case held == math.Trunc(held) && math.Abs(held) < 1e15:
			return model.ObjectOf("intValue", strconv.FormatInt(int64(held), 10))
		}
		return model.ObjectOf("doubleValue", held)
	case []byte:
		return model.ObjectOf("bytesValue", "AQL/")
	case []model.Value:
		values := make([]model.Value, len(held))
		for at, one := range held {
			values[at] = anyValue(one)
		}
		return model.ObjectOf("arrayValue", model.ObjectOf("values", values))
	case *model.Object:
		values := []model.Value{}
		for key, one := range held.All() {
			values = append(values, model.ObjectOf("key", key, "value", anyValue(one)))
		}
		return model.ObjectOf("kvlistValue", model.ObjectOf("values", values))
	}
	return model.NewObject(0)
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
