package translator

import (
	"hash/maphash"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	// Cuts of more different lengths than this are no limit's.
	maxCutLengths = 256
	maxNesting    = 8
)

// ValueLimitSurvey finds the value limit of each resource out of its values alone (spec §3
// "Lossy"): the length of any JSON that was cut, or a length that two values share as the resource's
// maximum. Feed it every record that is there before translating. It keeps lengths, not texts. Not
// for concurrent use.
type ValueLimitSurvey struct {
	seed maphash.Seed
	seen map[string]*lengthsSeen
}

// NewValueLimitSurvey has seen nothing yet.
func NewValueLimitSurvey() *ValueLimitSurvey {
	return &ValueLimitSurvey{seed: maphash.MakeSeed(), seen: map[string]*lengthsSeen{}}
}

// Add looks at a record; it tells whether the limits of its resource may be others now.
func (s *ValueLimitSurvey) Add(record *model.SpanRecord) (mayDiffer bool) {
	seen := s.seen[record.Resource.Key]
	if seen == nil {
		seen = newLengthsSeen(s.seed)
		s.seen[record.Resource.Key] = seen
	}
	before := seen.changes
	seen.addAttributes(record.Attributes)
	for at := range record.Events {
		seen.addAttributes(record.Events[at].Attributes)
	}
	return seen.changes != before
}

// LimitsOf gives what was inferred for a resource. Of one of which nothing was seen: none, and not
// known.
func (s *ValueLimitSurvey) LimitsOf(resourceKey string) ValueLimits {
	seen := s.seen[resourceKey]
	if seen == nil {
		return ValueLimits{}
	}
	return ValueLimits{
		UTF16:      withShared(seen.cut.utf16, seen.utf16),
		CodePoints: withShared(seen.cut.codePoints, seen.codePoints),
		Bytes:      withShared(seen.cut.bytes, seen.bytes),
	}
}

// Forget frees what was seen of a resource.
func (s *ValueLimitSurvey) Forget(resourceKey string) {
	delete(s.seen, resourceKey)
}

// longest is the greatest length seen in one unit, and whether two different values have it.
type longest struct {
	length   int
	isShared bool
	// Of the first value of that length.
	hash uint64
}

// add tells whether a limit may follow from it that did not before.
func (m *longest) add(length int, hash func() uint64) (isChange bool) {
	switch {
	case length < m.length:
	case length > m.length:
		isChange = m.isShared
		*m = longest{length: length, hash: hash()}
	case !m.isShared && m.length > 0:
		m.isShared = hash() != m.hash
		isChange = m.isShared
	}
	return isChange
}

type lengthsSeen struct {
	seed maphash.Seed
	// Grows whenever the limits may have become others.
	changes    uint64
	utf16      longest
	codePoints longest
	bytes      longest
	// Texts of JSON that does not parse, by their lengths.
	cut struct {
		utf16      map[int]struct{}
		codePoints map[int]struct{}
		bytes      map[int]struct{}
	}
}

func newLengthsSeen(seed maphash.Seed) *lengthsSeen {
	seen := &lengthsSeen{seed: seed}
	seen.cut.utf16 = map[int]struct{}{}
	seen.cut.codePoints = map[int]struct{}{}
	seen.cut.bytes = map[int]struct{}{}
	return seen
}

func withShared(cut map[int]struct{}, maximum longest) map[int]struct{} {
	lengths := maps.Clone(cut)
	if maximum.isShared {
		lengths[maximum.length] = struct{}{}
	}
	return lengths
}

func (s *lengthsSeen) addAttributes(attributes model.Attributes) {
	for key, value := range attributes.All() {
		switch held := value.(type) {
		case string:
			s.addText(key, held)
		case []model.Value, *model.Object:
			if !isIDKey(key) {
				s.addNested(held, maxNesting)
			}
		}
	}
}

// addNested: the limit cuts the strings in lists and structures one by one.
func (s *lengthsSeen) addNested(value model.Value, depth int) {
	switch held := value.(type) {
	case string:
		if !isHexOrUUID(held) {
			s.addLength(held)
		}
	case []model.Value:
		if depth == 0 {
			return
		}
		for _, one := range held {
			s.addNested(one, depth-1)
		}
	case *model.Object:
		if depth == 0 {
			return
		}
		for _, one := range held.All() {
			s.addNested(one, depth-1)
		}
	}
}

func (s *lengthsSeen) addText(key, text string) {
	if isIDKey(key) || isHexOrUUID(text) {
		return
	}
	s.addLength(text)
	if isJSONKey(key) && beginsLikeJSON(text) && !isClosedJSON(text) {
		s.addCut(text)
	}
}

func (s *lengthsSeen) addLength(text string) {
	if len(text) < s.bytes.length && len(text) < s.codePoints.length && len(text) < s.utf16.length {
		return
	}
	hash := func() uint64 { return maphash.String(s.seed, text) }
	ofUTF16 := s.utf16.add(model.UTF16Length(text), hash)
	ofBytes := s.bytes.add(len(text), hash)
	ofCodePoints := s.codePoints.add(utf8.RuneCountInString(text), hash)
	if ofUTF16 || ofBytes || ofCodePoints {
		s.changes++
	}
}

func (s *lengthsSeen) addCut(text string) {
	if len(s.cut.utf16) >= maxCutLengths {
		return
	}
	s.changes++
	s.cut.utf16[model.UTF16Length(text)] = struct{}{}
	s.cut.bytes[len(text)] = struct{}{}
	s.cut.codePoints[utf8.RuneCountInString(text)] = struct{}{}
}

func isClosedJSON(text string) bool {
	trimmed := model.TrimJSEnd(text)
	return (strings.HasSuffix(trimmed, "}") || strings.HasSuffix(trimmed, "]")) && model.IsJSON(text)
}

// isIDKey: ids and hashes have a length by their nature. [._](ids?|digests|sha256|key)$ or Id$
func isIDKey(key string) bool {
	at := strings.LastIndexAny(key, "._")
	if at >= 0 {
		switch key[at+1:] {
		case "id", "ids", "digests", "sha256", "key":
			return true
		}
	}
	return strings.HasSuffix(key, "Id")
}

func isHexOrUUID(text string) bool {
	const shortest, longest = 16, 128
	if len(text) < shortest || len(text) > longest {
		return false
	}
	for at := range len(text) {
		unit := text[at]
		if !isDigit(unit) && (unit < 'a' || unit > 'f') && (unit < 'A' || unit > 'F') && unit != '-' {
			return false
		}
	}
	return true
}
