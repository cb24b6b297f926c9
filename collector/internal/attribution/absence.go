package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// sought is what is looked for in a call.
type sought struct {
	recorded
	// hasText: its bytes are known and were looked for.
	hasText bool
	// isFromNowhere: a needed digest that no item of the log has: nothing says that it was ever near the
	// context.
	isFromNowhere bool
}

// callFinding is what one call says of something whose bytes, where known, do not stand in its segments.
type callFinding struct {
	is       Knowledge
	reason   model.Reason
	byRecord recordFinding
}

// judgeAbsence tells whether "not found" in one call is a finding (spec §3 "Lossy", §4 "By record
// alone"): only when the bytes of both sides are whole; else the assembly record may tell; else it is
// not known.
func judgeAbsence(one *scanCall, what *sought, logDigests *digestSet, acceptForms []model.Form) callFinding {
	call, record := one.call, one.record
	isLogged := call.Messages != nil
	var reasons []model.Reason
	if call.ProviderHeld {
		reasons = append(reasons, model.ReasonContextUnlogged)
	}
	if isLogged {
		if what.invalid || one.context.invalid() {
			reasons = append(reasons, model.ReasonInvalidText)
		}
		if what.lossy || one.context.lossy {
			reasons = append(reasons, model.ReasonLossyCapture)
		}
		if !what.hasText && (!what.isFromNowhere || (record != nil && record.Chunks != nil)) {
			reasons = append(reasons, model.ReasonOffsetUnproven)
		}
		if len(reasons) == 0 {
			return callFinding{is: knownOut}
		}
	}
	byRecord := judgeByRecord(record, &what.recorded, logDigests, acceptForms)
	switch byRecord.is {
	case recordIn:
		// A claimed place at which the digest does not fit: the record is wrong about it, or about more.
		if isLogged && !what.hasText && claimsPlace(record, what.digest) {
			return unknownFinding([]model.Reason{model.ReasonOffsetUnproven}, byRecord)
		}
		return callFinding{is: knownIn, byRecord: byRecord}
	case recordOut:
		if call.ProviderHeld {
			return unknownFinding(reasons, byRecord)
		}
		return callFinding{is: knownOut, byRecord: byRecord}
	case recordPart:
		return unknownFinding(append(reasons, model.ReasonOffsetUnproven), byRecord)
	case recordUntold:
		return unknownFinding(append(reasons, byRecord.reason), byRecord)
	case recordSilent:
	}
	if !isLogged {
		if call.ContextSHA256 == "" && record == nil {
			reasons = append(reasons, model.ReasonContentOff)
		} else {
			reasons = append(reasons, model.ReasonOffsetUnproven)
		}
	}
	return unknownFinding(reasons, recordFinding{})
}

func unknownFinding(reasons []model.Reason, byRecord recordFinding) callFinding {
	reason := firstReason(reasons)
	if reason == "" {
		reason = model.ReasonContentOff
	}
	return callFinding{is: notKnown, reason: reason, byRecord: byRecord}
}

func claimsPlace(record *indexedRecord, digest string) bool {
	return slices.ContainsFunc(record.chunksOf(digest), func(chunk *model.AssembledChunk) bool { return chunk.Offset.Or(-1) >= 0 })
}
