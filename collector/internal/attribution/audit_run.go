package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// auditRun is the claim audit of a run (spec §6): what its answer says of its sources, as counts.
func auditRun(frozen *frozenRun) model.Audit {
	if frozen.output == nil {
		return nil
	}
	input := &auditInput{
		output: frozen.outputText, isContextWhole: true, isOutputWhole: !frozen.output.lossy,
		items: auditItems(frozen), labels: issuedLabels(frozen),
	}
	for _, call := range frozen.calls.contributing {
		if call.Model.ContextLossy || call.Model.ProviderHeld {
			input.isContextWhole = false
		}
		for _, one := range frozen.calls.contextOf(call).segments {
			input.segments = append(input.segments, one.text)
		}
	}
	for _, entry := range slices.Concat(frozen.log.handedOn, frozen.log.below) {
		input.urls = append(input.urls, entry.item.URLs...)
	}
	return auditClaims(input)
}

func auditItems(frozen *frozenRun) []auditItem {
	scan := frozen.scans.all
	var items []auditItem
	for index, entry := range frozen.log.handedOn {
		items = append(items, auditItem{
			entry.rank, entry.item.ID, entry.item.Digest,
			func() sourcePresence { return presenceOfFate(&scan.fates()[index]) },
		})
	}
	for _, entry := range frozen.log.below {
		items = append(items, auditItem{entry.rank, entry.item.ID, entry.item.Digest, func() sourcePresence {
			text, hasText := entry.item.Text.Get()
			if !hasText {
				return sourceUnknown
			}
			switch scan.ofText(text).state {
			case knownIn:
				return sourceSent
			case knownOut:
				return sourceNotSent
			case notKnown:
			}
			return sourceUnknown
		}})
	}
	return items
}

// presenceOfFate: an item that was sent in part or altered was there to be cited.
func presenceOfFate(fate *itemFate) sourcePresence {
	switch fate.fate {
	case model.FateSent, model.FateClipped, model.FateAltered:
		return sourceSent
	case model.FateCut:
		if fate.keptBytes.Or(0) > 0 {
			return sourceSent
		}
		return sourceNotSent
	case model.FatePackedOut, model.FateDeselected, model.FateDropped:
		return sourceNotSent
	case model.FateUnknown:
	}
	return sourceUnknown
}

// issuedLabels are the map of the records that belong to the calls, else of the one that stands alone.
func issuedLabels(frozen *frozenRun) []issuedLabel {
	var records []*model.AssemblyRecord
	for _, call := range frozen.calls.contributing {
		if record := frozen.records.byCall[call]; record != nil {
			records = append(records, record)
		}
	}
	if len(records) == 0 {
		records = frozen.records.loose
	}
	var labels []issuedLabel
	for _, record := range records {
		for at := range record.Chunks {
			if chunk := &record.Chunks[at]; chunk.Label != "" {
				labels = append(labels, issuedLabel{chunk.Label, chunk.Digest})
			}
		}
	}
	return labels
}
