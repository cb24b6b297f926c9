package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// How an item stands in the sent contexts, before the fates of all items together are told.

// partPlace is where a call keeps a part.
type partPlace struct {
	// position of the segment among the call's evidence.
	position int
	distinct int
	// Raw bytes of the segment.
	bounds
	// endUnproven: the last kept byte is the last of a text whose end may be a value limit's.
	endUnproven bool
}

// callPart is what one call keeps of an item that is not whole.
type callPart struct {
	prefix, suffix int64
	// place is nil where the record alone says so.
	place *partPlace
}

// shown is what the bytes or the record show of an item; unknown where neither shows anything.
type shown string

const (
	showsWhole   shown = "whole"
	showsAltered shown = "altered"
	showsEdited  shown = "edited"
	showsPart    shown = "part"
	showsNothing shown = "nothing"
	showsUnknown shown = "unknown"
)

// hashedPlace is where bytes hash to a digest.
type hashedPlace struct {
	call         int
	segment      int
	at           int
	isAsDeclared bool
}

// recordedPlace is a call, and what its record says.
type recordedPlace struct {
	call    int
	finding recordFinding
}

type standing struct {
	// state is of the item's bytes, whole; not known for reason.
	state  Knowledge
	reason model.Reason
	shows  shown
	// altered is of whole in an accepted form, and of altered.
	altered *alteredPlace
	// form is of altered by record.
	form model.Form
	// hashed is of whole by hash, at a place that was claimed or is a segment.
	hashed *hashedPlace
	// recorded is of whole by record alone.
	recorded *recordedPlace
	// By call.
	parts map[int]callPart
	// isSplit: a prefix in one call and a suffix in another cover all of it: nothing was truncated.
	isSplit bool
}

// mostKeptBytes are those of an item that the call which keeps most of it keeps.
func mostKeptBytes(parts map[int]callPart) int64 {
	most := int64(0)
	for _, part := range parts {
		most = max(most, part.prefix+part.suffix)
	}
	return most
}

// areSplit: spec §5 "Bytes split over calls".
func areSplit(parts map[int]callPart, length model.Optional[int64]) bool {
	whole, isSet := length.Get()
	if !isSet || len(parts) < 2 {
		return false
	}
	for call, one := range parts {
		for other, two := range parts {
			if other != call && one.prefix > 0 && two.suffix > 0 && one.prefix+two.suffix >= whole {
				return true
			}
		}
	}
	return false
}
