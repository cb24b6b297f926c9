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
