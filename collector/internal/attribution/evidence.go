package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// evidenceOf are numbers about the need's item (spec §14).
func evidenceOf(finding *needFinding, log *runLog, fates []itemFate, output *judgedOutput) *model.Evidence {
	evidence := &model.Evidence{TopK: log.topK, TopKSource: log.topKSource}
	identify(evidence, finding)
	entry := finding.entry
	switch {
	case entry != nil:
		evidence.Rank = model.Some(entry.rank)
		evidence.Stage = entry.stage
		evidence.CandidatesSeen = model.Some(entry.candidatesSeen)
	case log.isListed:
		evidence.CandidatesSeen = model.Some(log.candidatesSeen)
	}
	if finding.entryIs == entryBelow {
		evidence.TopK, evidence.TopKSource = model.Some(entry.topK), entry.topKSource
	}
	addWhereabouts(evidence, finding)
	if output.quote != nil {
		evidence.Quote = &output.quote.Quote
		evidence.Distractors = distractorsOf(finding, log, fates, output.quote.text)
	}
	return evidence
}

func identify(evidence *model.Evidence, finding *needFinding) {
	need := finding.need
	switch {
	case finding.entry != nil:
		evidence.Digest, evidence.Length = finding.entry.item.Digest, lengthOf(finding.entry)
	case need.hasLine:
		evidence.Digest, evidence.Length = need.lineDigest, model.Some(int64(len(need.line)))
	case len(need.chunks) == 1:
		evidence.Digest = need.chunks[0]
	}
}

// addWhereabouts: where it stood, or how much of it was left.
func addWhereabouts(evidence *model.Evidence, finding *needFinding) {
	if finding.sent == notKnown && finding.sentReason != model.ReasonEngineTruncated {
		return
	}
	found, fate := &finding.finding, finding.fate
	if found.state == knownIn {
		evidence.Offset, evidence.Message, evidence.Part, evidence.Form = found.offset, found.message, found.part, found.form
	} else {
		evidence.Offset = model.Some[int64](-1)
		evidence.Form = found.form
		if fate != nil && fate.form != "" {
			evidence.Form = fate.form
		}
	}
	evidence.PlannedAt = found.plannedAt
	evidence.OffsetMismatch = found.offsetMismatch
	if fate == nil {
		return
	}
	evidence.PlannedAt = fate.plannedAt.Else(found.plannedAt)
	evidence.OffsetMismatch = fate.offsetMismatch || found.offsetMismatch
	evidence.KeptBytes = keptBytesOf(fate, finding.entry)
	if fate.fate == model.FateCut {
		evidence.Cut = fate.cut
	}
}

// keptBytesOf is only of an item that was handed on, and not where a recognised form hides how much was
// kept.
func keptBytesOf(fate *itemFate, entry *logItem) model.Optional[int64] {
	switch {
	case fate.fate == model.FateUnknown:
		return model.Optional[int64]{}
	case fate.split:
		// Split over calls, both halves were sent: together they are the whole item.
		return lengthOf(entry)
	case fate.fate == model.FateSent:
		return fate.keptBytes.Else(lengthOf(entry))
	case fate.fate == model.FateAltered && fate.form != model.FormEdited:
		return model.Optional[int64]{}
	}
	return model.Some(fate.keptBytes.Or(0))
}

// distractorsOf are digests of sent items other than the need's, without the line, that hold the quoted
// bytes.
func distractorsOf(finding *needFinding, log *runLog, fates []itemFate, quoted string) []string {
	own := map[string]bool{}
	for _, index := range finding.matches {
		own[log.handedOn[index].item.Digest] = true
	}
	var digests []string
	for index, entry := range log.handedOn {
		item := entry.item
		text, hasText := item.Text.Get()
		if fates[index].fate == model.FateSent && !slices.Contains(finding.matches, index) && !own[item.Digest] && item.Digest != "" &&
			hasText && !slices.Contains(digests, item.Digest) && strings.Contains(text, quoted) {
			digests = append(digests, item.Digest)
		}
	}
	return digests
}

// isCorpusFailure: the quoted bytes stand in a line declared incorrect, or in a sent chunk declared
// incorrect.
func isCorpusFailure(quote *quotedText, findings []*needFinding, log *runLog, fates []itemFate, book *model.CaseBook) bool {
	if quote == nil {
		return false
	}
	for _, finding := range findings {
		if finding.need.lineIs == model.LineIncorrect && finding.need.hasLine && strings.Contains(finding.need.line, quote.text) {
			return true
		}
	}
	if book == nil {
		return false
	}
	for index, entry := range log.handedOn {
		text, hasText := entry.item.Text.Get()
		_, isIncorrect := book.IncorrectChunks[entry.item.Digest]
		if fates[index].fate == model.FateSent && isIncorrect && entry.item.Digest != "" && hasText && strings.Contains(text, quote.text) {
			return true
		}
	}
	return false
}
