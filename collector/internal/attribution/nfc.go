package attribution

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// NFC group by group (spec §6 "Unicode"): a group is a code point with the \p{M} and U+1160–11FF after
// it. A group over 30 code points, or with one that Unicode 15.0 does not know, stays: so every host
// gives the same bytes, whatever its Unicode version.

const (
	maxGroupCodePoints = 30
	// The library puts a U+034F after 30 marks in a row, which is not NFC. A code point gives at most
	// three marks.
	maxLibraryCodePoints = 9
)

// NormalizeNFC is the text in NFC.
func NormalizeNFC(raw string) string {
	return normalizeNFC(raw).text
}

// groupEnd is just after the group that starts at start.
func groupEnd(text string, start int) int {
	_, size := utf8.DecodeRuneInString(text[start:])
	end := start + size
	for end < len(text) {
		if text[end] < 0xCC {
			break
		}
		point, size := utf8.DecodeRuneInString(text[end:])
		if !isGroupExtender(point) {
			break
		}
		end += size
	}
	return end
}

// normalizeNFC gives the text in NFC, with the raw groups that changed as pieces. Linear time.
func normalizeNFC(raw string) *mappedText {
	if !mayCompose(raw) || norm.NFC.IsNormalString(raw) {
		return unchangedText(raw)
	}
	builder := mappedTextBuilder{raw: raw}
	for start := 0; start < len(raw); {
		end := groupEnd(raw, start)
		if group := raw[start:end]; !isStableGroup(group) {
			if composed := composeGroup(group); composed != group {
				builder.replace(start, end, composed)
			}
		}
		start = end
	}
	return builder.finish()
}

// mayCompose: nothing below U+0300 changes.
func mayCompose(text string) bool {
	for at := range len(text) {
		if text[at] >= 0xCC {
			return true
		}
	}
	return false
}

// isStableGroup: it stays as it is, by rule or because nothing in it can change.
func isStableGroup(group string) bool {
	first, size := utf8.DecodeRuneInString(group)
	if size == len(group) && (first < 0x300 || (first >= 0x3400 && first < 0xF900)) {
		return true
	}
	count := 0
	for _, point := range group {
		count++
		if count > maxGroupCodePoints || !isAssigned(point) {
			return true
		}
	}
	return false
}

func composeGroup(group string) string {
	if !utf8.ValidString(group) {
		return group
	}
	if utf8.RuneCountInString(group) <= maxLibraryCodePoints {
		return norm.NFC.String(group)
	}
	return composeLong(group)
}

// composeLong is NFC as the standard defines it: decompose, order the marks, compose.
func composeLong(group string) string {
	type mark struct {
		point rune
		class uint8
	}
	var marks []mark
	for _, point := range group {
		for _, part := range norm.NFD.String(string(point)) {
			marks = append(marks, mark{part, norm.NFD.PropertiesString(string(part)).CCC()})
		}
	}
	for start := 0; start < len(marks); {
		end := start + 1
		if marks[start].class != 0 {
			for end < len(marks) && marks[end].class != 0 {
				end++
			}
			slices.SortStableFunc(marks[start:end], func(a, b mark) int { return int(a.class) - int(b.class) })
		}
		start = end
	}
	starter := -1
	var composed []mark
	for _, next := range marks {
		if starter >= 0 {
			last := composed[len(composed)-1]
			isAdjacent := len(composed)-1 == starter
			if isAdjacent || (last.class != 0 && last.class < next.class) {
				if joined, isOne := composePair(composed[starter].point, next.point); isOne {
					composed[starter].point = joined
					continue
				}
			}
		}
		composed = append(composed, next)
		if next.class == 0 {
			starter = len(composed) - 1
		}
	}
	built := make([]rune, len(composed))
	for at, one := range composed {
		built[at] = one.point
	}
	return string(built)
}

// composePair is the primary composite of two code points.
func composePair(first, second rune) (rune, bool) {
	pair := string([]rune{first, second})
	if composed := norm.NFC.String(pair); composed != pair && utf8.RuneCountInString(composed) == 1 {
		point, _ := utf8.DecodeRuneInString(composed)
		return point, true
	}
	return 0, false
}
