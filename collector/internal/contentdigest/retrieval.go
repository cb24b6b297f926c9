package contentdigest

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

const (
	documentsKey = semconv.GenAIRetrievalDocuments

	// maxChunks is what a producer's list holds; ragspan.retrieval.chunk.count then says how many there
	// were (spec §10).
	maxChunks = 1000

	// unknownBytes: a length that nobody knows.
	unknownBytes = -1
)

func (r *rewriting) writeRetrieval(list *model.RetrievalList, hadDocuments bool) {
	attributes := r.span.Attributes()
	if topK, isSet := list.TopK.Get(); isSet && !hasAny(attributes, topKKeys) {
		attributes.PutInt(semconv.GenAIRetrievalTopK, topK)
	}
	if hadDocuments {
		writeLabels(attributes, list.Items)
	}
	if r.isForeign {
		return
	}
	if list.QuerySHA256 != "" && !hasAny(attributes, []string{semconv.RagspanRetrievalQuerySHA256}) {
		attributes.PutStr(semconv.RagspanRetrievalQuerySHA256, list.QuerySHA256)
		r.declareStage(list)
		r.nameKey()
	}
	if list.Items == nil {
		return
	}
	writeChunks(attributes, list)
	r.declareStage(list)
	r.nameKey()
}

var topKKeys = []string{semconv.GenAIRetrievalTopK, semconv.GenAIRequestTopK, "reranker.top_k"}

// declareStage: our attributes alone make a retrieval of a rerank span, whose stage its kind told.
func (r *rewriting) declareStage(list *model.RetrievalList) {
	if r.facts.Kind == model.KindRerank {
		putText(r.span.Attributes(), string(list.Stage), semconv.RagspanRetrievalStage)
	}
}

// writeChunks writes the columns of a producer's span, a place per item: "" where the text has no digest
// (its length is known), null where an item was lost or may have been changed.
func writeChunks(attributes pcommon.Map, list *model.RetrievalList) {
	items := list.Items[:min(len(list.Items), maxChunks)]
	digests := attributes.PutEmptySlice(semconv.RagspanRetrievalChunkDigests)
	digests.EnsureCapacity(len(items))
	hasID, hasLength := false, false
	for at := range items {
		digest := digests.AppendEmpty()
		if items[at].Digest != "" || !items[at].Lossy {
			digest.SetStr(items[at].Digest)
		}
		hasID = hasID || items[at].ID != ""
		hasLength = hasLength || items[at].Length.IsSet()
	}
	if hasLength || len(items) == 0 {
		lengths := attributes.PutEmptySlice(semconv.RagspanRetrievalChunkBytes)
		lengths.EnsureCapacity(len(items))
		for at := range items {
			lengths.AppendEmpty().SetInt(items[at].Length.Or(unknownBytes))
		}
	}
	if hasID {
		ids := attributes.PutEmptySlice(semconv.RagspanRetrievalChunkIDs)
		ids.EnsureCapacity(len(items))
		for at := range items {
			ids.AppendEmpty().SetStr(items[at].ID)
		}
	}
	attributes.PutInt(semconv.RagspanRetrievalChunkCount, max(int64(len(list.Items)), list.Count.Or(0)))
	if handedOn, isSet := list.HandedOn.Get(); isSet {
		attributes.PutInt(semconv.RagspanRetrievalHandedOn, handedOn)
	}
}

// writeLabels writes gen_ai.retrieval.documents as the conventions have it without content: ids and
// scores.
func writeLabels(attributes pcommon.Map, items []model.RetrievedItem) {
	items = items[:min(len(items), maxChunks)]
	hasLabel := false
	list := make([]model.Value, len(items))
	for at := range items {
		one := model.NewObject(2)
		if id := items[at].ID; id != "" {
			one.Set("id", id)
			hasLabel = true
		}
		if score, isSet := items[at].Score.Get(); isSet {
			one.Set("score", score)
			hasLabel = true
		}
		list[at] = one
	}
	if text, isText := model.JSONText(list); isText && hasLabel {
		attributes.PutStr(documentsKey, text)
	}
}

// isTextFreeDocuments: documents of ids and scores alone may stay.
func isTextFreeDocuments(value pcommon.Value) bool {
	if value.Type() != pcommon.ValueTypeStr || !strings.HasPrefix(value.Str(), "[") {
		return false
	}
	// Most need no parsing.
	if strings.Contains(value.Str(), `"content":`) {
		return false
	}
	parsed, _ := model.ParseJSON(value.Str())
	list, isList := parsed.([]model.Value)
	for _, one := range list {
		document, isObject := one.(*model.Object)
		if !isObject {
			return false
		}
		for key, label := range document.All() {
			_, isNumber := label.(float64)
			_, isText := label.(string)
			if (key != "id" || !isText) && ((key != "id" && key != "score") || !isNumber) {
				return false
			}
		}
	}
	return isList
}
