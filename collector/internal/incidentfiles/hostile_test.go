package incidentfiles

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// sealedText makes a file of any JSON members, as somebody would who knows how it is done.
func sealedText(t testing.TB, members string) string {
	t.Helper()
	value, err := model.ParseStrictJSON("{" + members + "}")
	require.NoError(t, err)
	object := value.(*model.Object)
	frozen, err := sha256Of(only(object, frozenMembers...), plainHash)
	require.NoError(t, err)
	object.Set(frozenMember, frozen)
	sum, err := sha256Of(object, plainHash)
	require.NoError(t, err)
	object.Set(shaMember, sum)
	text, _ := model.JSONText(object)
	return text
}

func TestSaysWhatIsNoIncident(t *testing.T) {
	whole := string(vectorFile(t, "INC-A.json"))
	for content, problem := range map[string]string{
		"":                   "is no JSON: it ends too early",
		"null":               "is no JSON object",
		"[]":                 "is no JSON object",
		`"x"`:                "is no JSON object",
		"hello":              "1:1: is no JSON",
		"\ufeff" + whole:     "1:1: is no JSON",
		"\xff\xfe{\x00}\x00": "1:1: is no UTF-8",
		whole[:len(whole)/2]: "is no JSON: it ends too early",
		whole + "{}":         "is no JSON",
		"{}":                 "version: nothing is no version this ragspan reads (it reads 1)",
		`{"version":2}`:      "version: 2 is no version",
		`{"version":"1"}`:    `version: "1" is no version`,
		`{"version":true}`:   "version: true is no version",
		`{"version":` + strings.Repeat("[", 150) + strings.Repeat("]", 150) + "}": "…",
		`{"version":1}`:               "sha256: the file was changed after it was sealed (it says nothing",
		`{"version":1,"sha256":null}`: "sha256: the file was changed after it was sealed (it says null",
		`{"version":1,"sha256":["` + strings.Repeat("x", 1<<20) + `"]}`: "xxx…",
		`{"version":1,"triple":{"hashKey":null}}`:                       "was sealed with the key named null, and no key is set",
		`{"version":1,"triple":{"hashKey":""}}`:                         `was sealed with the key named "", and no key is set`,
		`{"version":1,"triple":{"hashKey":"` + "\u001b[2J" + `"}}`:      "1:35: is no JSON",
		`{"version":1,"a":{"b":1,"b":1}}`:                               `the key "b" stands twice in one object`,
		`{"version":1,"a":1e400}`:                                       "1e400 is beyond any number",
		`{"version":1,"a":"\ud800"}`:                                    "is a lone surrogate",
		`{"version":1,"a":` + strings.Repeat("[", 1<<20):                "is nested deeper than 200 levels",
		`{"version":1,"a":[` + strings.Repeat("0,", 1<<20):              "holds more than 1000000 values",
		sealedText(t, `"version":1,"id":7`):                             "invalid value for string field id: 7",
		sealedText(t, `"version":1,"pins":{"topK":-1}`):                 "invalid value for uint32 field topK: -1",
		sealedText(t, `"version":1,"pins":{"topK":4294967296}`):         "invalid value for uint32 field topK: 4294967296",
		sealedText(t, `"version":1,"pins":{"budget":0.5}`):              "invalid value for uint64 field budget: 0.5",
		sealedText(t, `"version":1,"pins":{"budget":1e300}`):            "invalid value for uint64 field budget: 1e+300",
		sealedText(t, `"version":1,"notes":"x"`):                        `unexpected token "x"`,
		sealedText(t, `"version":1,"withText":true,"with_text":true`):   "duplicate field",
	} {
		_, err := ParseIncident([]byte(content), "file", plainHash)
		said := refusedAs(t, err)
		assert.Contains(t, said, "file: ")
		assert.Contains(t, said, problem)
		assert.Less(t, len(said), 1000)
	}
}

func TestTakesWhatProto3JSONAllows(t *testing.T) {
	for members, check := range map[string]func(*ragspanv1.Incident) bool{
		`"version":1,"frozen_by":"x"`:              func(incident *ragspanv1.Incident) bool { return incident.GetFrozenBy() == "x" },
		`"version":1,"frozenAtUnixNano":12`:        func(incident *ragspanv1.Incident) bool { return incident.GetFrozenAtUnixNano() == 12 },
		`"version":1.0,"pins":null`:                func(incident *ragspanv1.Incident) bool { return incident.GetPins() == nil },
		`"version":1,"pins":{"topK":5e0}`:          func(incident *ragspanv1.Incident) bool { return incident.GetPins().GetTopK() == 5 },
		`"version":1,"later":[{"a":[[[]]]}],"":{}`: func(incident *ragspanv1.Incident) bool { return incident.GetVersion() == 1 },
		`"version":1,"pins":{"parameters":{"__proto__":"1","":"2","b":"3"}}`: func(incident *ragspanv1.Incident) bool {
			return len(incident.GetPins().GetParameters()) == 3 && incident.GetPins().GetParameters()["__proto__"] == "1"
		},
	} {
		incident, err := ParseIncident([]byte(sealedText(t, members)), "file", plainHash)
		require.NoError(t, err, members)
		assert.True(t, check(incident), members)
	}
}

func TestBinaryIsBoundedAndHoldsWhatIsKnown(t *testing.T) {
	field := func(number protowire.Number, content []byte) []byte {
		return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
	}
	version := []byte{versionTag, 1}
	for name, content := range map[string][]byte{
		"holds a field 200 that is not known":        append(version, field(200, nil)...),
		"Triple holds a field 77 that is not known":  append(version, field(8, field(77, nil))...),
		"Incident holds a field 2 that is not known": append(version, protowire.AppendVarint(protowire.AppendTag(nil, 2, protowire.VarintType), 1)...),
		"holds more than 1000000 values":             append(version, field(8, field(7, bytes.Repeat([]byte{0x0a, 0}, maxBinaryValues+1)))...),
		"or breaks off":                              append(version, 0x42, 0xff),
		"is no Incident in binary":                   {versionTag, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
		"invalid UTF-8":                              append(version, field(2, []byte{0xff})...),
		"version: 2 is no version":                   {versionTag, 2},
		"version: nothing is no version":             {versionTag, 0},
		"sha256: the file was changed":               version,
	} {
		_, err := ParseIncident(content, "file", plainHash)
		assert.Contains(t, refusedAs(t, err), name)
	}
	_, err := ParseSplitTest(append(bytes.Clone(version), field(9, field(6, make([]byte, maxBinaryValues+1)))...), "file", plainHash)
	assert.Contains(t, refusedAs(t, err), "holds more than 1000000 values", "packed")
}

func TestReadsLargeAndHostileFilesInLinearTime(t *testing.T) {
	many := func(count int) string {
		var text strings.Builder
		for at := range count {
			text.WriteString(`,"` + strings.Repeat("k", 8) + string(rune('a'+at%26)) + model.NumberText(float64(at)) + `":"` + strings.Repeat("\\u0041", 20) + `"`)
		}
		return sealedText(t, `"version":1`+text.String())
	}
	took := func(content string) time.Duration {
		started := time.Now()
		_, err := ParseIncident([]byte(content), "file", plainHash)
		require.NoError(t, err)
		return time.Since(started)
	}
	small, large := many(5_000), many(40_000)
	took(small)
	least := min(took(small), took(small), took(small))
	assert.Less(t, min(took(large), took(large)), 40*least+100*time.Millisecond)
}
