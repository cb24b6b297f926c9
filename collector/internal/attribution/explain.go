package attribution

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// The one line that says where the evidence went (spec §10 "Explanation"): numbers, no text of the run.

const (
	explainedEmpty   = "0 retrieved"
	explainedFailed  = "retrieval failed"
	explainedOutside = " (present outside retrieval)"
	explainedPasses  = "output passes"
)

func explainRetrieved(entry *logItem) string {
	return fmt.Sprintf("rank %d/%d within k=%d", entry.rank, entry.candidatesSeen, entry.topK)
}

// explainBelow: a candidate that its own list did not hand on.
func explainBelow(entry *logItem) string {
	if entry.rank > entry.topK {
		return fmt.Sprintf("rank %d/%d below k=%d", entry.rank, entry.candidatesSeen, entry.topK)
	}
	return explainRerankedOut(entry)
}

func explainRerankedOut(entry *logItem) string {
	return fmt.Sprintf("rank %d/%d at %s, not handed on", entry.rank, entry.candidatesSeen, entry.stage)
}

func explainAbsent(candidatesSeen int64, topK model.Optional[int64]) string {
	said := fmt.Sprintf("absent from %d retrieved", candidatesSeen)
	if k, isSet := topK.Get(); isSet {
		said += fmt.Sprintf(", k=%d", k)
	}
	return said
}

// explainLost: what became of the need's item on its way into the context.
func explainLost(reason model.Reason, item *sentFinding, length model.Optional[int64]) string {
	whole := "?"
	if bytes, isSet := length.Get(); isSet {
		whole = strconv.FormatInt(bytes, 10)
	}
	kept := fmt.Sprintf("%d of %s bytes kept", item.keptBytes.Or(0), whole)
	switch reason {
	case model.ReasonCut:
		return explainCut(item, kept)
	case model.ReasonClipped:
		return "clipped, " + kept
	case model.ReasonAltered:
		form := item.form
		if form == "" {
			form = model.FormEdited
		}
		return fmt.Sprintf("altered (%s)", form)
	case model.ReasonPackedOut:
		return "packed out"
	case model.ReasonSplit:
		return "split over calls"
	case model.ReasonDeselected:
		return "deselected"
	}
	return "dropped"
}

func explainCut(item *sentFinding, kept string) string {
	if item.cut == nil || !item.cut.At.IsSet() {
		return "cut, " + kept
	}
	at := item.cut.At.Or(0)
	where := fmt.Sprintf("cut at %d", at)
	if item.cut.Unit != "" {
		where += " " + string(item.cut.Unit)
	}
	if planned, isSet := item.plannedAt.Get(); isSet && planned >= at {
		return fmt.Sprintf("%s, chunk at %d", where, planned)
	}
	return where + ", " + kept
}

func explainSent(offset model.Optional[int64]) string {
	if at := offset.Or(-1); at >= 0 {
		return fmt.Sprintf("sent at byte %d", at)
	}
	return "sent"
}

func explainFailed(reason model.Reason, quote *quotedText) string {
	switch reason {
	case model.ReasonContradiction:
		offset := int64(0)
		if quote != nil {
			offset = quote.Offset
		}
		return fmt.Sprintf("contradicted at output byte %d", offset)
	case model.ReasonRefusal:
		return "refused"
	}
	return "expected text missing"
}

func explainUnknown(reason model.Reason, candidates []model.VerdictName) string {
	names := make([]string, len(candidates))
	for at, candidate := range candidates {
		names[at] = string(candidate)
	}
	return fmt.Sprintf("%s: %s possible", reason, strings.Join(names, " or "))
}

func explainUndeclared(chunks *model.ChunkCounts) string {
	if chunks == nil {
		return "no case; retrieval unlogged"
	}
	said := fmt.Sprintf("no case; %d retrieved", chunks.Retrieved)
	for _, fate := range model.Fates {
		if count := chunks.ByFate[fate]; count > 0 {
			said += fmt.Sprintf(", %d %s", count, fate)
		}
	}
	return said
}
