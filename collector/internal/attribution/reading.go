package attribution

import "sort"

// reading is a reading of a segment: its bytes, or what they say once decoded or normalised (spec §4
// "Forms"), with the way back to the raw bytes. Offsets of evidence are raw: the start of the escape,
// entity or group that a byte came from.
//
// How it works: only what was replaced is kept, as pieces in order; everything between two pieces
// stands byte for byte. A reading of a reading (JSON in JSON) asks the one below.
type reading struct {
	text string
	// below is nil for the raw bytes themselves.
	below *reading
	// Where each replaced piece starts and ends, here and below.
	at, end, from, to []int
}

func newRawReading(text string) *reading {
	return &reading{text: text}
}

// rawStart is the raw start of the piece that holds byte at; the raw length at the end.
func (r *reading) rawStart(at int) int {
	if r.below == nil {
		return at
	}
	if at >= len(r.text) {
		return r.below.rawStart(len(r.below.text))
	}
	piece := lastAtMost(r.at, at)
	switch {
	case piece < 0:
		return r.below.rawStart(at)
	case at < r.end[piece]:
		return r.below.rawStart(r.from[piece])
	}
	return r.below.rawStart(r.to[piece] + at - r.end[piece])
}

// rawEnd is the raw end of the piece that holds the byte before at; 0 at the start.
func (r *reading) rawEnd(at int) int {
	if r.below == nil {
		return at
	}
	if at <= 0 {
		return 0
	}
	piece := lastAtMost(r.at, at-1)
	if piece < 0 {
		return r.below.rawEnd(at)
	}
	return r.below.rawEnd(r.to[piece] + max(0, at-r.end[piece]))
}

// firstFrom is the first byte that comes from raw bytes at or after raw alone.
func (r *reading) firstFrom(raw int) int {
	if r.below == nil {
		return raw
	}
	below := r.below.firstFrom(raw)
	piece := lastAtMost(r.from, below)
	switch {
	case piece < 0:
		return below
	case below == r.from[piece]:
		return r.at[piece]
	}
	return r.end[piece] + max(0, below-r.to[piece])
}

// endBefore is the end of the bytes that come from raw bytes before raw alone.
func (r *reading) endBefore(raw int) int {
	if r.below == nil {
		return raw
	}
	below := r.below.endBefore(raw)
	piece := lastAtMost(r.from, below)
	switch {
	case piece < 0:
		return below
	case below < r.to[piece]:
		return r.at[piece]
	}
	return r.end[piece] + below - r.to[piece]
}

// lastAtMost is the index of the last value at or below limit, −1 when all are above. Values ascend.
func lastAtMost(values []int, limit int) int {
	return sort.Search(len(values), func(at int) bool { return values[at] > limit }) - 1
}

// readingWriter writes a reading from left to right. What is not replaced is copied.
type readingWriter struct {
	below  *reading
	made   reading
	out    []byte
	copied int
}

func newReadingWriter(below *reading) *readingWriter {
	return &readingWriter{below: below}
}

// replace puts what write appends in place of the bytes [from, to) below.
func (w *readingWriter) replace(from, to int, write func(out []byte) []byte) {
	if w.out == nil {
		w.out = make([]byte, 0, len(w.below.text))
	}
	w.out = append(w.out, w.below.text[w.copied:from]...)
	w.made.at = append(w.made.at, len(w.out))
	w.made.from = append(w.made.from, from)
	w.made.to = append(w.made.to, to)
	w.out = write(w.out)
	w.made.end = append(w.made.end, len(w.out))
	w.copied = to
}

// finish gives the reading below itself when nothing was replaced.
func (w *readingWriter) finish() *reading {
	if len(w.made.at) == 0 {
		return w.below
	}
	w.out = append(w.out, w.below.text[w.copied:]...)
	w.made.text = string(w.out)
	w.made.below = w.below
	return &w.made
}
