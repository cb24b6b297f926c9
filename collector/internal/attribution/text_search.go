package attribution

import (
	"strings"
	"sync"
)

// shortBytes: up to this length the library's own search is fast, and its worst case is a small
// constant.
const shortBytes = 64

// needle is a text made ready to be searched for in linear time, hostile text included.
type needle struct {
	text string
	// Length of the longest proper border of each prefix; of long texts.
	fallback func() []int32
}

func prepareNeedle(text string) *needle {
	return &needle{text: text, fallback: sync.OnceValue(func() []int32 { return fallbackTable(text) })}
}

// find is the start of the leftmost occurrence at or after from that accepts (nil: any does); −1 when
// there is none.
func (n *needle) find(haystack string, from int, accepts func(start int) bool) int {
	if len(n.text) > shortBytes {
		return n.findLong(haystack, from, accepts)
	}
	for start := indexFrom(haystack, n.text, from); start >= 0; start = indexFrom(haystack, n.text, start+1) {
		if accepts == nil || accepts(start) {
			return start
		}
	}
	return -1
}

// findLong is Knuth–Morris–Pratt: no byte of the haystack is read twice.
func (n *needle) findLong(haystack string, from int, accepts func(start int) bool) int {
	// Most long needles are absent and not hostile: their first bytes decide at native speed.
	index := indexFrom(haystack, n.text[:shortBytes], from)
	if index < 0 {
		return -1
	}
	fallback := n.fallback()
	matched := 0
	for ; index < len(haystack); index++ {
		unit := haystack[index]
		for matched > 0 && n.text[matched] != unit {
			matched = int(fallback[matched-1])
		}
		if n.text[matched] == unit {
			matched++
		}
		if matched < len(n.text) {
			continue
		}
		start := index - len(n.text) + 1
		if accepts == nil || accepts(start) {
			return start
		}
		matched = int(fallback[matched-1])
	}
	return -1
}

func fallbackTable(text string) []int32 {
	table := make([]int32, len(text))
	matched := 0
	for index := 1; index < len(text); index++ {
		for matched > 0 && text[matched] != text[index] {
			matched = int(table[matched-1])
		}
		if text[matched] == text[index] {
			matched++
		}
		table[index] = int32(matched)
	}
	return table
}

// indexFrom is strings.Index at or after a place.
func indexFrom(text, sought string, from int) int {
	if from > len(text) {
		return -1
	}
	if at := strings.Index(text[from:], sought); at >= 0 {
		return from + at
	}
	return -1
}
