package translator_test

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The attributes of random spans.

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
