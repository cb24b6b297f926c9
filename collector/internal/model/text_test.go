package model_test

import (
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestRepairedTurnsEachBadByteIntoOneReplacement(t *testing.T) {
	for text, expected := range map[string]string{
		"whole é😀": "whole é😀", "\xff": "\uFFFD", "a\xe2\x82": "a\uFFFD\uFFFD", "\xed\xa0\x80": "\uFFFD\uFFFD\uFFFD",
		"\xf0\x9f\x98x": "\uFFFD\uFFFD\uFFFDx", "\xc0\xaf": "\uFFFD\uFFFD",
	} {
		assert.Equal(t, expected, model.Repaired(text), "%q", text)
	}
}

func TestLoneSurrogatesBecomeOneReplacementEachUnlessTheyMeet(t *testing.T) {
	assert.Equal(t, "a\uFFFDb\uFFFD", model.WellFormed("a"+loneHigh+"b"+loneLow))
	assert.Equal(t, "😀", model.JoinTexts([]string{loneHigh, loneLow}, ""))
	assert.Equal(t, loneLow+"😀x", model.JoinTexts([]string{loneLow, loneHigh, loneLow + "x"}, ""))
	assert.Equal(t, loneHigh+"\n"+loneLow, model.JoinTexts([]string{loneHigh, loneLow}, "\n"))
	assert.Equal(t, loneHigh, model.JoinTexts([]string{loneHigh}, ""))
	assert.Equal(t, "é"+loneHigh, model.JoinTexts([]string{"é", loneHigh}, ""))
}

func TestUTF16LengthCountsUnits(t *testing.T) {
	for _, text := range []string{"", "abc", "é", "€", "😀", "a😀é€\uFFFD", "\x00"} {
		assert.Equal(t, len(utf16.Encode([]rune(text))), model.UTF16Length(text), text)
	}
	assert.Equal(t, 1, model.UTF16Length(loneHigh))
}

func TestStringLeavesComeInByteOrderOfTheirKeys(t *testing.T) {
	value, ok := model.ParseJSON(`{"\ufb01":"3","😀":"4","b":["2a",{"d":"2c","c":"2b"}],"B":"1","n":7,"z":null,"é":"2z"}`)
	require.True(t, ok)
	assert.Equal(t, []string{"1", "2a", "2b", "2c", "2z", "3", "4"}, model.StringLeaves(value))
}

func TestKeysWithLoneSurrogatesSortBehindTheBMP(t *testing.T) {
	ordered := []string{"", "a", "a" + "\uFFFD", loneHigh, loneHigh + "a", "😀", loneLow}
	for at := range ordered {
		for other := range ordered {
			sign := model.CompareUTF8(ordered[at], ordered[other])
			assert.Equal(t, at < other, sign < 0, "%q %q", ordered[at], ordered[other])
			assert.Equal(t, at == other, sign == 0, "%q %q", ordered[at], ordered[other])
		}
	}
}

func TestStringLeavesAreBounded(t *testing.T) {
	deep := func(levels int) model.Value {
		var value model.Value = "x"
		for range levels {
			value = []model.Value{value}
		}
		return value
	}
	assert.Len(t, model.StringLeaves(deep(64)), 1)
	assert.Empty(t, model.StringLeaves(deep(65)))
	many := make([]model.Value, 300_000)
	for at := range many {
		many[at] = "x"
	}
	assert.Len(t, model.StringLeaves(many), 200_000)
	empty := make([]model.Value, 1_100_000)
	for at := range empty {
		empty[at] = model.Null{}
	}
	empty[len(empty)-1] = "beyond"
	assert.Empty(t, model.StringLeaves(empty))
	assert.Empty(t, model.StringLeaves([]byte("x")))
}

func TestJSONStringLeavesAreThoseOfOneDocument(t *testing.T) {
	leaves, isJSON := model.JSONStringLeaves("\u00a0{}")
	assert.False(t, isJSON, "begins like a document and is none: %v", leaves)
	for _, text := range []string{"", "x", `"quoted"`, "{", "[1] prose"} {
		_, isJSON := model.JSONStringLeaves(text)
		assert.False(t, isJSON, text)
	}
	leaves, isJSON = model.JSONStringLeaves(` {"a":["b"]}`)
	assert.True(t, isJSON)
	assert.Equal(t, []string{"b"}, leaves)
}

func TestHashesAreThoseOfTheSpecification(t *testing.T) {
	plain := model.NewTextHash("")
	assert.Empty(t, plain.KeyName)
	assert.Equal(t, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", plain.SHA256("abc"))
	assert.Equal(t, "ba7816bf8f01cfea414140de5dae2223", plain.Digest("abc"))
	assert.Equal(t, plain, model.TextHash{})
	keyed := model.NewTextHash("key")
	assert.Equal(t, "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
		keyed.SHA256("The quick brown fox jumps over the lazy dog"))
	assert.Equal(t, keyed.SHA256("ragspan")[:8], keyed.KeyName)
}

func TestRedactionMarks(t *testing.T) {
	for _, text := range []string{
		"__REDACTED__", "a [Redacted] b", "<REDACTED>", "[FILTERED]", "[masked]", "***", "key: *** here", "[…12 more items]",
		"… 3 more items ]", "x…1 more item]", " *** ", "[[redacted]", "___redacted__",
	} {
		assert.True(t, model.HasRedactionMark(text), text)
	}
	for _, text := range []string{
		"", "REDACTED", "[redacted", "****", "a***b", "line\n***\nline", "***\nrule first", "…12 items]", "… more items]",
		"…123456789012345678901 more items]", "…1 more items", "__REDACTE__", "… 1 more items x]",
	} {
		assert.False(t, model.HasRedactionMark(text), text)
	}
	for _, text := range []string{"***", " [REDACTED]\n", "__redacted__", "<Redacted>", "[MASKED]"} {
		assert.True(t, model.IsRedactionMark(text), text)
	}
	for _, text := range []string{"", "****", "text [REDACTED]", "[REDACTED]s", strings.Repeat(" ", 100) + "x"} {
		assert.False(t, model.IsRedactionMark(text), text)
	}
}

func TestRedactionMarksInHostileText(t *testing.T) {
	for _, piece := range []string{"[", "__", "<", "*** *", "…", "… 1", "[redacte", "\n*** \t"} {
		model.HasRedactionMark(strings.Repeat(piece, 1_000_000))
	}
}

func TestObjectKeepsTheOrderOfAJavaScriptObject(t *testing.T) {
	object := model.NewObject(0)
	for _, key := range []string{"b", "2", "a", "10", "1"} {
		object.Set(key, key)
	}
	object.Set("b", "again")
	object.SetFirst("a", "not")
	var keys []string
	for key := range object.All() {
		keys = append(keys, key)
	}
	assert.Equal(t, []string{"1", "2", "10", "b", "a"}, keys)
	assert.Equal(t, "again", object.Get("b"))
	assert.Equal(t, "a", object.Get("a"))
	copied := object.With("b", 1.0)
	assert.Equal(t, "again", object.Get("b"), "With copies")
	assert.Equal(t, 1.0, copied.Get("b"))
	for key := range object.All() {
		assert.Equal(t, "1", key, "iteration stops when asked")
		break
	}
}

func TestANilObjectHasNoKeys(t *testing.T) {
	var none *model.Object
	assert.Nil(t, none.Get("a"))
	assert.False(t, none.Has("a"))
	assert.Zero(t, none.Len())
	for range none.All() {
		t.Fail()
	}
	assert.Equal(t, 1, none.With("a", 1.0).Len())
}

func TestManyKeysAreFoundWithoutSearchingAll(t *testing.T) {
	object := model.NewObject(0)
	for at := range 200_000 {
		object.Set(strings.Repeat("k", at%7)+model.NumberText(float64(at)), at)
	}
	assert.Equal(t, 200_000, object.Len())
	assert.Equal(t, 199_999, object.Get("kk199999"))
	assert.False(t, object.Has("199999"))
}

func TestValues(t *testing.T) {
	assert.Equal(t, 9007199254740991.0, model.IntegerValue(1<<53-1))
	assert.Equal(t, model.Integer(1<<53), model.IntegerValue(1<<53))
	assert.Equal(t, model.Integer(math.MinInt64), model.IntegerValue(math.MinInt64))
	assert.True(t, model.IsNullish(nil))
	assert.True(t, model.IsNullish(model.Null{}))
	assert.False(t, model.IsNullish([]model.Value(nil)))
	assert.Equal(t, "x", model.OrElse(nil, model.Null{}, "x", "y"))
	assert.Equal(t, model.Null{}, model.OrElse(nil, model.Null{}))
	assert.Nil(t, model.OrElse(model.Null{}, nil))
	assert.Nil(t, model.OrElse())
}

func TestOptional(t *testing.T) {
	none, some := model.Optional[int64]{}, model.Some(int64(0))
	_, isSet := none.Get()
	assert.False(t, isSet)
	assert.True(t, some.IsSet())
	assert.Equal(t, int64(7), none.Or(7))
	assert.Equal(t, int64(0), some.Or(7))
	assert.Equal(t, some, none.Else(some))
	assert.Equal(t, some, some.Else(model.Some(int64(3))))
}

func TestVersionIsThatOfThePackage(t *testing.T) {
	source, err := os.ReadFile("../../../package.json")
	require.NoError(t, err)
	found := regexp.MustCompile(`"version": "([^"]+)"`).FindSubmatch(source)
	require.NotNil(t, found)
	assert.Equal(t, string(found[1]), model.Version)
}

// The closed lists of src/model/verdict.ts, in their order.
func TestVerdictWordsAreThoseOfTheTypeScriptHalf(t *testing.T) {
	source, err := os.ReadFile("../../../src/model/verdict.ts")
	require.NoError(t, err)
	lists := map[string][]string{
		"VERDICT_NAMES": words([]model.VerdictName{
			model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictH3a, model.VerdictH3b, model.VerdictHold,
			model.VerdictUnknown, model.VerdictUndeclared,
		}),
		"FATES": words(model.Fates), "FORMS": words(model.Forms), "H1_REASONS": words(model.H1Reasons),
		"H2_REASONS": words(model.H2Reasons), "H3_REASONS": words(model.H3Reasons),
		"UNKNOWN_REASONS": words(model.UnknownReasons), "LOSSES": words(model.Losses), "FINDINGS": words(model.Findings),
	}
	declared := regexp.MustCompile(`(?s)export const (\w+) = \[(.*?)\] as const`)
	found := declared.FindAllStringSubmatch(string(source), -1)
	require.Len(t, found, len(lists))
	for _, one := range found {
		var theirs []string
		for _, word := range regexp.MustCompile(`'([^']+)'`).FindAllStringSubmatch(one[2], -1) {
			theirs = append(theirs, word[1])
		}
		assert.Equal(t, theirs, lists[one[1]], one[1])
	}
	for name, ours := range map[string][]string{
		"Boundary":       words([]model.Boundary{model.BoundaryRetrieval, model.BoundaryAssembly, model.BoundaryGeneration}),
		"AcceptableForm": words(model.AcceptableForms),
		"Outcome":        words([]model.Outcome{model.OutcomeAbstained, model.OutcomeAnsweredEmpty, model.OutcomeAnswered}),
		"Route":          words([]model.Route{model.RouteOutsideRetrieval, model.RouteSelfReport}),
	} {
		union := regexp.MustCompile(`export type ` + name + ` = (.*);`).FindStringSubmatch(string(source))
		require.NotNil(t, union, name)
		assert.Equal(t, union[1], "'"+strings.Join(ours, "' | '")+"'", name)
	}
}

func words[T ~string](list []T) []string {
	texts := make([]string, len(list))
	for at, word := range list {
		texts[at] = string(word)
	}
	return texts
}

func TestSightedKinds(t *testing.T) {
	for kind, expected := range map[model.SpanKind]model.SpanKind{
		model.KindRetrieval: model.KindRetrieval, model.KindRerank: model.KindRetrieval, model.KindAssembly: model.KindAssembly,
		model.KindModel: model.KindModel, model.KindTool: "", model.KindEmbedding: "", model.KindOther: "",
	} {
		sighted, isSighted := model.SightedKind(&model.SpanFacts{Kind: kind})
		assert.Equal(t, expected, sighted)
		assert.Equal(t, expected != "", isSighted)
	}
}
