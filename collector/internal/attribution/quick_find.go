package attribution

// quickFind finds one text in another at the library's own speed, with a bound on the work.
//
// How it works: the library's search is linear for short needles only (for long ones a hostile text
// makes it quadratic), so a piece out of the middle is searched and the rest compared, which costs
// memory speed. What that costs is booked; when the account is empty the caller takes a way that no
// text can make slow.
type quickFind struct {
	// Bytes that may still be spent.
	left int
}

const (
	anchorBytes = 32
	// skippedPerByte: bytes that the library skips through, or compares, for the price of one byte
	// walked by us.
	skippedPerByte = 8
	callCost       = 16
)

// find is the leftmost start at or after from, −1 for none; isDone is false when the account ran out.
func (q *quickFind) find(text, sought string, from int) (start int, isDone bool) {
	before := max(0, (len(sought)-anchorBytes)/2)
	anchor := sought[before:min(len(sought), before+anchorBytes)]
	for start := from; q.left > 0; {
		anchorAt := indexFrom(text, anchor, start+before)
		if anchorAt < 0 {
			q.left -= callCost + (len(text)-start)/skippedPerByte
			return -1, true
		}
		at := anchorAt - before
		q.left -= callCost + (at-start)/skippedPerByte
		if len(anchor) == len(sought) {
			return at, true
		}
		q.left -= len(sought) / skippedPerByte
		if at+len(sought) <= len(text) && text[at:at+len(sought)] == sought {
			return at, true
		}
		start = at + 1
	}
	return -1, false
}

const spentPerByte = 2

// findLeftmost is the leftmost start, −1 for none. Linear.
func findLeftmost(text, sought string) int {
	if len(sought) > len(text) {
		return -1
	}
	quick := quickFind{left: spentPerByte*len(text) + len(sought) + callCost}
	if start, isDone := quick.find(text, sought, 0); isDone {
		return start
	}
	return prepareNeedle(sought).find(text, 0, nil)
}
