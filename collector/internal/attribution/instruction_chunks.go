package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// auditInstructions adds how many distinct chunks stand in the sent context and hold instruction-like
// text (spec §6 "Claim audit"). Equal texts are one chunk, read once; of a chunk that was cut or clipped
// only what was kept counts. Asks nothing of the output. Nothing when the context has no text.
func auditInstructions(frozen *frozenRun, audit model.Audit) model.Audit {
	hasText := slices.ContainsFunc(frozen.calls.contributing, func(call *model.RunCall) bool {
		return slices.ContainsFunc(frozen.calls.contextOf(call).segments, func(one *segment) bool { return one.text != "" })
	})
	if !hasText {
		return audit
	}
	count := int64(0)
	for _, texts := range frozen.scans.all.standingTexts() {
		if slices.ContainsFunc(texts, builtinInstructions().standIn) {
			count++
		}
	}
	if count == 0 {
		return audit
	}
	if audit == nil {
		audit = model.Audit{}
	}
	audit[model.FindingInstructionInChunk] = count
	return audit
}
