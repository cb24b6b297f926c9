package attribution

import (
	"slices"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// What assembly records claim about one item: where it was planned, and whether its offset fits the
// bytes (spec §4 "Need").

// plannedPlace is in the budget's unit, of the first call whose record knows it.
func plannedPlace(calls []scanCall, digest string) model.Optional[int64] {
	for at := range calls {
		if planned := plannedAt(calls[at].record, digest); planned.IsSet() {
			return planned
		}
	}
	return model.Optional[int64]{}
}

// offsetMisses: some record claims an offset at which, in its unit, the item's bytes do not stand.
// found: where they do, if anywhere.
func offsetMisses(calls []scanCall, group *logGroup, stands *standing, found model.Optional[int64]) bool {
	if stands.hashed != nil {
		return !stands.hashed.isAsDeclared
	}
	text, hasText := group.item.Text.Get()
	// Bytes that telemetry may have changed, on either side, show no mismatch.
	if !hasText || group.digest == "" || group.item.Lossy {
		return false
	}
	for at := range calls {
		one := &calls[at]
		if one.record == nil || one.call.Messages == nil || isLossyCall(one) {
			continue
		}
		for _, chunk := range one.record.chunksOf(group.digest) {
			offset, isSet := chunk.Offset.Get()
			place, isFound := found.Get()
			if !isSet || offset < 0 || (isFound && offset == place) {
				continue
			}
			claimed, isThere := findClaimed(one.context, offset, one.record, func(where *segment, at int) bool {
				return claimStands(where.text[at:], text, chunk)
			})
			if !isThere || !claimed.isAsDeclared {
				return true
			}
		}
	}
	return false
}

func isLossyCall(one *scanCall) bool {
	return one.call.ContextLossy || slices.ContainsFunc(one.context.segments, func(sent *segment) bool { return sent.lossy })
}

// claimStands: all of the item, trimmed or not, or as much of its start or end as was kept.
func claimStands(there, text string, chunk *model.AssembledChunk) bool {
	if strings.HasPrefix(there, text) || strings.HasPrefix(there, TrimWhiteSpace(text)) {
		return true
	}
	kept, isSet := chunk.KeptBytes.Get()
	if !isSet || kept <= 0 || kept >= int64(len(text)) || kept > int64(len(there)) {
		return false
	}
	return there[:kept] == text[:kept] || there[:kept] == text[int64(len(text))-kept:]
}
