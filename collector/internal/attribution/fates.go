package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// groupFate is the fate of an item handed on (spec §4 "Fate"), once it is known how each stands.
type groupFate struct {
	fate model.Fate
	cut  *model.Cut
	// reason is of an unknown that the standing does not explain.
	reason model.Reason
}

// assignFates: items are distinct, in rank order; records per contributing call, nil where it has none.
func assignFates(items []rankedItem, records []*indexedRecord, places callPlaces) []groupFate {
	cuts := map[int]*model.Cut{}
	for _, record := range records {
		for index, cut := range recordedCut(items, record) {
			if cuts[index] == nil {
				cuts[index] = cut
			}
		}
	}
	unproven := map[int]bool{}
	for call, record := range records {
		visible, isVisible := findVisibleCut(items, call, places)
		if !isVisible {
			continue
		}
		for index := visible.items.from; index < visible.items.to; index++ {
			switch {
			case cuts[index] != nil:
			case visible.isUnproven:
				unproven[index] = true
			default:
				cut := &model.Cut{Side: visible.side}
				if record != nil && record.CutAt.IsSet() {
					cut.At, cut.Unit = record.CutAt, record.Unit
				}
				cuts[index] = cut
			}
		}
	}
	lastThere, firstGone := -1, -1
	for index := range items {
		if items[index].keepsAnything() {
			lastThere = index
		}
		if items[index].isGone() && firstGone < 0 {
			firstGone = index
		}
	}
	fates := make([]groupFate, len(items))
	for index := range items {
		item := &items[index]
		fate := &fates[index]
		switch item.standing.shows {
		case showsWhole:
			fate.fate = model.FateSent
		case showsAltered, showsEdited:
			fate.fate = model.FateAltered
		case showsUnknown:
			fate.fate = model.FateUnknown
		case showsPart, showsNothing:
			switch {
			case cuts[index] != nil:
				fate.fate, fate.cut = model.FateCut, cuts[index]
			case unproven[index]:
				fate.fate, fate.reason = model.FateUnknown, model.ReasonLossyCapture
			case item.isPart():
				fate.fate = model.FateClipped
			case lastThere >= 0 && firstGone > lastThere:
				fate.fate = model.FatePackedOut
			case lastThere > index && !slices.ContainsFunc(records, func(record *indexedRecord) bool { return isPlanned(record, item.digest) }):
				fate.fate = model.FateDeselected
			default:
				fate.fate = model.FateDropped
			}
		}
	}
	return fates
}

// isPlanned: the record gave it a place, before any cut or after.
func isPlanned(record *indexedRecord, digest string) bool {
	return slices.ContainsFunc(record.chunksOf(digest), func(chunk *model.AssembledChunk) bool {
		return chunk.PlannedAt.Or(-1) >= 0 || chunk.KeptBytes.Or(0) > 0 || chunk.Offset.Or(-1) >= 0
	})
}
