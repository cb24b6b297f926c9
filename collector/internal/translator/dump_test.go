package translator_test

import (
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/translator"
)

// What the Go half reads out of records, spelled as scripts/dump-facts.ts spells what the TypeScript
// half reads.

// dumpOptions are those of a vector that change what is read.
type dumpOptions struct {
	HashKey          string `json:"hash_key,omitempty"`
	ValueLengthLimit *int64 `json:"value_length_limit,omitempty"`
}

// Tools that any span's result is read as, to compare paths.
var dumpTools = []model.RetrievalTool{
	{Name: "*"},
	{Name: "*", Text: "[].content", ID: "[].id"},
	{Name: "*", Text: "results[].content", ID: "results[].url"},
	{Name: "*", Text: "documents.0.text", ID: "documents.length"},
}

func translateAll(records []*model.SpanRecord, options dumpOptions) []*model.SpanFacts {
	survey := translator.NewValueLimitSurvey()
	for _, record := range records {
		survey.Add(record)
	}
	hash := model.NewTextHash(options.HashKey)
	memo := map[string]string{}
	facts := make([]*model.SpanFacts, len(records))
	for at, record := range records {
		limits := survey.LimitsOf(record.Resource.Key)
		if options.ValueLengthLimit != nil {
			limits = translator.ConfiguredValueLimit(*options.ValueLengthLimit)
		}
		facts[at] = translator.TranslateSpan(record, &translator.Context{Hash: hash, Limits: limits, Memo: memo})
	}
	return facts
}

func dump(records []*model.SpanRecord, options dumpOptions) string {
	list := []model.Value{}
	for _, facts := range translateAll(records, options) {
		list = append(list, factsValue(facts, model.NewTextHash(options.HashKey)))
	}
	return canonical(list, 0)
}

// shape builds an object of what is there.
type shape struct{ *model.Object }

func newShape() shape { return shape{model.NewObject(0)} }

func (s shape) set(key string, value model.Value) shape {
	if value != nil {
		s.Set(key, value)
	}
	return s
}

func (s shape) word(key, word string) shape {
	if word != "" {
		s.Set(key, word)
	}
	return s
}

func (s shape) count(key string, count model.Optional[int64]) shape {
	if number, isSet := count.Get(); isSet {
		s.Set(key, float64(number))
	}
	return s
}

func (s shape) text(key string, text model.Optional[string]) shape {
	if held, isSet := text.Get(); isSet {
		s.Set(key, held)
	}
	return s
}

func (s shape) captured(key string, captured model.Optional[model.CapturedText]) shape {
	if held, isSet := captured.Get(); isSet {
		s.Set(key, newShape().set("text", held.Text).set("lossy", held.Lossy).Object)
	}
	return s
}

func listOf[T any](items []T, value func(*T) model.Value) model.Value {
	list := make([]model.Value, len(items))
	for at := range items {
		list[at] = value(&items[at])
	}
	return list
}

func texts(items []string) model.Value {
	return listOf(items, func(text *string) model.Value { return *text })
}

func nanos(time uint64) model.Value {
	return strconv.FormatUint(time, 10) + "n"
}

func factsValue(facts *model.SpanFacts, hash model.TextHash) model.Value {
	value := newShape().
		set("traceId", facts.TraceID).set("spanId", facts.SpanID).word("parentSpanId", facts.ParentSpanID).
		set("name", facts.Name).set("startTimeUnixNano", nanos(facts.StartTimeUnixNano)).
		set("status", string(facts.Status)).set("resource", facts.Resource.Attributes).
		set("adjustedCount", facts.AdjustedCount).set("attributes", facts.Attributes).
		word("dialect", string(facts.Dialect)).set("kind", string(facts.Kind)).word("runId", facts.RunID).
		text("declaredInput", facts.DeclaredInput).captured("input", facts.Input).captured("output", facts.Output).
		word("attachedVerdict", facts.AttachedVerdict)
	if facts.EndTimeUnixNano != 0 {
		value.set("endTimeUnixNano", nanos(facts.EndTimeUnixNano))
	}
	if facts.Retrieval != nil {
		value.set("retrieval", listValue(facts.Retrieval))
	}
	if facts.Assembly != nil {
		value.set("assembly", assemblyValue(facts.Assembly))
	}
	if facts.Model != nil {
		value.set("model", callValue(facts.Model))
	}
	if tool := facts.Tool; tool != nil {
		value.set("tool", newShape().
			word("name", tool.Name).word("callId", tool.CallID).set("result", tool.Result).
			text("argumentsText", tool.ArgumentsText).set("lossy", tool.Lossy).Object)
		value.set("tools", listOf(dumpTools, func(declared *model.RetrievalTool) model.Value {
			return listValue(model.RetrievalToolList(tool.Result, *declared, hash, tool.Lossy))
		}))
	}
	return value.Object
}

func listValue(list *model.RetrievalList) model.Value {
	value := newShape().
		set("stage", string(list.Stage)).set("lossy", list.Lossy).set("foreignHash", list.ForeignHash).
		text("query", list.Query).word("querySha256", list.QuerySHA256).count("topK", list.TopK).
		count("handedOn", list.HandedOn).count("count", list.Count).word("snapshot", list.Snapshot).
		word("source", list.Source).word("hashKey", list.HashKey)
	if list.Items != nil {
		value.set("items", listOf(list.Items, itemValue))
	}
	if list.Inputs != nil {
		value.set("inputs", listOf(list.Inputs, itemValue))
	}
	return value.Object
}

