package translator

import (
	"github.com/ragspan/ragspan/collector/internal/model"
)

// readOIRetriever reads RETRIEVER spans: documents, query, k.
func readOIRetriever(record *model.SpanRecord, context *readingContext) *retrievalReading {
	attributes, values := record.Attributes, context.values
	flattened := unflatten(attributes, oiFlattenedDocuments)
	reading := &retrievalReading{}
	reading.items, reading.broken = oiDocuments(attributes, flattened[oiFlattenedDocuments], values)
	reading.query, reading.topK = oiQuery(attributes, values)
	return reading
}

// oiDocuments: the blob's documents where it is whole and holds their text, completed by what only
// the keys have.
func oiDocuments(
	attributes model.Attributes, flattened model.Value, values textReader,
) (items []model.ItemReading, broken bool) {
	var ofKeys, ofBlob []model.ItemReading
	if list, isList := asList(flattened); isList {
		ofKeys = readDocumentList(list, values)
	}
	held := readBlob(attributes.Get(oiOutputValue), attributes.Get(oiOutputMIME), values)
	if held.kind == blobStructure || held.kind == blobBroken {
		ofBlob = readDocuments(held.value, held.texts)
	}
	if ofBlob != nil && held.kind == blobStructure {
		if ofKeys == nil {
			return ofBlob, false
		}
		if hasAllTexts(ofBlob) || !hasAllTexts(ofKeys) {
			return completedBy(ofBlob, ofKeys), false
		}
	}
	switch {
	case ofKeys != nil && ofBlob != nil:
		return completedBy(ofKeys, ofBlob), false
	case ofKeys != nil:
		return ofKeys, false
	}
	return withLastItemLossy(ofBlob), held.kind == blobRedacted || held.kind == blobBroken
}

func hasAllTexts(items []model.ItemReading) bool {
	for at := range items {
		if !items[at].Text.IsSet() {
			return false
		}
	}
	return true
}

// oiQuery reads a plain query, or the arguments of the call in JSON (Haystack), k beside it.
func oiQuery(
	attributes model.Attributes, values textReader,
) (query model.Optional[model.CapturedText], topK model.Optional[int64]) {
	held := readBlob(attributes.Get(oiInputValue), attributes.Get(oiInputMIME), values)
	switch held.kind {
	case blobText:
		return model.Some(values.read(held.raw)), topK
	case blobStructure:
		text, hasQuery, k := readQueryArguments(held.value)
		if hasQuery {
			query = model.Some(held.texts.read(text))
		}
		return query, asTopK(k)
	case blobAbsent, blobRedacted, blobBroken:
	}
	return query, topK
}

// readOIReranker reads RERANKER spans.
func readOIReranker(record *model.SpanRecord, context *readingContext) *retrievalReading {
	attributes, values := record.Attributes, context.values
	flattened := unflatten(attributes, oiFlattenedReranked, oiFlattenedRerankerInputs)
	reading := &retrievalReading{topK: asTopK(attributes.Get(oiRerankerTopK))}
	if documents, isList := asList(flattened[oiFlattenedRerankerInputs]); isList {
		reading.inputs = make([]model.ItemReading, len(documents))
		for at, document := range documents {
			reading.inputs[at] = rerankerInput(document, values)
		}
	}
	if ranked, isList := asList(flattened[oiFlattenedReranked]); isList {
		reading.items = make([]model.ItemReading, len(ranked))
		for at, document := range ranked {
			reading.items[at] = rerankerOutput(document, reading.inputs, values)
		}
	} else {
		reading.items, reading.broken = oiDocuments(attributes, nil, values)
	}
	if query, isText := asText(attributes.Get(oiRerankerQuery)); isText {
		reading.query = model.Some(values.read(query))
	}
	return reading
}

// rerankerInput: the AI SDK converter writes the document as a JSON string.
func rerankerInput(document model.Value, values textReader) model.ItemReading {
	held := asShape(asShape(document).Get("document"))
	content := held.Get("content")
	if text, isText := asText(unquoted(content)); held != nil && isText && text != content {
		return readDocument(held.With("content", text), values)
	}
	return readDocument(document, values)
}

// rerankerOutput: … and the result as {"index": …, "relevanceScore": …}: a place among the inputs, no
// text.
func rerankerOutput(document model.Value, inputs []model.ItemReading, values textReader) model.ItemReading {
	held := asShape(asShape(document).Get("document"))
	entry := asShape(unquoted(held.Get("content")))
	index := asCount(entry.Get("index"))
	if !index.IsSet() || entry.Get("relevanceScore") == nil {
		return readDocument(document, values)
	}
	return itemAtPlace(inputs, index, asScore(entry.Get("relevanceScore")))
}
