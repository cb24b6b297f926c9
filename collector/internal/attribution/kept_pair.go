package attribution

import "unicode/utf8"

// keptMinBytes is the shortest kept stretch, and how much longer than a shared start or end it must be.
const keptMinBytes = 16

// keptPair is the kept prefix and suffix of one item in one reading (spec §4 "Parts").
type keptPair struct {
	// Bytes of the item; 0: none kept.
	prefix, suffix int
	// Where they lie in the reading: the prefix from its start, the suffix from its start.
	prefixAt, suffixAt int
}

// edgeLengths are the places of every length from from on, as the automaton gives them.
type edgeLengths struct {
	from int
	// Prefixes: where each ends. Suffixes: where each starts.
	places []int
}

func (l edgeLengths) longest() int { return l.from + len(l.places) - 1 }

func (l edgeLengths) place(length int) int { return l.places[length-l.from] }

var noLengths = edgeLengths{from: 1}

// findKeptPair gives the pair that keeps most: each length at its outermost place, the suffix after the
// prefix, no byte of the item twice, on code point borders. Of equals the one with the longer prefix.
// Nothing kept: both are 0.
func findKeptPair(item string, prefixes, suffixes edgeLengths) keptPair {
	var best keptPair
	suffix := 0
	longest := suffixes.longest()
	// Shorter prefixes end earlier and leave more to the suffix, which therefore only grows.
	for prefix := prefixes.longest(); ; prefix-- {
		isPrefix := prefix >= prefixes.from
		end := 0
		if !isPrefix {
			prefix = 0
		} else {
			if prefix < len(item) && !utf8.RuneStart(item[prefix]) {
				continue
			}
			end = prefixes.place(prefix)
		}
		for length := max(suffix+1, suffixes.from); length <= longest && length+prefix <= len(item) && suffixes.place(length) >= end; length++ {
			if utf8.RuneStart(item[len(item)-length]) {
				suffix = length
			}
		}
		if prefix+suffix > best.prefix+best.suffix {
			best = keptPair{prefix: prefix, suffix: suffix, prefixAt: end - prefix}
			if suffix > 0 {
				best.suffixAt = suffixes.place(suffix)
			}
		}
		if !isPrefix {
			return best
		}
	}
}
