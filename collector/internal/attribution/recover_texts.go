package attribution

import (
	"math"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// recoverTexts gives the run with the texts of items that were logged by digest alone, where the bytes
// are at hand all the same: an assembly record claims a range of the sent text, and what stands there
// hashes to the digest (spec §4 "A claimed offset is checked against the hash"). A byte fact, not a
// guess. The same run when there are none.
func recoverTexts(run *model.Run, calls *runCalls, records *callRecords, hash model.TextHash) *model.Run {
	lengths := textlessItems(run)
	if len(lengths) == 0 {
		return run
	}
	texts := map[string]string{}
	for _, call := range calls.contributing {
		if record := records.byCall[call]; record != nil {
			readClaims(calls.contextOf(call), record, lengths, hash, texts)
		}
	}
	if len(texts) == 0 {
		return run
	}
	recovered := *run
	recovered.Retrievals = withTexts(run.Retrievals, texts)
	return &recovered
}

// textlessItems are byte lengths of the items without text, by digest.
func textlessItems(run *model.Run) map[string]model.Optional[int64] {
	lengths := map[string]model.Optional[int64]{}
	for _, retrieval := range run.Retrievals {
		if retrieval.List.ForeignHash {
			continue
		}
		for at := range retrieval.List.Items {
			if item := &retrieval.List.Items[at]; !item.Text.IsSet() && item.Digest != "" {
				lengths[item.Digest] = item.Length
			}
		}
	}
	return lengths
}

func readClaims(context *SentContext, record *model.AssemblyRecord, lengths map[string]model.Optional[int64], hash model.TextHash, texts map[string]string) {
	if len(context.segments) == 0 || record.ForeignHash {
		return
	}
	joined := newPreparedText(context.joined())
	for at := range record.Chunks {
		chunk := &record.Chunks[at]
		itemLength, isMissing := lengths[chunk.Digest]
		if _, isKnown := texts[chunk.Digest]; isKnown || !isMissing {
			continue
		}
		length := claimedLength(chunk, itemLength)
		offset := chunk.Offset.Or(-1)
		if offset < 0 || length <= 0 {
			continue
		}
		// The unit that was recorded first, then the others (spec §4).
		for _, unit := range unitsFrom(record.OffsetUnit) {
			start, isPlace := byteAt(joined, offset, unit)
			if !isPlace || length > int64(len(joined.text)-start) {
				continue
			}
			if text := joined.text[start : start+int(length)]; hash.Digest(text) == chunk.Digest {
				texts[chunk.Digest] = text
				break
			}
		}
	}
}

// claimedLength is the UTF-8 bytes of the whole chunk: a part of it cannot hash to its digest; −1 when
// it is not known.
func claimedLength(chunk *model.AssembledChunk, itemLength model.Optional[int64]) int64 {
	kept, isKept := chunk.KeptBytes.Get()
	length, isSet := itemLength.Get()
	if isKept && isSet && kept != length {
		return -1
	}
	return min(itemLength.Else(chunk.KeptBytes).Or(-1), math.MaxInt32)
}

func withTexts(retrievals []*model.RunRetrieval, texts map[string]string) []*model.RunRetrieval {
	made := map[*model.RunRetrieval]*model.RunRetrieval{}
	var fill func(retrieval *model.RunRetrieval) *model.RunRetrieval
	fill = func(retrieval *model.RunRetrieval) *model.RunRetrieval {
		if retrieval == nil || made[retrieval] != nil {
			return made[retrieval]
		}
		filled := *retrieval
		made[retrieval] = &filled
		filled.Enclosing = fill(retrieval.Enclosing)
		if !retrieval.List.ForeignHash && retrieval.List.Items != nil {
			list := *retrieval.List
			list.Items = make([]model.RetrievedItem, len(retrieval.List.Items))
			for at, item := range retrieval.List.Items {
				if text, isRecovered := texts[item.Digest]; isRecovered && item.Digest != "" && !item.Text.IsSet() {
					item.Text = model.Some(text)
				}
				list.Items[at] = item
			}
			filled.List = &list
		}
		return &filled
	}
	filled := make([]*model.RunRetrieval, len(retrievals))
	for at, retrieval := range retrievals {
		filled[at] = fill(retrieval)
	}
	return filled
}
