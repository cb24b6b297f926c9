package attribution

import (
	"math"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Presence by the assembly record alone (spec §4 "Need": "By record alone"), where bytes cannot tell:
// nothing but digests, lengths and kept counts.

// recorded is what is known of the one that is looked for.
type recorded struct {
	// digest is empty when it is not known.
	digest string
	// length is UTF-8 bytes.
	length  model.Optional[int64]
	invalid bool
	lossy   bool
}

type recordState string

const (
	// recordSilent: the record says nothing.
	recordSilent recordState = ""
	recordIn     recordState = "in"
	recordOut    recordState = "out"
	recordPart   recordState = "part"
	// recordUntold: the record cannot tell, for a reason.
	recordUntold recordState = "untold"
)

type recordFinding struct {
	is        recordState
	form      model.Form
	keptBytes model.Optional[int64]
	reason    model.Reason
}

// judgeByRecord: a record without a list of chunks says nothing.
func judgeByRecord(record *indexedRecord, sought *recorded, logDigests *digestSet, acceptForms []model.Form) recordFinding {
	if record == nil || record.Chunks == nil {
		return recordFinding{}
	}
	if chunk := mostKept(record.chunksOf(sought.digest)); chunk != nil {
		return judgeChunk(chunk, sought.length, acceptForms)
	}
	switch {
	case sought.digest == "" && sought.invalid:
		return untold(model.ReasonInvalidText)
	case sought.digest == "" && sought.lossy:
		return untold(model.ReasonLossyCapture)
	case record.ForeignHash:
		return untold(model.ReasonHashMismatch)
	case record.Lossy:
		return untold(model.ReasonLossyCapture)
	case sought.digest != "" && record.isClosed(logDigests):
		return recordFinding{is: recordOut}
	}
	return untold(model.ReasonOffsetUnproven)
}

func untold(reason model.Reason) recordFinding {
	return recordFinding{is: recordUntold, reason: reason}
}

// mostKept is the entry of an item, of several with its digest the one that kept most.
func mostKept(chunks []*model.AssembledChunk) *model.AssembledChunk {
	var best *model.AssembledChunk
	for _, chunk := range chunks {
		if best == nil || keptOf(chunk) > keptOf(best) {
			best = chunk
		}
	}
	return best
}

func keptOf(chunk *model.AssembledChunk) int64 {
	if isOffsetAbsent(chunk) {
		return chunk.KeptBytes.Or(0)
	}
	return chunk.KeptBytes.Or(math.MaxInt64)
}

func isOffsetAbsent(chunk *model.AssembledChunk) bool {
	offset, isSet := chunk.Offset.Get()
	return isSet && offset == -1
}

func judgeChunk(chunk *model.AssembledChunk, length model.Optional[int64], acceptForms []model.Form) recordFinding {
	kept, isKeptKnown := chunk.KeptBytes.Get()
	if (isKeptKnown && kept == 0) || (!isKeptKnown && isOffsetAbsent(chunk)) {
		return recordFinding{is: recordOut, keptBytes: model.Some[int64](0)}
	}
	form := formOf(chunk)
	if form == model.FormEdited {
		return recordFinding{is: recordOut, form: form, keptBytes: chunk.KeptBytes}
	}
	if isAlteredForm(form) && !hasForm(acceptForms, form) {
		return recordFinding{is: recordOut, form: form}
	}
	whole, isLengthKnown := length.Get()
	switch {
	case !isKeptKnown, isLengthKnown && kept >= whole:
		return recordFinding{is: recordIn, form: form, keptBytes: chunk.KeptBytes}
	case !isLengthKnown:
		return untold(model.ReasonOffsetUnproven)
	}
	return recordFinding{is: recordPart, keptBytes: chunk.KeptBytes}
}

// formOf is empty for what is no form.
func formOf(chunk *model.AssembledChunk) model.Form {
	form := model.Form(chunk.Form)
	if form == model.FormEdited || hasForm(model.Forms, form) {
		return form
	}
	return ""
}

func isAlteredForm(form model.Form) bool { return hasForm(model.AcceptableForms, form) }

func hasForm(forms []model.Form, form model.Form) bool {
	for _, one := range forms {
		if one == form {
			return true
		}
	}
	return false
}
