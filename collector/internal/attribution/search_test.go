package attribution

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// repetitiveText has few letters, so that patterns overlap and nearly match.
func repetitiveText(random *rand.Rand, most int) string {
	var built strings.Builder
	for range 1 + random.IntN(most) {
		built.WriteString([]string{"a", "ab", "aaaaaaaaaaaaaaaa", "b", "é", "0123456789abcdef"}[random.IntN(6)])
	}
	return built.String()
}

func TestComparingAndTheAutomatonFindTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		var texts []string
		for range 1 + random.IntN(6) {
			texts = append(texts, repetitiveText(random, 8))
		}
		patterns := distinctTexts(texts)
		text := repetitiveText(random, 40) + texts[0] + repetitiveText(random, 10)
		compared := newPatternSearch(patterns)
		walked := newPatternSearch(patterns)
		walked.budget = -1 << 40
		found := compared.searchAll(text)
		require.Equal(t, walked.searchAll(text), found, "%q in %q", patterns, text)
		for number, pattern := range patterns {
			at := strings.Index(text, pattern)
			first, isFound := found.first[number]
			require.Equal(t, at >= 0, isFound)
			if isFound {
				require.Equal(t, at, first)
			}
			require.Equal(t, at, findLeftmost(text, pattern))
			require.Equal(t, at, prepareNeedle(pattern).find(text, 0, nil))
		}
	}
}

func TestBothSearchesForKeptEdgesFindTheSame(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for range 300 {
		var cores []string
		for range 1 + random.IntN(4) {
			cores = append(cores, repetitiveText(random, 12))
		}
		var texts []*logText
		var wanted []int
		for _, core := range distinctTexts(cores) {
			wanted = append(wanted, len(texts))
			texts = append(texts, &logText{raw: core, core: core, isHandedOn: true})
		}
		first := texts[0].core
		segment := repetitiveText(random, 6) + first[:len(first)/2] + repetitiveText(random, 6) + first[len(first)/3:]
		readings := leftReadings([]*preparedText{newPreparedText(strings.ToValidUTF8(segment, "?"))}, [][]bounds{nil})
		met := findTraces(texts, wanted, readings)
		for _, isMirrored := range []bool{false, true} {
			compared := compareEdges(texts, readings, met, isMirrored)
			if compared == nil {
				continue
			}
			walked := newEdgeWalk(texts, readings, met, isMirrored)
			require.Equal(t, walked.lengthsIn(0), compared.lengthsIn(0), "%q in %q", cores, segment)
		}
	}
}

func TestNeedlesGoOnWhereAPlaceIsNotAccepted(t *testing.T) {
	for _, length := range []int{3, shortBytes + 1} {
		sought := strings.Repeat("a", length)
		at := prepareNeedle(sought).find(strings.Repeat("a", 3*length), 1, func(start int) bool { return start > length })
		assert.Equal(t, length+1, at)
	}
}

func TestReadingsLeadBackToRawBytes(t *testing.T) {
	raw := newRawReading(`say \\\"h\u00e9llo\\\" &amp; é`)
	readings := jsonReadings(raw)
	require.Len(t, readings, 2)
	assert.Equal(t, `say "héllo" &amp; é`, readings[1].text)
	at := strings.Index(readings[1].text, "héllo")
	from, to := readings[1].rawStart(at), readings[1].rawEnd(at+len("héllo"))
	assert.Equal(t, `h\u00e9llo`, raw.text[from:to])
	assert.Equal(t, "a b c", foldedSpaceReading(newRawReading("a \n b\u00a0c")).text)
	assert.Equal(t, "a\nb\nc", lineEndReading(newRawReading("a\r\nb\rc")).text)
	same := newRawReading("plain text")
	for _, form := range model.AcceptableForms {
		assert.Same(t, same, (&preparedText{text: same.text, raw: same}).reading(form), form)
	}
}

func TestOffsetsInOtherUnits(t *testing.T) {
	text := strings.Repeat("aé😀", 300)
	index := newTextIndex(text)
	units, points := int64(0), int64(0)
	for at, point := range text {
		got, isPlace := index.byteAt(units, model.OffsetUTF16)
		require.True(t, isPlace)
		require.Equal(t, at, got)
		got, isPlace = index.byteAt(points, model.OffsetCodePoint)
		require.True(t, isPlace)
		require.Equal(t, at, got)
		points++
		units++
		if point > 0xFFFF {
			_, isPlace = index.byteAt(units, model.OffsetUTF16)
			require.False(t, isPlace, "inside a pair")
			units++
		}
	}
	require.Equal(t, units, index.length(model.OffsetUTF16))
	end, isPlace := index.byteAt(points, model.OffsetCodePoint)
	require.True(t, isPlace)
	require.Equal(t, len(text), end)
}

