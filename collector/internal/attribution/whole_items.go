package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// standsWhole tells whether an item stands whole in the sent context.
type standsWhole func(item *model.RetrievedItem) bool

// wholeItems tells it of what a run sent: by its bytes, or by an assembly record (spec §3, §4). Searched
// when first asked, for all items of the run at once.
func wholeItems(run *model.Run, calls *runCalls, records *callRecords) standsWhole {
	kept := map[string]model.Optional[int64]{}
	for _, record := range records.all(calls.contributing) {
		for at := range record.Chunks {
			chunk := &record.Chunks[at]
			if chunk.Digest != "" && chunk.Offset.Or(0) >= 0 && chunk.KeptBytes.Or(1) != 0 {
				kept[chunk.Digest] = chunk.KeptBytes
			}
		}
	}
	var standing map[string]bool
	return func(item *model.RetrievedItem) bool {
		if held, isHeld := kept[item.Digest]; isHeld {
			bytes, isSet := held.Get()
			length, isLengthSet := item.Length.Get()
			if !isSet || !isLengthSet || bytes == length {
				return true
			}
		}
		text, hasText := item.Text.Get()
		if !hasText {
			return false
		}
		if standing == nil {
			standing = standingTexts(run, calls)
		}
		return standing[TrimWhiteSpace(text)]
	}
}

func standingTexts(run *model.Run, calls *runCalls) map[string]bool {
	var texts []string
	for _, retrieval := range run.Retrievals {
		for at := range retrieval.List.Items {
			if text, hasText := retrieval.List.Items[at].Text.Get(); hasText {
				texts = append(texts, text)
			}
		}
	}
	finder := NewTextFinder(texts)
	standing := map[string]bool{}
	for _, call := range calls.contributing {
		for core := range finder.standingInEvidence(calls.contextOf(call)) {
			standing[core] = true
		}
	}
	return standing
}
