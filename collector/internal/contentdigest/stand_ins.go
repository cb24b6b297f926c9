package contentdigest

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// runOutputKey stands for ragspan.output, see runOutputContent.
const runOutputKey = "ragspan.run.output"

// standIns are the contents for which our producers' attributes stand on the span.
type standIns map[content]bool

// writeStandIns puts the attributes of our producers on the span, and what else of its facts stood in
// the text alone.
func (r *rewriting) writeStandIns(taken *takenTexts) standIns {
	attributes := r.span.Attributes()
	if r.facts != nil {
		if list := r.facts.Retrieval; list != nil {
			r.writeRetrieval(list, taken.hasDocuments)
		}
		if call := r.facts.Model; call != nil {
			r.writeModelCall(call)
		}
		r.declareKind()
		r.declareLoss()
	}
	has := func(key string) bool {
		_, isThere := attributes.Get(key)
		return isThere
	}
	return standIns{
		queryContent:     has(semconv.RagspanRetrievalQuerySHA256),
		documentsContent: has(semconv.RagspanRetrievalChunkDigests),
		contextContent:   has(semconv.RagspanContextSHA256),
		answerContent:    has(semconv.RagspanOutputSHA256),
	}
}

// nameKey says on the span which key its hashes were made with.
func (r *rewriting) nameKey() {
	if r.hash.KeyName != "" {
		r.span.Attributes().PutStr(semconv.RagspanHashKey, r.hash.KeyName)
		return
	}
	// Of a key that made no hash on this span.
	r.span.Attributes().Remove(semconv.RagspanHashKey)
}

func (r *rewriting) writeModelCall(call *model.ModelCall) {
	attributes := r.span.Attributes()
	if !r.isForeign {
		if text, isWhole := sentText(call); isWhole {
			r.writeHash(semconv.RagspanContextSHA256, semconv.RagspanContextBytes, text)
		}
		if text, isWhole := answerText(call); isWhole {
			r.writeHash(semconv.RagspanOutputSHA256, semconv.RagspanOutputBytes, text)
		}
	}
	// What stood in a request's or a response's JSON goes on.
	if call.ProviderHeld {
		putFlag(attributes, semconv.RagspanContextPartial)
	}
	putText(attributes, call.ResponseID, semconv.GenAIResponseID)
	putText(attributes, call.Model, semconv.GenAIRequestModel, semconv.GenAIResponseModel, "llm.model_name", "llm.request.model_name")
	if len(call.FinishReasons) > 0 && !hasAny(attributes, finishReasonKeys) {
		attributes.PutEmptySlice(semconv.GenAIResponseFinishReasons).AppendEmpty().SetStr(call.FinishReasons[0])
	}
	putCount(attributes, call.Usage.Input, inputTokenKeys)
	putCount(attributes, call.Usage.CacheRead, cacheReadKeys)
	putCount(attributes, call.Usage.CacheCreation, cacheCreationKeys)
}

// Keys under which finish reasons and token counts may stand already; the first is the one to write.
var (
	finishReasonKeys = []string{
		semconv.GenAIResponseFinishReasons, "gen_ai.response.finish_reason", "gen_ai.response.stop_reason",
		"llm.response.finish_reason", "llm.finish_reason",
	}
	inputTokenKeys = []string{
		semconv.GenAIUsageInputTokens, "gen_ai.usage.prompt_tokens", "llm.usage.prompt_tokens", "llm.token_count.prompt",
	}
	cacheReadKeys = []string{
		semconv.GenAIUsageCacheReadInputTokens, "gen_ai.usage.cache_read_input_tokens",
		"llm.token_count.prompt_details.cache_read", "llm.token_count.prompt_details.cache_input",
	}
	cacheCreationKeys = []string{
		semconv.GenAIUsageCacheCreationInputTokens, "gen_ai.usage.cache_creation_input_tokens",
		"llm.token_count.prompt_details.cache_write", "llm.token_count.prompt_details.cache_creation",
	}
)

// sentText is all segments, joined by one LF (spec §3 "Sent context"). isWhole: nothing of it may have
// been changed by telemetry.
func sentText(call *model.ModelCall) (text string, isWhole bool) {
	if call.Messages == nil || call.ContextLossy || call.ContextInvalid {
		return "", false
	}
	var leaves []string
	for _, message := range call.Messages {
		for at := range message.Parts {
			if message.Parts[at].Lossy {
				return "", false
			}
			leaves = append(leaves, message.Parts[at].Leaves...)
		}
	}
	return model.JoinTexts(leaves, "\n"), true
}

// answerText is not whole for a turn without text: it is no answer.
func answerText(call *model.ModelCall) (text string, isWhole bool) {
	if call.Output == nil || call.OutputLossy {
		return "", false
	}
	captured, hasText := call.Output.Text.Get()
	if !hasText || captured.Text == "" || captured.Lossy || model.IsInvalidText(captured.Text) {
		return "", false
	}
	return captured.Text, true
}

// writeHash leaves alone what the producer logged: it is of the bytes at their source.
func (r *rewriting) writeHash(hashKey, bytesKey, text string) {
	attributes := r.span.Attributes()
	if _, isThere := attributes.Get(hashKey); isThere {
		return
	}
	attributes.PutStr(hashKey, r.hash.SHA256(text))
	attributes.PutInt(bytesKey, int64(len(text)))
	r.nameKey()
}

// operations say what a span is where only the text that is gone did.
var operations = map[model.SpanKind]string{
	model.KindModel: "chat", model.KindRetrieval: "retrieval", model.KindRerank: "rerank",
	model.KindEmbedding: "embeddings", model.KindTool: "execute_tool",
}

func (r *rewriting) declareKind() {
	attributes := r.span.Attributes()
	operation := operations[r.facts.Kind]
	if operation == "" || hasAny(attributes, []string{semconv.GenAIOperationName, "llm.request.type", "openinference.span.kind"}) {
		return
	}
	attributes.PutStr(semconv.GenAIOperationName, operation)
}

// declareLoss: a list that came damaged must not read as a whole one once the damaged text is gone. That
// attributes of the span were dropped is what then says so, and it is so.
func (r *rewriting) declareLoss() {
	isDamaged := (r.facts.Retrieval != nil && r.facts.Retrieval.Lossy) || (r.facts.Tool != nil && r.facts.Tool.Lossy)
	if isDamaged && r.span.DroppedAttributesCount() == 0 {
		r.span.SetDroppedAttributesCount(1)
	}
}

func hasAny(attributes pcommon.Map, keys []string) bool {
	for _, key := range keys {
		if _, isThere := attributes.Get(key); isThere {
			return true
		}
	}
	return false
}

// putText writes a word under key unless it, or another spelling of it, is there.
func putText(attributes pcommon.Map, word, key string, others ...string) {
	if word != "" && !hasAny(attributes, append(others, key)) {
		attributes.PutStr(key, word)
	}
}

func putCount(attributes pcommon.Map, count model.Optional[int64], keys []string) {
	if held, isSet := count.Get(); isSet && !hasAny(attributes, keys) {
		attributes.PutInt(keys[0], held)
	}
}

func putFlag(attributes pcommon.Map, key string) {
	if !hasAny(attributes, []string{key}) {
		attributes.PutBool(key, true)
	}
}
