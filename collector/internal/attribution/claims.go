package attribution

import (
	"cmp"
	"slices"
	"sort"
	"unicode/utf8"
)

// Who owns the bytes that several items could have left (spec §4 "Parts"): the longest stretch; and the
// question its own, where no stretch reaches 16 bytes beyond them.

// claim is a kept prefix or suffix as it was found.
type claim struct {
	text     int
	isPrefix bool
	// length is bytes of the item.
	length int
	// least: below this the stretch says nothing of this item: 16 more than any start (end) it shares.
	least   int
	reading *reading
	// at is where it starts in the reading.
	at int
}

// stretch is a claim that was granted, in full or in part, with its raw bytes of the segment.
type stretch struct {
	claim
	bounds
}

func (c *claim) place() bounds {
	return bounds{c.reading.rawStart(c.at), c.reading.rawEnd(c.at + c.length)}
}

// grantClaims: question is the raw bytes of the segment where the question stands. Granted stretches
// come in order of place.
func grantClaims(claims []claim, question []bounds) []stretch {
	var standing []claim
	for _, one := range claims {
		if left, isLeft := one.trim(one.bindingQuestions(question)); isLeft {
			standing = append(standing, left)
		}
	}
	// Longest first, then the lower rank, then the prefix.
	slices.SortStableFunc(standing, func(a, b claim) int {
		return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(a.text, b.text), boolOrder(b.isPrefix, a.isPrefix))
	})
	var granted []stretch
	for _, one := range standing {
		left, isLeft := one.trim(overlapping(boundsOf(granted), one.place()))
		if !isLeft {
			continue
		}
		at := left.place()
		granted = slices.Insert(granted, firstAtOrAfter(boundsOf(granted), at.from), stretch{left, at})
	}
	return granted
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func boundsOf(stretches []stretch) []bounds {
	all := make([]bounds, len(stretches))
	for at := range stretches {
		all[at] = stretches[at].bounds
	}
	return all
}

func (c *claim) bindingQuestions(question []bounds) []bounds {
	if len(question) == 0 {
		return nil
	}
	at := c.place()
	var binding []bounds
	for _, own := range overlapping(question, at) {
		if own.from-at.from < keptMinBytes && at.to-own.to < keptMinBytes {
			binding = append(binding, own)
		}
	}
	return binding
}

// trim gives what others leave of a claim: a prefix must keep its start, a suffix its end.
func (c claim) trim(others []bounds) (claim, bool) {
	if len(others) == 0 {
		return c, true
	}
	at := c.place()
	start, end := c.at, c.at+c.length
	if c.isPrefix {
		other := others[0]
		if other.from <= at.from {
			return c, false
		}
		end = min(end, c.reading.endBefore(other.from))
		for end > start && c.continues(end) {
			end--
		}
	} else {
		other := others[len(others)-1]
		if other.to >= at.to {
			return c, false
		}
		start = max(start, c.reading.firstFrom(other.to))
		for start < end && c.continues(start) {
			start++
		}
	}
	if end-start < c.least {
		return c, false
	}
	c.at, c.length = start, end-start
	return c, true
}

func (c *claim) continues(at int) bool {
	return at < len(c.reading.text) && !utf8.RuneStart(c.reading.text[at])
}

// overlapping are those of the bounds (in order, apart) that share bytes with another.
func overlapping(all []bounds, with bounds) []bounds {
	first := firstAtOrAfter(all, with.from)
	if first > 0 && all[first-1].to > with.from {
		first--
	}
	end := first
	for end < len(all) && all[end].from < with.to {
		end++
	}
	return all[first:end]
}

func firstAtOrAfter(all []bounds, from int) int {
	return sort.Search(len(all), func(at int) bool { return all[at].from >= from })
}
