package attribution

import (
	"strings"
	"unicode/utf8"
)

// Characters that a reader does not see (docs/instruction-patterns.md "smuggling"): left out before
// phrases are looked for, and looked at themselves, as far as the list has the rule.

// isUnseen: soft hyphen, joiners, directions, variation selectors, tags, byte order marks.
func isUnseen(point rune) bool {
	switch {
	case point < 0xAD:
		return false
	case point == 0xAD, point == 0x34F, point == 0x180E, point == 0xFEFF:
		return true
	case point >= 0x200B && point <= 0x200F, point >= 0x202A && point <= 0x202E:
		return true
	case point >= 0x2060 && point <= 0x206F, isSelector(point):
		return true
	}
	return isTag(point)
}

// unseenLeads are the first bytes of unseen characters.
var unseenLeads = [...]byte{0xC2, 0xCD, 0xE1, 0xE2, 0xEF, 0xF3}

func holdsUnseen(text string) bool {
	for _, lead := range unseenLeads {
		for rest := text; ; rest = rest[1:] {
			at := strings.IndexByte(rest, lead)
			if at < 0 {
				break
			}
			rest = rest[at:]
			if point, _ := utf8.DecodeRuneInString(rest); isUnseen(point) {
				return true
			}
		}
	}
	return false
}

// spaceWithoutWidth may stand inside a word, or hold two apart.
const spaceWithoutWidth = "\u200b"

// seenReadings are what a reader sees: spaces without width left out, and read as spaces.
func seenReadings(text string) []string {
	seen := []string{withoutUnseen(text)}
	if strings.Contains(text, spaceWithoutWidth) {
		seen = append(seen, withoutUnseen(strings.ReplaceAll(text, spaceWithoutWidth, " ")))
	}
	return seen
}

func withoutUnseen(text string) string {
	return strings.Map(func(point rune) rune {
		if isUnseen(point) {
			return -1
		}
		return point
	}, text)
}

const (
	// blackFlag: a flag of a region (England, Scotland, Wales) is a black flag, up to six tags, and the one
	// that ends them.
	blackFlag     = 0x1F3F4
	mostFlagTags  = 7
	manySelectors = 4
	longCode      = 16
	// rightToLeftOverride turns what is read around.
	rightToLeftOverride = 0x202E
)

// smuggles walks once; the runs of the four rules end where another character stands.
func smuggles(text string, rules map[string]bool) bool {
	var tags, selectors, code int
	var codeFirst, before rune
	isFlag, isMixed := false, false
	for _, point := range text {
		if isTag(point) {
			if tags == 0 {
				isFlag = before == blackFlag
			}
			tags++
			if (!isFlag || tags > mostFlagTags) && rules["tag_characters"] {
				return true
			}
		} else {
			tags = 0
		}
		if isSelector(point) {
			selectors++
			if selectors == manySelectors && rules["variation_selectors"] {
				return true
			}
		} else {
			selectors = 0
		}
		if isZeroWidth(point) {
			if code == 0 {
				codeFirst = point
			}
			code++
			isMixed = isMixed || point != codeFirst
			if code >= longCode && isMixed && rules["zero_width_code"] {
				return true
			}
		} else {
			code, isMixed = 0, false
		}
		if before == rightToLeftOverride && isASCIILetter(point) && rules["direction_override"] {
			return true
		}
		before = point
	}
	return false
}

func isTag(point rune) bool { return point >= 0xE0000 && point <= 0xE007F }

func isSelector(point rune) bool {
	return (point >= 0xFE00 && point <= 0xFE0F) || (point >= 0xE0100 && point <= 0xE01EF)
}

func isZeroWidth(point rune) bool {
	return (point >= 0x200B && point <= 0x200F) || (point >= 0x2060 && point <= 0x2064) || point == 0x180E || point == 0xFEFF
}

func isASCIILetter(point rune) bool {
	lower := point | 0x20
	return lower >= 'a' && lower <= 'z'
}
