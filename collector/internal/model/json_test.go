package model_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const loneHigh, loneLow = "\xED\xA0\xBD", "\xED\xB8\x80"

func TestParseJSONReadsWhatJSONParseReads(t *testing.T) {
	for text, expected := range map[string]model.Value{
		`null`:                        model.Null{},
		" \t\r\n true ":               true,
		`-0`:                          math.Copysign(0, -1),
		`1e999`:                       math.Inf(1),
		`-1E+2`:                       -100.0,
		`9007199254740993`:            9007199254740992.0,
		`""`:                          "",
		`"a\"\\\/\b\f\n\r\t\u0041"`:   "a\"\\/\b\f\n\r\tA",
		`"\ud83d\ude00"`:              "😀",
		`"\uD83D"`:                    loneHigh,
		`"\ude00\ud83d"`:              loneLow + loneHigh,
		`"\ud83d\u0041"`:              loneHigh + "A",
		`[]`:                          []model.Value{},
		`[[],{}]`:                     []model.Value{[]model.Value{}, model.NewObject(0)},
		`{"a":1,"b":{"c":[2]},"a":3}`: model.ObjectOf("a", 3.0, "b", model.ObjectOf("c", []model.Value{2.0})),
	} {
		value, ok := model.ParseJSON(text)
		require.True(t, ok, text)
		assert.Equal(t, textOf(expected), textOf(value), text)
		assert.IsType(t, expected, value, text)
		assert.True(t, model.IsJSON(text), text)
	}
}

func textOf(value model.Value) string {
	text, _ := model.JSONText(value)
	return text
}

func TestParseJSONRefusesWhatJSONParseRefuses(t *testing.T) {
	for _, text := range []string{
		``, ` `, `nul`, `nulll`, `True`, `01`, `1.`, `.5`, `+1`, `1e`, `1e+`, `--1`, `0x1`, `NaN`, `"`, `"\x41"`, `"\u12"`,
		`"\ud83`, "\"a\nb\"", "\"a\x00\"", `'a'`, `[1,]`, `[,1]`, `[1 2]`, `[1`, `[1}`, `{`, `{"a"}`, `{"a":}`, `{a:1}`,
		`{"a":1,}`, `{"a":1 "b":2}`, `{"a":1]`, `{1:2}`, `[1] x`, `{} {}`, "\ufeff[]", "\u00a0[]", `"\`, `"\u`,
	} {
		_, ok := model.ParseJSON(text)
		assert.False(t, ok, "%q", text)
		assert.False(t, model.IsJSON(text), "%q", text)
	}
}

func TestParseJSONSurvivesAnyDepth(t *testing.T) {
	const depth = 1_000_000
	for _, pair := range [][2]string{{"[", "]"}, {`{"a":`, "}"}, {`[{"k":`, "}]"}} {
		deep := strings.Repeat(pair[0], depth) + "1" + strings.Repeat(pair[1], depth)
		value, ok := model.ParseJSON(deep)
		require.True(t, ok)
		assert.Empty(t, model.StringLeaves(value))
		_, ok = model.ParseJSON(deep[:len(deep)-1])
		assert.False(t, ok, "not closed")
	}
	_, ok := model.ParseJSON(strings.Repeat("[", 10_000_000))
	assert.False(t, ok)
}

func TestParseJSONKeepsWhatStandsBesideADeepValue(t *testing.T) {
	deep := strings.Repeat("[", 2000) + `"lost"` + strings.Repeat("]", 2000)
	value, ok := model.ParseJSON(`{"before":"a","deep":` + deep + `,"after":"b"}`)
	require.True(t, ok)
	assert.Equal(t, []string{"b", "a"}, model.StringLeaves(value), "keys in byte order, nothing below 64 levels")
}

func TestParseJSONReadsTenMegabytes(t *testing.T) {
	text := strings.Repeat(`é"\`, 2_500_000)
	value, ok := model.ParseJSON("[" + model.QuotedJSON(text) + "]")
	require.True(t, ok)
	assert.Equal(t, []string{text}, model.StringLeaves(value))
}

// The grammar of encoding/json is that of JSON.parse, down to the depth where the former gives up.
func FuzzParseJSON(f *testing.F) {
	for _, text := range []string{
		`{"role":"user","parts":[{"type":"text","content":"a\ud83d\ude00"}]}`, `[1e999,-0,true,null,"\ud800"]`,
		`{"a":{"b":[[],{}]},"a":2}`, "[\x01]", "{\"\\u0000\":\"\xff\"}", "  [ ] ",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = model.Repaired(text)
		value, ok := model.ParseJSON(text)
		require.Equal(t, ok, model.IsJSON(text))
		if strings.Count(text, "[")+strings.Count(text, "{") < 5000 {
			require.Equal(t, json.Valid([]byte(text)), ok, "%q", text)
		}
		if !ok {
			return
		}
		spelled, isText := model.JSONText(value)
		require.True(t, isText)
		require.True(t, utf8.ValidString(spelled))
		again, ok := model.ParseJSON(spelled)
		require.True(t, ok)
		require.Equal(t, spelled, textOf(again))
		for _, leaf := range model.StringLeaves(value) {
			require.True(t, utf8.ValidString(model.WellFormed(leaf)))
		}
	})
}
