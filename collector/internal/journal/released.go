package journal

import (
	"math/bits"
	"slices"
)

// releasedNumbers are those from a tail on that were released: a bit each, as one that waits for minutes
// may have millions after it that do not.
type releasedNumbers struct {
	// tail is the least number that is not released.
	tail uint64
	// words hold a bit per number, from tail rounded down to 64 on.
	words []uint64
}

// isReleased tells of numbers below the tail too.
func (r *releasedNumbers) isReleased(number uint64) bool {
	if number < r.tail {
		return true
	}
	word := number/64 - r.tail/64
	return word < uint64(len(r.words)) && r.words[word]&(1<<(number%64)) != 0
}

// tailWith is the tail once numbers are released.
func (r *releasedNumbers) tailWith(numbers []uint64) uint64 {
	sorted := slices.Sorted(slices.Values(numbers))
	tail := r.tail
	for {
		for len(sorted) > 0 && sorted[0] < tail {
			sorted = sorted[1:]
		}
		if (len(sorted) == 0 || sorted[0] != tail) && !r.isReleased(tail) {
			return tail
		}
		tail++
	}
}

// add releases a number and moves the tail over all that are.
func (r *releasedNumbers) add(number uint64) {
	if number < r.tail {
		return
	}
	word := number/64 - r.tail/64
	for word >= uint64(len(r.words)) {
		r.words = append(r.words, 0)
	}
	r.words[word] |= 1 << (number % 64)
	r.advance()
}

func (r *releasedNumbers) advance() {
	for len(r.words) > 0 {
		free := ^r.words[0] >> (r.tail % 64)
		if free != 0 {
			r.tail += uint64(bits.TrailingZeros64(free))
			return
		}
		r.tail = (r.tail/64 + 1) * 64
		r.words = r.words[1:]
	}
}