func itemValue(item *model.RetrievedItem) model.Value {
	value := newShape().
		word("digest", item.Digest).text("text", item.Text).count("length", item.Length).word("id", item.ID).
		set("lossy", item.Lossy).set("invalid", item.Invalid)
	if score, hasScore := item.Score.Get(); hasScore {
		value.set("score", score)
	}
	if len(item.URLs) > 0 {
		value.set("urls", texts(item.URLs))
	}
	return value.Object
}

func assemblyValue(record *model.AssemblyRecord) model.Value {
	value := newShape().
		count("budget", record.Budget).word("unit", string(record.Unit)).count("used", record.Used).
		count("cutAt", record.CutAt).word("cutSide", string(record.CutSide)).
		word("offsetUnit", string(record.OffsetUnit)).word("templateSha256", record.TemplateSHA256).
		word("templateVersion", record.TemplateVersion).word("contextSha256", record.ContextSHA256).
		count("contextBytes", record.ContextBytes).set("lossy", record.Lossy).word("hashKey", record.HashKey).
		set("foreignHash", record.ForeignHash)
	if record.Chunks != nil {
		value.set("chunks", listOf(record.Chunks, func(chunk *model.AssembledChunk) model.Value {
			return newShape().
				word("digest", chunk.Digest).count("offset", chunk.Offset).count("keptBytes", chunk.KeptBytes).
				word("form", chunk.Form).count("plannedAt", chunk.PlannedAt).word("label", chunk.Label).Object
		}))
	}
	return value.Object
}

func callValue(call *model.ModelCall) model.Value {
	value := newShape().
		word("provider", call.Provider).word("model", call.Model).word("responseId", call.ResponseID).
		set("contextLossy", call.ContextLossy).set("contextInvalid", call.ContextInvalid).
		word("contextSha256", call.ContextSHA256).count("contextBytes", call.ContextBytes).
		set("providerHeld", call.ProviderHeld).set("outputLossy", call.OutputLossy).
		set("finishReasons", texts(call.FinishReasons)).
		set("usage", newShape().
			count("input", call.Usage.Input).count("cacheRead", call.Usage.CacheRead).
			count("cacheCreation", call.Usage.CacheCreation).Object).
		set("isAnswer", call.IsAnswer).set("isRefusal", call.IsRefusal).
		count("enginePromptLimit", call.EnginePromptLimit).set("pins", pinsValue(call.Pins)).
		word("hashKey", call.HashKey).set("foreignHash", call.ForeignHash)
	if call.Messages != nil {
		value.set("messages", listOf(call.Messages, func(message *model.SentMessage) model.Value {
			return newShape().set("role", message.Role).set("parts", listOf(message.Parts, partValue)).Object
		}))
	}
	if output := call.Output; output != nil {
		value.set("output", newShape().
			captured("text", output.Text).word("sha256", output.SHA256).count("bytes", output.Bytes).
			set("toolCalls", listOf(output.ToolCalls, func(call *model.ToolCall) model.Value {
				return newShape().word("name", call.Name).word("id", call.ID).
					set("argumentLeaves", texts(call.ArgumentLeaves)).Object
			})).Object)
	}
	return value.Object
}

func partValue(part *model.SentPart) model.Value {
	value := newShape().
		set("kind", string(part.Kind)).set("leaves", texts(part.Leaves)).set("lossy", part.Lossy).
		word("toolCallId", part.ToolCallID).word("toolName", part.ToolName).set("value", part.Value)
	if part.EndUnproven {
		value.set("endUnproven", true)
	}
	return value.Object
}

func pinsValue(pins model.RequestPins) model.Value {
	value := newShape()
	for name, pin := range pins {
		if list, isList := pin.([]string); isList {
			value.set(name, texts(list))
		} else {
			value.set(name, pin)
		}
	}
	return value.Object
}

// canonical is JSON with sorted keys; what is absent left out.
func canonical(value model.Value, depth int) string {
	const maxDepth = 80
	switch held := value.(type) {
	case string:
		return model.QuotedJSON(model.WellFormed(held))
	case model.Integer:
		return `"` + strconv.FormatInt(int64(held), 10) + `n"`
	case float64:
		if math.IsNaN(held) || math.IsInf(held, 0) {
			return `"` + model.NumberText(held) + `"`
		}
		return model.NumberText(held)
	case bool:
		return strconv.FormatBool(held)
	}
	if depth > maxDepth {
		return "null"
	}
	switch held := value.(type) {
	case []byte:
		return `"base64:` + base64.StdEncoding.EncodeToString(held) + `"`
	case []model.Value:
		items := make([]string, len(held))
		for at, one := range held {
			items[at] = canonical(one, depth+1)
		}
		return "[" + strings.Join(items, ",") + "]"
	case *model.Object:
		members := make([]string, 0, held.Len())
		for key, one := range held.All() {
			if one != nil {
				members = append(members, model.QuotedJSON(model.WellFormed(key))+":"+canonical(one, depth+1))
			}
		}
		slices.Sort(members)
		return "{" + strings.Join(members, ",") + "}"
	}
	return "null"
}
