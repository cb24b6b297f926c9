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
// says yes, and the byte after the word fits as well, the sign is compared. The table leaves out the bit
// that makes ASCII letters upper case.

const (
	signWordBytes = 4
	signTableBits = 15
	signCaseBits  = 0x20202020
	// signClassMask: bytes are of one class when these bits are equal: upper and lower case are.
	signClassMask = 7
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
	// shown has, by the hash of a word that a sign can show, a bit for each class of the byte after it.
	shown [1 << signTableBits]uint8
	// heads, by the same, are numbers in places; 0: none.
	heads  [1 << signTableBits]uint16
	places [][]signPlace
}

// newInstructionSigns takes signs of lower case, folded: words, of six bytes or more, stand by
// themselves; marks, of seven, anywhere.
func newInstructionSigns(words, marks []string) *instructionSigns {
	signs := &instructionSigns{places: make([][]signPlace, 1)}
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
	for at := 0; at+signWordBytes <= len(text); at += signWordBytes {
		word := uint32(text[at]) | uint32(text[at+1])<<8 | uint32(text[at+2])<<16 | uint32(text[at+3])<<24
		classes := s.shown[signHash(word)]
		if classes == 0 {
			continue
		}
		if end := at + signWordBytes; end < len(text) && classes>>(text[end]&signClassMask)&1 == 0 {
			continue
		}
		for _, place := range s.places[s.heads[signHash(word)]] {
			if place.sign.standsAt(text, at-place.at) {
				return true
			}
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
		switch unit, lower := text[start+index], s.lower[index]; {
		case lower == signJoint:
			if strings.IndexByte(signJoints, unit) < 0 {
				return false
			}
		case unit != lower && unit != s.upper[index]:
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
		at := sign.rarest(first)
		var choices [signWordBytes][]byte
		for index := range choices {
			choices[index] = sign.choicesAt(at + index)
		}
		classes := uint8(0xff)
		if after := at + signWordBytes; after < len(sign.lower) {
			classes = 0
			for _, unit := range sign.choicesAt(after) {
				classes |= 1 << (unit & signClassMask)
			}
		}
		var hashes []uint32
		eachWord(choices, func(word uint32) {
			if hash := signHash(word); !slices.Contains(hashes, hash) {
				hashes = append(hashes, hash)
			}
		})
		for _, hash := range hashes {
			s.shown[hash] |= classes
			if s.heads[hash] == 0 {
				s.heads[hash] = uint16(len(s.places)) //nolint:gosec // As many as words of signs: some thousands.
				s.places = append(s.places, nil)
			}
			s.places[s.heads[hash]] = append(s.places[s.heads[hash]], signPlace{sign, at})
		}
	}
}

// byFrequency is common to rare in English; what is not here is rarer.
const byFrequency = " etaoinsrhldcumfpgwybvkxjqz"

// rarest is, of the words within the sign that begin at first and every fourth byte after it, the one
// that texts hold least; −1: there is none, but one with the byte before the sign.
func (s *instructionSign) rarest(first int) int {
	rarestAt, most := -1, -1
	for at := first; at+signWordBytes <= len(s.lower); at += signWordBytes {
		rarity := 0
		for index := at; index < at+signWordBytes; index++ {
			known := strings.IndexByte(byFrequency, s.choicesAt(index)[0])
			if known < 0 {
				known = len(byFrequency)
			}
			rarity += known
		}
		if rarity > most {
			rarestAt, most = at, rarity
		}
	}
	return rarestAt
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
