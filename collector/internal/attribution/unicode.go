package attribution

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Unicode 15.0 as spec §6 "Unicode" asks for it, from our own tables: the same answer with every Go
// version, and in both languages. Tables are decoded on first use.

// IsWhiteSpace: 9–D, 20, 85, A0, 1680, 2000–200A, 2028, 2029, 202F, 205F, 3000, FEFF.
func IsWhiteSpace(point rune) bool {
	switch {
	case point < 0x80:
		return point == ' ' || (point >= '\t' && point <= '\r')
	case point < 0x1680:
		return point == 0x85 || point == 0xA0
	case point >= 0x2000 && point <= 0x200A:
		return true
	}
	switch point {
	case 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
		return true
	}
	return false
}

// TrimWhiteSpace is the text without white space at either edge.
func TrimWhiteSpace(text string) string {
	if isPlainByteAt(text, 0) && isPlainByteAt(text, len(text)-1) {
		return text
	}
	return strings.TrimRightFunc(strings.TrimLeftFunc(text, IsWhiteSpace), IsWhiteSpace)
}

// isPlainByteAt: ASCII and no white space.
func isPlainByteAt(text string, at int) bool {
	return at >= 0 && at < len(text) && text[at] > ' ' && text[at] < utf8.RuneSelf
}

// Classes of code points, in the order of classLetters.
const (
	classUnassigned = iota
	classMark
	classLetter
	classNumber

	classLetters = "UMLNO"
)

type categoryTable struct {
	// First code point of each run.
	starts  []rune
	classes []byte
}

var categories = sync.OnceValue(func() *categoryTable {
	table := &categoryTable{}
	start := rune(0)
	for at := 0; at < len(categoryRuns); {
		end := at + 1
		for end < len(categoryRuns) && (categoryRuns[end] < 'A' || categoryRuns[end] > 'Z') {
			end++
		}
		table.starts = append(table.starts, start)
		table.classes = append(table.classes, byte(strings.IndexByte(classLetters, categoryRuns[at])))
		length := 1
		if end > at+1 {
			length = base36(categoryRuns[at+1 : end])
		}
		start += rune(length)
		at = end
	}
	return table
})

func base36(digits string) int {
	number, _ := strconv.ParseInt(digits, 36, 32)
	return int(number)
}

func classOf(point rune) byte {
	table := categories()
	low, high := 0, len(table.starts)-1
	for low < high {
		middle := (low + high + 1) >> 1
		if table.starts[middle] <= point {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return table.classes[low]
}

// isAssigned in Unicode 15.0: private use is, noncharacters are not.
func isAssigned(point rune) bool {
	return point < 0x378 || classOf(point) != classUnassigned
}

// isGroupExtender: it belongs to the group of the code point before it: \p{M} and U+1160–11FF.
func isGroupExtender(point rune) bool {
	switch {
	case point < 0x300:
		return false
	case point >= 0x1160 && point <= 0x11FF:
		return true
	case (point >= 0x3400 && point <= 0xA66E) || (point >= 0xAC00 && point <= 0xFB1D):
		return false
	}
	return classOf(point) == classMark
}

// isLetterOrDigit: \p{L} or \p{N}.
func isLetterOrDigit(point rune) bool {
	if point < 0x80 {
		return (point >= 'a' && point <= 'z') || (point >= '0' && point <= '9') || (point >= 'A' && point <= 'Z')
	}
	found := classOf(point)
	return found == classLetter || found == classNumber
}

// withoutSpaces are inclusive ranges of the scripts written without spaces between words.
var withoutSpaces = [...][2]rune{
	{0x0E00, 0x0EFF},
	{0x1000, 0x109F},
	{0x1780, 0x17FF},
	{0x19E0, 0x19FF},
	{0x2E80, 0x2FDF},
	{0x3005, 0x3007},
	{0x3021, 0x3029},
	{0x3040, 0x30FF},
	{0x31F0, 0x31FF},
	{0x3400, 0x4DBF},
	{0x4E00, 0x9FFF},
	{0xA9E0, 0xA9FF},
	{0xAA60, 0xAA7F},
	{0xF900, 0xFAFF},
	{0xFF66, 0xFF9F},
	{0x1AFF0, 0x1B16F},
	{0x20000, 0x323AF},
}

func isWrittenWithoutSpaces(point rune) bool {
	if point < 0xE00 {
		return false
	}
	for _, bounds := range withoutSpaces {
		if point >= bounds[0] && point <= bounds[1] {
			return true
		}
	}
	return false
}

// flatEnd: below it every code point has its lower case in a flat table; above, few have one.
const flatEnd = 0x590

type lowerCaseTable struct {
	flat [flatEnd]rune
	rest map[rune]rune
}

var lowerCase = sync.OnceValue(func() *lowerCaseTable {
	table := &lowerCaseTable{rest: map[rune]rune{}}
	for point := range table.flat {
		table.flat[point] = rune(point)
	}
	first := 0
	for run := range strings.SplitSeq(lowerRuns, ";") {
		parts := strings.Split(run, ",")
		first += base36(parts[0])
		count, isEverySecond := strings.CutSuffix(parts[1], "+")
		step := 1
		if isEverySecond {
			step = 2
		}
		delta := base36(parts[2])
		for n := range base36(count) {
			upper := first + n*step
			if upper < flatEnd {
				table.flat[upper] = rune(upper + delta)
			} else {
				table.rest[rune(upper)] = rune(upper + delta)
			}
		}
	}
	table.flat[0x3C2] = 0x3C3
	return table
})

// toLowerCase is simple lower case, U+0130 unchanged, U+03C2 (final sigma) as U+03C3.
func toLowerCase(point rune) rune {
	switch {
	case point < 0x80:
		if point >= 'A' && point <= 'Z' {
			return point + 0x20
		}
		return point
	case point < flatEnd:
		return lowerCase().flat[point]
	case point < 0x10A0 || (point >= 0x2D00 && point < 0xA640) || (point >= 0xAC00 && point < 0xFF00):
		return point
	}
	if lower, hasLower := lowerCase().rest[point]; hasLower {
		return lower
	}
	return point
}
