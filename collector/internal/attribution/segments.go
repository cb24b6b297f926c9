package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const roleAssistant = "assistant"

// segment is a text part or tool-result part as sent (spec §3 "Sent context").
type segment struct {
	text    string
	message int
	part    int
	// startByte counts from the start of all segments joined by one LF.
	startByte int
	// isEvidence false: of role assistant, or just the question (edges trimmed).
	isEvidence bool
	lossy      bool
	// endUnproven: the end of this text may be a value limit's: it proves no cut (spec §3 "Lossy").
	endUnproven bool
	// prepared is the text made ready for searching, once.
	prepared *preparedText
}

// SentContext is what a call was sent, as segments in the order sent. Nothing matches across two
// segments; offsets run through all of them.
type SentContext struct {
	segments   []*segment
	byteLength int
	// lossy: parts that are evidence may be missing or changed.
	lossy bool
	// question, trimmed; empty when it is not known.
	question string

	starts       map[model.OffsetUnit][]int64
	isInvalid    bool
	isInvalidSet bool
}

// NewSentContext reads a call; one whose messages were not logged has no segments. An empty question is
// none.
func NewSentContext(call *model.ModelCall, question string) *SentContext {
	context := &SentContext{question: TrimWhiteSpace(question), lossy: call.ContextLossy}
	for message := range call.Messages {
		sent := &call.Messages[message]
		for part := range sent.Parts {
			context.add(sent.Role, message, part, &sent.Parts[part])
		}
	}
	return context
}

func (c *SentContext) add(role string, message, partIndex int, part *model.SentPart) {
	if part.Kind == model.PartOther {
		return
	}
	if part.Lossy && role != roleAssistant {
		c.lossy = true
	}
	for leaf, text := range part.Leaves {
		if len(c.segments) > 0 {
			c.byteLength++
		}
		c.segments = append(c.segments, &segment{
			text: text, message: message, part: partIndex, startByte: c.byteLength,
			isEvidence:  role != roleAssistant && (c.question == "" || TrimWhiteSpace(text) != c.question),
			lossy:       part.Lossy,
			endUnproven: part.EndUnproven && leaf == len(part.Leaves)-1,
			prepared:    newPreparedText(text),
		})
		c.byteLength += len(text)
	}
}

// invalid: evidence holds U+FFFD: what is not found there may stand there damaged.
func (c *SentContext) invalid() bool {
	if !c.isInvalidSet {
		c.isInvalidSet = true
		c.isInvalid = slices.ContainsFunc(c.segments, func(one *segment) bool {
			return one.isEvidence && model.IsInvalidText(one.text)
		})
	}
	return c.isInvalid
}

// joined are all segments joined by one LF, for hashing.
func (c *SentContext) joined() string {
	texts := make([]string, len(c.segments))
	for at, one := range c.segments {
		texts[at] = one.text
	}
	return strings.Join(texts, "\n")
}
