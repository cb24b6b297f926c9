package translator

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// readGenAIRetrieval reads retrieval and rerank spans of GenAI: documents, query, k.
func readGenAIRetrieval(record *model.SpanRecord, isRerank bool, values textReader) *retrievalReading {
	attributes := record.Attributes
	reading := &retrievalReading{source: asWord(attributes.Get(semconv.GenAIDataSourceID))}
	reading.items, reading.broken = genAIDocuments(record, values)
	if isRerank && reading.items == nil {
		reading.items, reading.inputs = rankedDocuments(attributes, values)
	}
	query, hasQuery := asText(attributes.Get(semconv.GenAIRetrievalQueryText))
	if !hasQuery {
		query, hasQuery = asText(genAIEventValue(record, semconv.GenAIRetrievalQueryText))
	}
	if hasQuery {
		reading.query = model.Some(values.read(query))
	}
	// Earlier text of the conventions had gen_ai.request.top_k here; on inference spans that is
	// sampling.
	reading.topK = asTopK(attributes.Get(semconv.GenAIRetrievalTopK)).Else(asTopK(attributes.Get(semconv.GenAIRequestTopK)))
	return reading
}

// genAIEventValue is the first value of a key on a GenAI event that is not null.
func genAIEventValue(record *model.SpanRecord, key string) model.Value {
	for at := range record.Events {
		if !strings.HasPrefix(eventName(&record.Events[at]), genAIPrefix) {
			continue
		}
		if value := detailField(&record.Events[at], key); !model.IsNullish(value) {
			return value
		}
	}
	return nil
}

func genAIDocuments(record *model.SpanRecord, values textReader) (items []model.ItemReading, broken bool) {
	held := capture(record.Attributes.Get(semconv.GenAIRetrievalDocuments), expectsJSON, values)
	if held != nil {
		items = readDocuments(held.value, held.texts)
		if items != nil && !held.broken {
			return items, false
		}
	}
	flattened := unflatten(record.Attributes, genAIFlattenedDocuments)
	second := readDocuments(flattened[genAIFlattenedDocuments], values)
	if second == nil {
		second = genAIEventDocuments(record, values)
	}
	if second != nil {
		return second, false
	}
	if held == nil {
		return nil, false
	}
	// Of damaged JSON the last text may be cut.
	return withLastItemLossy(items), true
}

func genAIEventDocuments(record *model.SpanRecord, values textReader) []model.ItemReading {
	held := capture(genAIEventValue(record, semconv.GenAIRetrievalDocuments), expectsJSON, values)
	if held == nil || held.broken {
		return nil
	}
	return readDocuments(held.value, held.texts)
}

func withLastItemLossy(items []model.ItemReading) []model.ItemReading {
	if len(items) == 0 {
		return items
	}
	copied := slices.Clone(items)
	last := &copied[len(copied)-1]
	if text, hasText := last.Text.Get(); hasText {
		last.Text = model.Some(model.CapturedText{Text: text.Text, Lossy: true})
	}
	return copied
}

// rankedDocuments: AI SDK has ai.documents (each a JSON string) in the order of ai.ranking
// ({index, relevanceScore}).
func rankedDocuments(attributes model.Attributes, values textReader) (items, inputs []model.ItemReading) {
	documents, isList := asList(attributes.Get("ai.documents"))
	if !isList {
		return nil, nil
	}
	inputs = make([]model.ItemReading, len(documents))
	for at, document := range documents {
		inputs[at] = readDocument(unquoted(document), values)
	}
	ranking, isList := asList(attributes.Get("ai.ranking"))
	if !isList {
		return nil, inputs
	}
	items = make([]model.ItemReading, len(ranking))
	for at, entry := range ranking {
		shape := asShape(unquoted(entry))
		items[at] = itemAtPlace(
			inputs, asCount(firstField(shape, "index", "originalIndex")), asScore(firstField(shape, "relevanceScore", "score")),
		)
	}
	return items, inputs
}

// itemAtPlace is the input at a place, with the score it got; without such an input, an item that
// was lost.
func itemAtPlace(
	inputs []model.ItemReading, place model.Optional[int64], score model.Optional[float64],
) model.ItemReading {
	index := place.Or(-1)
	if index < 0 || index >= int64(len(inputs)) {
		return model.ItemReading{Lossy: true}
	}
	item := inputs[index]
	item.Score = score.Else(item.Score)
	return item
}

func unquoted(value model.Value) model.Value {
	if text, isText := asText(value); isText {
		if read := readJSON(text); read.kind == jsonWhole {
			return read.value
		}
	}
	return value
}
