package attribution

// mappedText is a text made from another one (decoded, normalised, folded) with the way back: offsets
// in evidence are always those of the raw text (spec §4 "Offsets are raw").
//
// How it works: the text is a sequence of pieces that together cover the raw text. A kept piece stands
// byte for byte for its raw range (it may hold other bytes: a letter in lower case); a replaced one
// stands for its raw range as a whole. A text that needed no change has no pieces and costs nothing.
type mappedText struct {
	text string
	raw  string
	// Where each piece starts in the text and in the raw one. None: the raw text itself.
	at      []int
	from    []int
	isWhole []bool
}

// unchangedText is a text that is its own raw text.
func unchangedText(raw string) *mappedText {
	return &mappedText{text: raw, raw: raw}
}

// rawStart is where the piece that holds the byte at index starts; the raw length at the end.
func (m *mappedText) rawStart(index int) int {
	if len(m.at) == 0 {
		return index
	}
	if index >= len(m.text) {
		return len(m.raw)
	}
	piece := m.pieceAt(index)
	if m.isWhole[piece] {
		return m.from[piece]
	}
	return m.from[piece] + index - m.at[piece]
}

// rawEnd is just after the piece that holds the byte before index; 0 at the start.
func (m *mappedText) rawEnd(index int) int {
	if len(m.at) == 0 {
		return index
	}
	if index <= 0 {
		return 0
	}
	piece := m.pieceAt(index - 1)
	if !m.isWhole[piece] {
		return m.from[piece] + index - m.at[piece]
	}
	if piece+1 < len(m.from) {
		return m.from[piece+1]
	}
	return len(m.raw)
}

// pieceAt is the last piece that starts at or before index; an empty piece never is it, as the next
// one starts there too.
func (m *mappedText) pieceAt(index int) int {
	low, high := 0, len(m.at)-1
	for low < high {
		middle := (low + high + 1) >> 1
		if m.at[middle] <= index {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// mappedTextBuilder builds a mapped text from left to right. What is not replaced is copied.
type mappedTextBuilder struct {
	raw    string
	out    []byte
	at     []int
	from   []int
	whole  []bool
	rawEnd int
}

// replace puts a text in place of a raw range; ranges come in order and do not overlap.
func (b *mappedTextBuilder) replace(rawStart, rawEnd int, text string) {
	b.copyUpTo(rawStart)
	b.push(rawStart, true)
	b.out = append(b.out, text...)
	b.rawEnd = rawEnd
}

// change puts a text of the same length in place of a raw range: each byte stands for its own.
func (b *mappedTextBuilder) change(rawStart int, text string) {
	b.copyUpTo(rawStart)
	if len(b.at) == 0 || b.whole[len(b.whole)-1] {
		b.push(rawStart, false)
	}
	b.out = append(b.out, text...)
	b.rawEnd = rawStart + len(text)
}

func (b *mappedTextBuilder) finish() *mappedText {
	if len(b.at) == 0 {
		return unchangedText(b.raw)
	}
	b.copyUpTo(len(b.raw))
	made := &mappedText{text: string(b.out), raw: b.raw}
	if len(b.at) > 1 || b.whole[0] {
		made.at, made.from, made.isWhole = b.at, b.from, b.whole
	}
	return made
}

func (b *mappedTextBuilder) copyUpTo(rawEnd int) {
	if rawEnd <= b.rawEnd {
		return
	}
	if len(b.at) == 0 || b.whole[len(b.whole)-1] {
		b.push(b.rawEnd, false)
	}
	if b.out == nil {
		b.out = make([]byte, 0, len(b.raw))
	}
	b.out = append(b.out, b.raw[b.rawEnd:rawEnd]...)
	b.rawEnd = rawEnd
}

func (b *mappedTextBuilder) push(from int, isWhole bool) {
	b.at = append(b.at, len(b.out))
	b.from = append(b.from, from)
	b.whole = append(b.whole, isWhole)
}
