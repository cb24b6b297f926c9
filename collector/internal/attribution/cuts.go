package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// Truncation of the context (spec §4 "Fate", cut): recorded by an assembly, or visible in one call's
// bytes. Works on items in rank order of which nothing is whole or altered.

// rankedItem is an item as cuts see it.
type rankedItem struct {
	standing *standing
	digest   string
}

// callPlaces tell where other items stand in a call, to know that none comes after (before) a kept
// stretch.
type callPlaces interface {
	standsAfter(call int, place *partPlace) bool
	standsBefore(call int, place *partPlace) bool
}

// plannedAt is the planned position of an item; in the budget's unit.
func plannedAt(record *indexedRecord, digest string) model.Optional[int64] {
	var planned []*model.AssembledChunk
	for _, chunk := range record.chunksOf(digest) {
		if chunk.PlannedAt.Or(-1) >= 0 {
			planned = append(planned, chunk)
		}
	}
	if chunk := mostKept(planned); chunk != nil {
		return chunk.PlannedAt
	}
	return model.Optional[int64]{}
}

func (i *rankedItem) isGone() bool { return i.standing.shows == showsNothing }

func (i *rankedItem) isPart() bool { return i.standing.shows == showsPart }

func (i *rankedItem) keepsAnything() bool {
	return i.standing.shows != showsNothing && i.standing.shows != showsUnknown
}

// keepsPrefixAlone: all that is kept of it, in whatever call, is a prefix.
func (i *rankedItem) keepsPrefixAlone() bool {
	for _, part := range i.standing.parts {
		if part.prefix <= 0 || part.suffix != 0 {
			return false
		}
	}
	return true
}

// recordedCut gives the items beyond a recorded cut, by their place in items.
func recordedCut(items []rankedItem, record *indexedRecord) map[int]*model.Cut {
	if record == nil || !record.CutAt.IsSet() {
		return nil
	}
	at := record.CutAt.Or(0)
	side := record.CutSide
	if side == "" {
		side = model.SideTail
	}
	cut := &model.Cut{At: record.CutAt, Unit: record.Unit, Side: side}
	lastBefore := int64(-1)
	lastKept, firstKept := -1, -1
	planned := make([]model.Optional[int64], len(items))
	for index := range items {
		planned[index] = plannedAt(record, items[index].digest)
		if place, isSet := planned[index].Get(); isSet && place < at && place > lastBefore {
			lastBefore = place
		}
		if items[index].keepsAnything() {
			lastKept = index
			if firstKept < 0 {
				firstKept = index
			}
		}
	}
	cuts := map[int]*model.Cut{}
	for index := range items {
		item := &items[index]
		if (!item.isGone() && !item.isPart()) || item.standing.isSplit {
			continue
		}
		place, isPlanned := planned[index].Get()
		isBeyond := isOuterRank(side, index, firstKept, lastKept)
		if isPlanned {
			isBeyond = place >= at
			if side == model.SideHead {
				isBeyond = place < at
			}
		}
		// The item that the cut falls into starts before it.
		straddles := side != model.SideHead && isPlanned && place == lastBefore && item.isPart() && item.keepsPrefixAlone()
		if isBeyond || straddles {
			cuts[index] = cut
		}
	}
	return cuts
}

// isOuterRank is for where no position was planned: no later (head: earlier) rank keeps anything;
// middle: ranks on both sides do.
func isOuterRank(side model.CutSide, index, firstKept, lastKept int) bool {
	switch side {
	case model.SideTail:
		return lastKept <= index
	case model.SideHead:
		return firstKept < 0 || firstKept >= index
	case model.SideMiddle:
	}
	return firstKept <= index && index <= lastKept
}

// visibleCut is a truncation that one call's bytes show.
type visibleCut struct {
	side model.CutSide
	// Places in the items: [from, to).
	items bounds
	// isUnproven: it ends where a value limit may have.
	isUnproven bool
}

func findVisibleCut(items []rankedItem, call int, places callPlaces) (visibleCut, bool) {
	var kept []int
	for index := range items {
		if _, isKept := items[index].standing.parts[call]; isKept && items[index].standing.state != knownIn {
			kept = append(kept, index)
		}
	}
	if len(kept) == 0 || len(kept) > 2 {
		return visibleCut{}, false
	}
	for _, index := range kept {
		if !items[index].isPart() || items[index].standing.isSplit {
			return visibleCut{}, false
		}
	}
	areGone := func(from, to int) bool {
		for index := from; index < to; index++ {
			if !items[index].isGone() {
				return false
			}
		}
		return true
	}
	index := kept[0]
	part := items[index].standing.parts[call]
	if len(kept) == 1 {
		place := part.place
		switch {
		case part.suffix == 0 && areGone(index+1, len(items)) && (place == nil || !places.standsAfter(call, place)):
			return visibleCut{model.SideTail, bounds{index, len(items)}, place != nil && place.endUnproven}, true
		case part.prefix == 0 && areGone(0, index) && (place == nil || !places.standsBefore(call, place)):
			return visibleCut{model.SideHead, bounds{0, index + 1}, false}, true
		}
		return visibleCut{}, false
	}
	second := kept[1]
	other := items[second].standing.parts[call]
	isMiddle := part.suffix == 0 && other.prefix == 0 && areGone(index+1, second) && isPlacedBefore(part.place, other.place)
	return visibleCut{model.SideMiddle, bounds{index, second + 1}, false}, isMiddle
}

func isPlacedBefore(a, b *partPlace) bool {
	if a == nil || b == nil {
		return true
	}
	return a.position < b.position || (a.position == b.position && a.to <= b.from)
}