// hostileInput makes a context of one repeated character and items that nearly stand in it.
func hostileInput(size int) *scanInput {
	body := strings.Repeat("a", size)
	call := &model.ModelCall{Messages: []model.SentMessage{{Role: "user", Parts: []model.SentPart{{Kind: model.PartText, Leaves: []string{body}}}}}}
	input := &scanInput{
		calls:        []scanCall{{call: call, context: NewSentContext(call, "")}},
		maxScanBytes: 1 << 40, acceptForms: model.AcceptableForms,
	}
	for at := range 20 {
		text := strings.Repeat("a", size/40) + string(rune('b'+at)) + strings.Repeat("a", size/40)
		input.items = append(input.items, &model.RetrievedItem{Text: model.Some(text), Digest: strings.Repeat(string(rune('b'+at)), 32)})
	}
	return input
}

func TestHostileTextHasItsFates(t *testing.T) {
	for _, fate := range newRunScan(hostileInput(64 << 10)).fates() {
		assert.Contains(t, []model.Fate{model.FateClipped, model.FateAltered, model.FateDropped, model.FateCut}, fate.fate)
	}
}

// The time for a byte is to be the same for each size.
func BenchmarkHostileText(b *testing.B) {
	for _, size := range []int{32 << 10, 512 << 10} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				newRunScan(hostileInput(size)).fates()
			}
		})
	}
}

func FuzzFold(f *testing.F) {
	f.Add("It's  NOT\u00a0done’s e\u0301 \u1f82\u0344", false)
	f.Fuzz(func(t *testing.T, text string, caseSensitive bool) {
		folded := Fold(text, caseSensitive)
		before := 0
		for at := range folded.Folded() + "." {
			start := folded.RawStart(at)
			if start < before || start > len(text) {
				t.Fatalf("%q: byte %d leads to %d after %d", text, at, start, before)
			}
			before = start
		}
		if again := FoldedString(folded.Folded(), caseSensitive); again != folded.Folded() && !strings.ContainsRune(text, '\uFFFD') && !mayCompose(text) {
			t.Fatalf("%q folds to %q and then to %q", text, folded.Folded(), again)
		}
	})
}

func FuzzScan(f *testing.F) {
	f.Add("context with an item of the log in it \\u00e9 &amp;", "an item of the log", "another item of the log")
	f.Fuzz(func(t *testing.T, context, first, second string) {
		context, first, second = strings.ToValidUTF8(context, "?"), strings.ToValidUTF8(first, "?"), strings.ToValidUTF8(second, "?")
		call := &model.ModelCall{Messages: []model.SentMessage{{Role: "user", Parts: []model.SentPart{{Kind: model.PartText, Leaves: []string{context}}}}}}
		scan := newRunScan(&scanInput{
			calls:        []scanCall{{call: call, context: NewSentContext(call, "")}},
			items:        []*model.RetrievedItem{{Text: model.Some(first)}, {Text: model.Some(second)}},
			maxScanBytes: 1 << 30,
		})
		fates := scan.fates()
		for at, text := range []string{first, second} {
			isThere := strings.Contains(context, TrimWhiteSpace(text))
			if isThere && fates[at].fate != model.FateSent {
				t.Fatalf("%q stands in %q and is %s", text, context, fates[at].fate)
			}
			if found := scan.ofItem(at); isThere && TrimWhiteSpace(text) != "" && !slices.Contains(model.Forms[:3], found.form) {
				t.Fatalf("%q stands in %q in the form %q", text, context, found.form)
			}
		}
		scan.ofLine(second, 0)
		scan.ofLine(first, -1)
	})
}

func FuzzAudit(f *testing.F) {
	f.Add(`Per [1] "the refund window is thirty days" https://a.example/x.`, "the refund window")
	f.Fuzz(func(t *testing.T, output, segment string) {
		audit := auditClaims(&auditInput{
			output: newOutputText(output), segments: []string{segment}, isContextWhole: true, isOutputWhole: true,
			labels: []issuedLabel{{label: "1"}},
		})
		for finding, count := range audit {
			if count <= 0 {
				t.Fatalf("%s: %d", finding, count)
			}
		}
	})
}
