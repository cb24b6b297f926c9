package translator

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Retrieved documents in the spelling of any framework (spec §3 "Retrieval log"): OpenTelemetry's
// {id, content, score}, LangChain's {pageContent, metadata, id}, LlamaIndex's
// {node: {id_, text}, score}, Genkit's {content: [{text}]}, OpenInference's {document: …}.

var (
	documentListKeys = []string{
		"documents", "nodes", "results", "source_nodes", "source_documents", "matches", "hits", "chunks",
	}
	documentTextKeys = []string{"content", "text", "page_content", "pageContent"}
	documentIDKeys   = []string{"id", "id_", "node_id", "nodeId", "chunk_id", "doc_id", "_id"}
)

const maxURLs = 64

// readDocuments gives nil when no list of documents is there. An empty list is one.
func readDocuments(value model.Value, texts textReader) []model.ItemReading {
	list, isList := asList(value)
	if !isList {
		list, isList = listInShape(asShape(value))
	}
	if !isList {
		return nil
	}
	return readDocumentList(list, texts)
}

func readDocumentList(list []model.Value, texts textReader) []model.ItemReading {
	items := make([]model.ItemReading, len(list))
	for at, one := range list {
		items[at] = readDocument(one, texts)
	}
	return items
}

func listInShape(shape *model.Object) ([]model.Value, bool) {
	for _, key := range documentListKeys {
		if list, isList := asList(shape.Get(key)); isList {
			return list, true
		}
	}
	return nil, false
}

// readDocument reads one item. A null keeps its rank, as an item that telemetry lost.
func readDocument(value model.Value, texts textReader) model.ItemReading {
	switch held := value.(type) {
	case string:
		return model.ItemReading{Text: model.Some(texts.read(held))}
	case []model.Value:
		// [document, score], as some vector stores return it.
		if len(held) != 2 || asShape(held[0]) == nil {
			return model.ItemReading{Lossy: true}
		}
		item := readDocument(held[0], texts)
		item.Score = asScore(held[1]).Else(item.Score)
		return item
	case *model.Object:
		return readDocumentShape(held, texts)
	}
	return model.ItemReading{Lossy: true}
}

func readDocumentShape(outer *model.Object, texts textReader) model.ItemReading {
	held := outer
	if document := asShape(outer.Get("document")); document != nil {
		held = document
	} else if node := asShape(outer.Get("node")); node != nil {
		held = node
	}
	shape := held
	if fields := asShape(held.Get("kwargs")); fields != nil {
		shape = fields
	}
	item := model.ItemReading{
		ID:    firstID(shape),
		Score: asScore(model.OrElse(outer.Get("score"), shape.Get("score"), shape.Get("distance"))),
		URLs:  documentURLs(outer, shape),
	}
	if item.ID == "" {
		item.ID = firstID(outer)
	}
	if raw, hasText := documentText(shape); hasText {
		item.Text = model.Some(texts.read(raw))
	}
	return item
}

func documentText(shape *model.Object) (string, bool) {
	for _, key := range documentTextKeys {
		value := shape.Get(key)
		if text, isText := asText(value); isText {
			return text, true
		}
		parts, _ := asList(value)
		var found []string
		for _, part := range parts {
			if text, isText := asText(asShape(part).Get("text")); isText {
				found = append(found, text)
			} else if text, isText := asText(part); isText {
				found = append(found, text)
			}
		}
		if len(found) > 0 {
			return model.JoinTexts(found, ""), true
		}
	}
	return "", false
}

func firstID(shape *model.Object) string {
	for _, key := range documentIDKeys {
		if id := asID(shape.Get(key)); id != "" {
			return id
		}
	}
	return ""
}

// documentURLs are URLs in what stands beside the text: the claim audit takes them as known.
func documentURLs(outer, shape *model.Object) []string {
	var urls []string
	for _, held := range []*model.Object{outer, shape} {
		for key, value := range held.All() {
			if slices.Contains(documentTextKeys, key) || (held != shape && asShape(value) == shape) {
				continue
			}
			urls = appendURLs(urls, value)
		}
		if outer == shape {
			break
		}
	}
	return urls[:min(len(urls), maxURLs)]
}

func appendURLs(urls []string, value model.Value) []string {
	const separator = "://"
	if len(urls) >= maxURLs {
		return urls
	}
	switch held := value.(type) {
	case string:
		if strings.Contains(held, separator) {
			urls = append(urls, model.URLsIn(unescaped(held))...)
		}
	case []model.Value, *model.Object:
		for _, leaf := range model.StringLeaves(held) {
			if strings.Contains(leaf, separator) {
				urls = append(urls, model.URLsIn(leaf)...)
			}
		}
	}
	return urls
}

// unescaped: metadata is JSON in a string in some formats.
func unescaped(value string) string {
	if read := readJSON(value); read.kind == jsonWhole {
		return strings.Join(model.StringLeaves(read.value), " ")
	}
	return value
}

// completedBy gives the items of first, with ids, scores and texts that only second has; both in the
// same rank order.
func completedBy(first, second []model.ItemReading) []model.ItemReading {
	if len(first) != len(second) {
		return first
	}
	items := make([]model.ItemReading, len(first))
	for at := range first {
		items[at] = completedItem(&first[at], &second[at])
	}
	return items
}

// completedItem gives what first says, and of second what first does not say; whether the item was
// lost, first says alone.
func completedItem(first, second *model.ItemReading) model.ItemReading {
	item := *first
	item.Text = first.Text.Else(second.Text)
	item.Score = first.Score.Else(second.Score)
	item.LoggedBytes = first.LoggedBytes.Else(second.LoggedBytes)
	if item.ID == "" {
		item.ID = second.ID
	}
	if len(item.URLs) == 0 {
		item.URLs = second.URLs
	}
	if item.LoggedDigest == "" {
		item.LoggedDigest = second.LoggedDigest
	}
	return item
}

// readQueryArguments reads the query that JSON arguments of a retriever hold, with the k beside it
// (Haystack).
func readQueryArguments(value model.Value) (query string, hasQuery bool, topK model.Value) {
	shape := asShape(value)
	query, hasQuery = asText(firstOf(shape, "query", "query_str", "queryText", "question", "input", "text"))
	return query, hasQuery, firstOf(shape, "top_k", "topK", "k", "similarity_top_k")
}
