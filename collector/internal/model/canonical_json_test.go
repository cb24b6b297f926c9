package model

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// RFC 8785 §3.2.2 and §3.2.4.
func TestCanonicalJSONIsThatOfTheRFC(t *testing.T) {
	value, err := ParseStrictJSON(`{
     "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
     "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
     "literals": [null, true, false]
   }`)
	require.NoError(t, err)
	spelled, err := CanonicalJSON(value)
	require.NoError(t, err)
	assert.Equal(t, `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],`+
		`"string":"€$\u000f\nA'B\"\\\\\"/"}`, spelled)
}

// RFC 8785 §3.2.3.
func TestCanonicalJSONSortsKeysByCodeUnits(t *testing.T) {
	value, err := ParseStrictJSON(`{
     "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
     "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
   }`)
	require.NoError(t, err)
	spelled, err := CanonicalJSON(value)
	require.NoError(t, err)
	assert.Equal(t, `{"\r":"Carriage Return","1":"One","`+"\u0080"+`":"Control","ö":"Latin Small Letter O With Diaeresis",`+
		`"€":"Euro Sign","😀":"Emoji: Grinning Face","`+"\ufb33"+`":"Hebrew Letter Dalet With Dagesh"}`, spelled)
}

// RFC 8785 appendix B.
func TestCanonicalJSONSpellsNumbersAsTheRFC(t *testing.T) {
	for bits, spelled := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0",
		0x0000000000000001: "5e-324", 0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308", 0xffefffffffffffff: "-1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992", 0xc340000000000000: "-9007199254740992",
		0x4430000000000000: "295147905179352830000",
		0x44b52d02c7e14af5: "9.999999999999997e+22", 0x44b52d02c7e14af6: "1e+23", 0x44b52d02c7e14af7: "1.0000000000000001e+23",
		0x444b1ae4d6e2ef4e: "999999999999999700000", 0x444b1ae4d6e2ef4f: "999999999999999900000", 0x444b1ae4d6e2ef50: "1e+21",
		0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332", 0x41b3de4355555554: "333333333.33333325", 0x41b3de4355555555: "333333333.3333333",
		0x41b3de4355555556: "333333333.3333334", 0x41b3de4355555557: "333333333.33333343",
		0xbecbf647612f3696: "-0.0000033333333333333333", 0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		got, err := CanonicalJSON(math.Float64frombits(bits))
		require.NoError(t, err)
		assert.Equal(t, spelled, got)
	}
	for _, bits := range []uint64{0x7fffffffffffffff, 0x7ff0000000000000, 0xfff0000000000000} {
		_, err := CanonicalJSON(math.Float64frombits(bits))
		assert.ErrorContains(t, err, "is no JSON number")
	}
}

func TestCompareUTF16IsTheOrderOfJavaScript(t *testing.T) {
	texts := []string{
		"", "a", "ab", "b", "\x7f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ue000a", "\ufb33", "\uffff", "\U00010000",
		"\U0001f600", "\U0001f600\ue000", "\U0001f601", "\U0010ffff", "\ue000\U00010000", "\ue000\uffff", "é", "è", "€", "a\U00010000", "a\uffff",
	}
	for _, a := range texts {
		for _, b := range texts {
			expected := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
			assert.Equal(t, expected, CompareUTF16(a, b), "%q %q", a, b)
		}
	}
}

func TestCanonicalJSONRefusesWhatHasNoSuchForm(t *testing.T) {
	_, err := CanonicalJSON(ObjectOf("a", []Value{Integer(1 << 60)}))
	assert.ErrorContains(t, err, "is no JSON")
	_, err = CanonicalJSON([]byte("x"))
	assert.ErrorContains(t, err, "bytes are no JSON")
	nested := func(levels int) Value {
		var value Value = "deep"
		for range levels {
			value = []Value{value}
		}
		return value
	}
	spelled, err := CanonicalJSON(nested(200))
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("[", 200)+`"deep"`+strings.Repeat("]", 200), spelled)
	_, err = CanonicalJSON(nested(201))
	assert.ErrorContains(t, err, "nested deeper than 200 levels")
}

func TestStrictJSONMeansOneThing(t *testing.T) {
	for text, problem := range map[string]string{
		``:                                 "1:1: is no JSON: it ends too early",
		"{\n  \"a\": 1,\n":                 "3:1: is no JSON: it ends too early",
		`{"a":1}}`:                         "1:8: is no JSON",
		"\ufeff{}":                         "1:1: is no JSON",
		"{\"a\":\"é\xff\"}":                "1:8: is no UTF-8",
		"[\"\xed\xa0\x80\"]":               "1:3: is no UTF-8",
		`{"a":1,"b":{"a":1,"\u0061":2}}`:   `1:27: the key "a" stands twice in one object`,
		`["\ud800"]`:                       `1:9: \ud800 is a lone surrogate`,
		`["\udc00\ud800"]`:                 `1:9: \udc00 is a lone surrogate`,
		`{"\ud800":1}`:                     `1:9: \ud800 is a lone surrogate`,
		`[1e999]`:                          `1:7: 1e999 is beyond any number`,
		`[-1e999]`:                         `1:8: -1e999 is beyond any number`,
		"{\n\"a\":\n[NaN]}":                "3:2: is no JSON",
		`[01]`:                             "1:3: is no JSON",
		"[\"a\nb\"]":                       "1:4: is no JSON",
		strings.Repeat("[", 300):           "1:202: is nested deeper than 200 levels",
		strings.Repeat(`{"a":`, 3_000_000): "1:1006: is nested deeper than 200 levels",
		"[" + strings.Repeat("0,", maxStrictValues) + "0]": "holds more than 1000000 values",
	} {
		_, err := ParseStrictJSON(text)
		assert.ErrorContains(t, err, problem, shortened(text))
	}
}

func TestStrictJSONReadsWhatParseJSONReads(t *testing.T) {
	for _, text := range []string{
		`null`, ` [ 1 , -0, 2.5e-7, "a\u00e9\ud83d\ude00\/" ] `, `{"a":{},"b":[],"__proto__":{"a":1},"2":0,"1":0}`,
		`9007199254740993`, `1e-999`, strings.Repeat("[", 200) + strings.Repeat("]", 200),
	} {
		strict, err := ParseStrictJSON(text)
		require.NoError(t, err)
		loose, isJSON := ParseJSON(text)
		require.True(t, isJSON)
		assert.Equal(t, loose, strict)
	}
}

func FuzzStrictJSON(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"\ud83d\ude00",null,true]}`, `{"b":1,"a":-0}`, `[1e21,"\u000f"]`, `{"a":1,"a":2}`, "[\"\xff\"]", `"\ud800"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := ParseStrictJSON(text)
		if err != nil {
			return
		}
		loose, isJSON := ParseJSON(text)
		require.True(t, isJSON, "what the strict reader takes every reader takes")
		require.Equal(t, loose, value)
		spelled, err := CanonicalJSON(value)
		require.NoError(t, err)
		again, err := ParseStrictJSON(spelled)
		require.NoError(t, err)
		respelled, err := CanonicalJSON(again)
		require.NoError(t, err)
		require.Equal(t, spelled, respelled)
	})
}
