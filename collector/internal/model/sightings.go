package model

// SightedKind is the kind a span is counted as in ragspan.spans (spec §10 "Metrics"): rerank spans
// log retrieval lists. isSighted is false for spans that are not counted.
func SightedKind(facts *SpanFacts) (kind SpanKind, isSighted bool) {
	switch facts.Kind {
	case KindRetrieval, KindRerank:
		return KindRetrieval, true
	case KindAssembly, KindModel:
		return facts.Kind, true
	case KindEmbedding, KindTool, KindOther:
	}
	return "", false
}
