package pending

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// TraceID and SpanID are ids as bytes; all zero is none.
type (
	TraceID [16]byte
	SpanID  [8]byte
)

// SpanKey names a span: traces joined by a run id are held together.
type SpanKey struct {
	Trace TraceID
	Span  SpanID
}

// Span is what is held of one span.
type Span struct {
	Key    SpanKey
	Parent SpanID
	Facts  *model.SpanFacts
	// Record is kept only where a value limit that is inferred later may change the facts.
	Record *model.SpanRecord
	// LimitsVersion is that of the resource's value limits when the facts were made.
	LimitsVersion uint64
	// ArrivedNano is when it came, 0 for one that is known by its children alone.
	ArrivedNano int64
	// Bytes it takes, estimated.
	Bytes int64
	// Decided is the run that has counted this span, empty while none has.
	Decided RunKey
	// IsForwarded: it has left, or is safely held; false between the plan and that. A span that comes
	// again before it is one whose first delivery failed.
	IsForwarded bool

	below part
}

// Fresh is the span as it was before any trace held it.
func (s *Span) Fresh() *Span {
	if s == nil {
		return nil
	}
	return &Span{
		Key: s.Key, Parent: s.Parent, Facts: s.Facts, Record: s.Record, LimitsVersion: s.LimitsVersion, Bytes: s.Bytes,
	}
}

// ShortRunID stands for an id in what is remembered of it: clients may send one of megabytes.
func ShortRunID(id string) string {
	const longest = 128
	if len(id) <= longest {
		return strings.Clone(id)
	}
	sum := sha256.Sum256([]byte(id))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// RunKey names a run: the trace, and its run id or the id of its root.
type RunKey string

// KeyOf names the run.
func KeyOf(run *model.Run) RunKey {
	if run.RunID != "" {
		return RunKey("run:" + ShortRunID(run.RunID))
	}
	return RunKey(run.TraceID + ":" + run.SpanID)
}

// isRootOfParts: it has no parent, and is a part or stands above one.
func (s *Span) isRootOfParts() bool {
	return s.Parent == (SpanID{}) && s.below|partOf(s.Facts) != 0
}

// part says which artifacts stand below a span.
type part uint8

const (
	hasRetrieval part = 1 << iota
	hasCall
	hasOther

	isWhole = hasRetrieval | hasCall
)

func partOf(facts *model.SpanFacts) part {
	switch facts.Kind {
	case model.KindRetrieval, model.KindRerank:
		return hasRetrieval
	case model.KindModel:
		return hasCall
	case model.KindAssembly:
		return hasOther
	case model.KindTool:
		// A tool is a retrieval when the case file declares it.
		return hasRetrieval | hasOther
	case model.KindEmbedding, model.KindOther:
	}
	return 0
}

// IsPart tells whether runs are made of such spans.
func IsPart(facts *model.SpanFacts) bool { return partOf(facts) != 0 }
