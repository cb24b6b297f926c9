package contentdigest

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// Rewrite takes captured text off a span and its events, and puts digests and lengths in its place.
//
// facts are what the span says, translated before; nil of a span that no dialect has a word on, or whose
// translation failed: then every text becomes its own hash. hash makes the hashes; the facts were made
// with the same one. A span that holds no captured text is not changed.
func Rewrite(span ptrace.Span, facts *model.SpanFacts, hash model.TextHash) {
	rewriting := &rewriting{span: span, facts: facts, hash: hash}
	taken := rewriting.take(span.Attributes(), readKey)
	events := make([]*takenTexts, span.Events().Len())
	isAny := taken.isAny
	for at := range events {
		events[at] = rewriting.takeFromEvent(span.Events().At(at))
		isAny = isAny || events[at].isAny
	}
	if !isAny {
		return
	}
	// What hashes already there were made with another key: ours beside them would be taken for theirs.
	rewriting.isForeign = hasForeignHashes(span.Attributes(), hash)
	standIns := rewriting.writeStandIns(taken)
	span.SetDroppedAttributesCount(span.DroppedAttributesCount() + rewriting.writeHashes(span.Attributes(), taken, standIns))
	for at := range events {
		event := span.Events().At(at)
		event.SetDroppedAttributesCount(event.DroppedAttributesCount() + rewriting.writeHashes(event.Attributes(), events[at], standIns))
	}
}

type rewriting struct {
	span      ptrace.Span
	facts     *model.SpanFacts
	hash      model.TextHash
	isForeign bool
}

// takeFromEvent: GenAI events carry text under short names as well.
func (r *rewriting) takeFromEvent(event ptrace.SpanEvent) *takenTexts {
	name := event.Name()
	if name == "" {
		if held, isThere := event.Attributes().Get("event.name"); isThere {
			name = held.AsString()
		}
	}
	if !strings.HasPrefix(name, "gen_ai.") {
		return r.take(event.Attributes(), readKey)
	}
	isOurs := isOurEvaluation(event.Attributes())
	return r.take(event.Attributes(), func(key string) keyReading {
		return readEventKey(name, key, isOurs)
	})
}

// contentOf settles what depends on the span: on a retrieval input.value is the query.
func (r *rewriting) contentOf(of content) content {
	if of != inputContent && of != outputContent {
		return of
	}
	kind := model.KindOther
	if r.facts != nil {
		kind = r.facts.Kind
	}
	switch {
	case kind == model.KindModel && of == inputContent:
		return contextContent
	case kind == model.KindModel:
		return answerContent
	case kind != model.KindRetrieval && kind != model.KindRerank:
		return otherContent
	case of == inputContent:
		return queryContent
	}
	return documentsContent
}

// hasForeignHashes tells whether the span's own hashes were made with a key that is not ours.
func hasForeignHashes(attributes pcommon.Map, hash model.TextHash) bool {
	name := ""
	if held, isThere := attributes.Get(semconv.RagspanHashKey); isThere {
		name = held.AsString()
	}
	if name == hash.KeyName {
		return false
	}
	for _, key := range []string{
		semconv.RagspanRetrievalChunkDigests, semconv.RagspanRetrievalQuerySHA256, semconv.RagspanAssemblyChunkDigests,
		semconv.RagspanAssemblyTemplateSHA256, semconv.RagspanContextSHA256, semconv.RagspanOutputSHA256,
	} {
		if _, isThere := attributes.Get(key); isThere {
			return true
		}
	}
	return false
}
