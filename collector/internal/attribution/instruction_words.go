package attribution

import (
	"strings"
	"unicode/utf8"
)

// A folded text as words, as the patterns of instruction-like text are compared with it. A character of
// a script written without spaces is a word of its own.

// What stands between two words: nothing, white space and markup, or something that ends a phrase.
const (
	gapTouching = iota
	gapSoft
	gapHard
)

type instructionWord struct {
	// id is the vocabulary's number; noWord for one it does not have.
	id int
	// gap is what stands before it.
	gap int
}

const noWord = -1

// mostTagCharacters: a tag of HTML is markup up to this length; a longer <…> is none.
const mostTagCharacters = 80

const softCharacters = " ,*_`~#>|\\\"'-()[]“”„«»‘–—，、"

// splitInstructionWords reads a folded text; idOf may add to the vocabulary. Linear time.
func splitInstructionWords(folded string, idOf func(word string) int) []instructionWord {
	var words []instructionWord
	gap := gapSoft
	for at := 0; at < len(folded); {
		point, size := utf8.DecodeRuneInString(folded[at:])
		end := at + size
		switch {
		case isWordPart(point):
			if !isWrittenWithoutSpaces(point) {
				end = instructionWordEnd(folded, end)
			}
			words = append(words, instructionWord{idOf(folded[at:end]), gap})
			gap = gapTouching
		case point == '<':
			if tag := tagEnd(folded, at); tag >= 0 {
				gap, end = max(gap, gapSoft), tag
			} else {
				gap = gapHard
			}
		case strings.ContainsRune(softCharacters, point):
			gap = max(gap, gapSoft)
		default:
			gap = gapHard
		}
		at = end
	}
	return words
}

func isWordPart(point rune) bool {
	return isLetterOrDigit(point) || isGroupExtender(point) || isWrittenWithoutSpaces(point)
}

// instructionWordEnd: an apostrophe between two letters belongs to the word.
func instructionWordEnd(folded string, start int) int {
	end := start
	for end < len(folded) {
		next := end
		if folded[next] == '\'' {
			next++
		}
		point, size := utf8.DecodeRuneInString(folded[next:])
		if size == 0 || !isWordPart(point) || isWrittenWithoutSpaces(point) {
			break
		}
		end = next + size
	}
	return end
}

// tagEnd is just after <b>, </b>, <b class="x"> or <!--; −1 where no tag starts.
func tagEnd(folded string, start int) int {
	if strings.HasPrefix(folded[start:], "<!--") {
		return start + len("<!--")
	}
	if start+1 >= len(folded) {
		return -1
	}
	if first := folded[start+1]; (first < 'a' || first > 'z') && first != '/' && first != '!' {
		return -1
	}
	for at := start + 2; at < len(folded) && at < start+mostTagCharacters; at++ {
		switch unit := folded[at]; {
		case unit == '>':
			return at + 1
		case unit == '<' || unit > 0x7e:
			return -1
		}
	}
	return -1
}
