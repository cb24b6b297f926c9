package translator

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// textReader reads strings of one provenance, with what is known about their completeness (spec §3
// "Text", "Lossy").
type textReader struct {
	// Of strings that are attribute values, or leaves of a structured one: the value limit applies to
	// each. nil: strings inside JSON that parses, which no value limit has cut.
	limits *ValueLimits
}

// inJSON reads strings inside JSON that parses.
var inJSON = textReader{}

// endsUnproven: the end of such a text may be that of an attribute value cut at a limit nobody told
// us.
func (r textReader) endsUnproven() bool {
	return r.limits != nil && !r.limits.IsKnown
}

func (r textReader) read(raw string) model.CapturedText {
	text := model.WellFormed(raw)
	return model.CapturedText{Text: text, Lossy: isDamaged(text) || (r.limits != nil && r.limits.reachesLimit(text))}
}

// isDamaged finds a mark of redaction, or a character cut in two at the end.
func isDamaged(text string) bool {
	return strings.HasSuffix(text, model.Replacement) || model.HasRedactionMark(text)
}

// IsLossyText tells whether telemetry may have changed an attribute value.
func IsLossyText(text string, limits ValueLimits) bool {
	return textReader{limits: &limits}.read(text).Lossy
}

// shortestCut is the length of the shortest string that a limit is believed to have cut.
const shortestCut = 16

// HasText tells whether the record has a string of its own that a value limit may have cut: its facts
// may change when a limit shows.
func HasText(record *model.SpanRecord) bool {
	if hasText(record.Attributes) {
		return true
	}
	for at := range record.Events {
		if hasText(record.Events[at].Attributes) {
			return true
		}
	}
	return false
}

func hasText(attributes model.Attributes) bool {
	for key, value := range attributes.All() {
		switch held := value.(type) {
		case string:
			if len(held) >= shortestCut && !isIDKey(key) && !isHexOrUUID(held) {
				return true
			}
		case []model.Value, *model.Object:
			if !isIDKey(key) && hasNestedText(held, maxNesting) {
				return true
			}
		}
	}
	return false
}

func hasNestedText(value model.Value, depth int) bool {
	if depth == 0 {
		return true
	}
	switch held := value.(type) {
	case string:
		return len(held) >= shortestCut && !isHexOrUUID(held)
	case []model.Value:
		for _, one := range held {
			if hasNestedText(one, depth-1) {
				return true
			}
		}
	case *model.Object:
		for _, one := range held.All() {
			if hasNestedText(one, depth-1) {
				return true
			}
		}
	}
	return false
}
