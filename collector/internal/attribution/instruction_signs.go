package attribution

import (
	"slices"
	"strings"
)

// The signs of instruction-like text: a text without any is not read closely. This is what ordinary
// chunks cost.
//
// How it works: only every fourth byte of a text is looked at, four bytes at once (a word). Of each sign
// a word that lies at such a place is in a table, for each of the four ways the sign can lie: seven bytes
// always hold one, and of six the byte before them is the seventh, which is no letter. Where the table
// says yes the sign is compared. The table leaves out the bit that makes ASCII letters upper case.

const (
	signWordBytes = 4
	signTableBits = 16
	signCaseBits  = 0x20202020
	// signJoint stands for one white space, hyphen or underscore.
	signJoint = '~'
	// signJoints are those.
	signJoints = " \t\n\v\f\r-_"
)

type instructionSign struct {
	lower, upper string
	// isWord: no ASCII letter or digit beside it.
	isWord bool
}

type signPlace struct {
	sign *instructionSign
	// at is where in the sign the four bytes begin.
	at int
}

type instructionSigns struct {
	// isShown has a bit for the hash of each word that a sign can show.
	isShown [1 << signTableBits / 64]uint64
	places  map[uint32][]signPlace
}

// newInstructionSigns takes signs of lower case, folded: words, of six bytes or more, stand by
// themselves; marks, of seven, anywhere.
func newInstructionSigns(words, marks []string) *instructionSigns {
	signs := &instructionSigns{places: map[uint32][]signPlace{}}
	known := map[string]bool{}
	for _, word := range words {
		if !known[word] {
			known[word] = true
			signs.add(&instructionSign{word, upperSign(word), true})
		}
	}
	for _, mark := range marks {
		signs.add(&instructionSign{mark, upperSign(mark), false})
	}
	return signs
}

// standIn takes linear time.
func (s *instructionSigns) standIn(text string) bool {
	at := 0
	for ; at+signWordBytes <= len(text); at += signWordBytes {
		word := uint32(text[at]) | uint32(text[at+1])<<8 | uint32(text[at+2])<<16 | uint32(text[at+3])<<24
		if hash := signHash(word); s.isShown[hash/64]>>(hash%64)&1 != 0 && s.standsAround(text, at, hash) {
			return true
		}
	}
	return false
}

func (s *instructionSigns) standsAround(text string, at int, hash uint32) bool {
	for _, place := range s.places[hash] {
		if place.sign.standsAt(text, at-place.at) {
			return true
		}
	}
	return false
}

func (s *instructionSign) standsAt(text string, start int) bool {
	end := start + len(s.lower)
	if start < 0 || end > len(text) {
		return false
	}
	for index := range len(s.lower) {
		unit, lower := text[start+index], s.lower[index]
		if unit != lower && unit != s.upper[index] && (lower != signJoint || strings.IndexByte(signJoints, unit) < 0) {
			return false
		}
	}
	if !s.isWord {
		return true
	}
	return (start == 0 || !isASCIIWord(text[start-1])) && (end == len(text) || !isASCIIWord(text[end]))
}

func (s *instructionSigns) add(sign *instructionSign) {
	for first := range signWordBytes {
		// Of the words that lie within the sign the last; −1: only with the byte before it.
		at := -1
		if room := len(sign.lower) - signWordBytes - first; room >= 0 {
			at = first + room&^(signWordBytes-1)
		}
		var choices [signWordBytes][]byte
		for index := range choices {
			choices[index] = sign.choicesAt(at + index)
		}
		var hashes []uint32
		eachWord(choices, func(word uint32) {
			if hash := signHash(word); !slices.Contains(hashes, hash) {
				hashes = append(hashes, hash)
			}
		})
		for _, hash := range hashes {
			s.isShown[hash/64] |= 1 << (hash % 64)
			s.places[hash] = append(s.places[hash], signPlace{sign, at})
		}
	}
}

// choicesAt are what a byte of the sign may be; before it no ASCII letter or digit, or the last byte of
// another character.
func (s *instructionSign) choicesAt(index int) []byte {
	switch {
	case index < 0:
		var borders []byte
		for unit := range byte(0xC0) {
			if !isASCIIWord(unit) {
				borders = append(borders, unit)
			}
		}
		return borders
	case s.lower[index] == signJoint:
		return []byte(signJoints)
	}
	return []byte{s.lower[index], s.upper[index]}
}

func eachWord(choices [signWordBytes][]byte, do func(word uint32)) {
	for _, first := range choices[0] {
		for _, second := range choices[1] {
			for _, third := range choices[2] {
				for _, fourth := range choices[3] {
					do(uint32(first) | uint32(second)<<8 | uint32(third)<<16 | uint32(fourth)<<24)
				}
			}
		}
	}
}

func signHash(word uint32) uint32 {
	return (word | signCaseBits) * 0x9e3779b1 >> (32 - signTableBits)
}

func isASCIIWord(unit byte) bool {
	lower := unit | 0x20
	return (lower >= 'a' && lower <= 'z') || (unit >= '0' && unit <= '9')
}

// upperSign is the simple upper case as far as signs need it, of as many bytes: ASCII, Latin-1, Cyrillic.
func upperSign(text string) string {
	return strings.Map(func(point rune) rune {
		switch {
		case point >= 'a' && point <= 'z', point >= 0xE0 && point <= 0xFE && point != 0xF7, point >= 0x430 && point <= 0x44F:
			return point - 0x20
		case point >= 0x450 && point <= 0x45F:
			return point - 0x50
		}
		return point
	}, text)
}
