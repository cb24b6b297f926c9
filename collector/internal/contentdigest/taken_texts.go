package contentdigest

import (
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// maxHashedKeys bounds the hashes put on one span or event: a map of attributes is searched for every
// key that is put there. What is beyond leaves without a trace but the count of dropped attributes.
const maxHashedKeys = 64

// takenText is what stood under one key, or under all keys of a flattened list.
type takenText struct {
	key   string
	of    content
	texts []string
	bytes int64
}

// takenTexts are those of one span or event.
type takenTexts struct {
	isAny bool
	all   []*takenText
	// families by prefix: their keys make one text.
	families map[string]*takenText
	// beyond counts what is not kept for hashing.
	beyond uint32
	// documents: the attribute gen_ai.retrieval.documents was among them.
	hasDocuments bool
}

// take removes the attributes that carry text.
func (r *rewriting) take(attributes pcommon.Map, read func(key string) keyReading) *takenTexts {
	taken := &takenTexts{}
	attributes.RemoveIf(func(key string, value pcommon.Value) bool {
		reading := read(key)
		if reading.of == noContent || (reading.isGuess && isScalar(value)) {
			return false
		}
		switch {
		case reading.of == parametersContent:
			kept, isWhole := textFreeParameters(value)
			if isWhole {
				return false
			}
			if kept != "" {
				taken.isAny = true
				value.SetStr(kept)
				return false
			}
			reading.of = otherContent
		case key == documentsKey:
			if isTextFreeDocuments(value) {
				return false
			}
			taken.hasDocuments = true
		}
		taken.add(key, value, reading, r.contentOf(reading.of))
		return true
	})
	return taken
}

// isScalar: a number or a flag says nothing that anyone captured as text.
func isScalar(value pcommon.Value) bool {
	switch value.Type() {
	case pcommon.ValueTypeInt, pcommon.ValueTypeDouble, pcommon.ValueTypeBool, pcommon.ValueTypeEmpty:
		return true
	case pcommon.ValueTypeStr, pcommon.ValueTypeBytes, pcommon.ValueTypeMap, pcommon.ValueTypeSlice:
	}
	return false
}

func (t *takenTexts) add(key string, value pcommon.Value, reading keyReading, of content) {
	t.isAny = true
	if reading.family != nil {
		t.addToFamily(value, reading.family, of)
		return
	}
	if len(t.all) == maxHashedKeys {
		t.beyond++
		return
	}
	one := &takenText{key: key, of: of}
	one.add(value)
	t.all = append(t.all, one)
}

func (t *takenTexts) addToFamily(value pcommon.Value, family *flattenedFamily, of content) {
	one := t.families[family.prefix]
	if one == nil {
		one = &takenText{key: strings.TrimSuffix(family.prefix, "."), of: of}
		if t.families == nil {
			t.families = map[string]*takenText{}
		}
		t.families[family.prefix] = one
		t.all = append(t.all, one)
	}
	one.add(value)
}

// add: a structured value counts as the JSON it is.
func (t *takenText) add(value pcommon.Value) {
	text := value.AsString()
	t.texts = append(t.texts, text)
	t.bytes += int64(len(text))
}

// sha256 is over the values in the order they came, joined by one LF; empty for a text that has no hash.
func (t *takenText) sha256(hash model.TextHash) string {
	text := t.texts[0]
	if len(t.texts) > 1 {
		text = strings.Join(t.texts, "\n")
	}
	if model.IsInvalidText(model.Repaired(text)) {
		return ""
	}
	return hash.SHA256(text)
}

// writeHashes puts <key>.sha256 and <key>.bytes for what nothing else stands in for. It gives the number
// of attributes that left without a trace.
func (r *rewriting) writeHashes(attributes pcommon.Map, taken *takenTexts, standIns standIns) uint32 {
	for _, one := range taken.all {
		if standIns[one.of] {
			continue
		}
		key := one.key
		if one.of == runOutputContent {
			key = runOutputKey
		}
		if sum := one.sha256(r.hash); sum != "" && !r.isForeign {
			attributes.PutStr(key+".sha256", sum)
			r.nameKey()
		}
		attributes.PutInt(key+".bytes", one.bytes)
	}
	return taken.beyond
}
