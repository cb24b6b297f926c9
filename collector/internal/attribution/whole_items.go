package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// wholeItems tells whether any of some items stands whole in what a run sent: by its bytes, or by an
// assembly record (spec §3, §4).
func wholeItems(calls *runCalls, records *callRecords) anyStandsWhole {
	kept := map[string]model.Optional[int64]{}
	for _, record := range records.all(calls.contributing) {
		for at := range record.Chunks {
			chunk := &record.Chunks[at]
			bytes, isSet := chunk.KeptBytes.Get()
			if chunk.Digest != "" && chunk.Offset.Or(0) >= 0 && (!isSet || bytes != 0) {
				kept[chunk.Digest] = chunk.KeptBytes
			}
		}
	}
	isKept := func(item *model.RetrievedItem) bool {
		held, isHeld := kept[item.Digest]
		if item.Digest == "" || !isHeld {
			return false
		}
		bytes, isSet := held.Get()
		length, isLengthSet := item.Length.Get()
		return !isSet || !isLengthSet || bytes == length
	}
	return func(items []*model.RetrievedItem) bool {
		if slices.ContainsFunc(items, isKept) {
			return true
		}
		var texts []string
		for _, item := range items {
			if text, hasText := item.Text.Get(); hasText {
				texts = append(texts, text)
			}
		}
		return len(texts) > 0 && slices.ContainsFunc(calls.contributing, func(call *model.RunCall) bool {
			return slices.Contains(WhichPresent(calls.contextOf(call), texts), true)
		})
	}
}
