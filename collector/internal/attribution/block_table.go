package attribution

// blockBytes: blocks of 16 bytes as keys; 16 is the shortest stretch the spec counts (§4 "Parts").
const blockBytes = 16

type block [blockBytes]byte

const (
	// Bits of the filter: 32 KB, which stay in the fastest cache.
	filterBits  = 18
	filterShift = 64 - filterBits
)

// blockTable tells which of many 16-byte blocks stand in a text.
//
// How it works: a map of distinct blocks, whose hash no text can foresee, behind a filter over the
// first 8 bytes that most places of a text do not pass.
type blockTable struct {
	filter  [1 << (filterBits - 6)]uint64
	numbers map[block]int32
}

func newBlockTable(capacity int) *blockTable {
	return &blockTable{numbers: make(map[block]int32, capacity)}
}

// add gives the number of the block at start: equal blocks share one. Numbers count from 0.
func (t *blockTable) add(text string, start int) int {
	key := blockAt(text, start)
	if number, isThere := t.numbers[key]; isThere {
		return int(number)
	}
	bit := filterBit(text, start)
	t.filter[bit>>6] |= 1 << (bit & 63)
	number := len(t.numbers)
	t.numbers[key] = int32(number)
	return number
}

// scan calls visit with number and place of each block that stands at a multiple of step from from,
// until it says no.
func (t *blockTable) scan(text string, from, to, step int, visit func(block, at int) bool) {
	for at := from; at <= to-blockBytes; at += step {
		bit := filterBit(text, at)
		if t.filter[bit>>6]>>(bit&63)&1 == 0 {
			continue
		}
		if number, isThere := t.numbers[blockAt(text, at)]; isThere && !visit(int(number), at) {
			return
		}
	}
}

func blockAt(text string, at int) (key block) {
	copy(key[:], text[at:at+blockBytes])
	return key
}

func filterBit(text string, at int) uint64 {
	return load64(text, at) * 0x9E3779B97F4A7C15 >> filterShift
}

// load64 reads eight bytes, the lowest first.
func load64(text string, at int) uint64 {
	bytes := text[at : at+8]
	return uint64(bytes[0]) | uint64(bytes[1])<<8 | uint64(bytes[2])<<16 | uint64(bytes[3])<<24 |
		uint64(bytes[4])<<32 | uint64(bytes[5])<<40 | uint64(bytes[6])<<48 | uint64(bytes[7])<<56
}
