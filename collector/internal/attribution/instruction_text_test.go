package attribution

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/twin"
)

func TestTheInstructionPatternsAreTheListThatBothHalvesRead(t *testing.T) {
	assert.Equal(t, readFile(t, "data", "instruction-patterns.txt"), builtinInstructionPatterns,
		"run node scripts/make-instruction-patterns.mjs")
	assert.Contains(t, builtinInstructionPatterns, fmt.Sprintf("\nversion %d\n", InstructionPatternsVersion))
}

var (
	exampleBlocks = regexp.MustCompile("(?s)```text (fires|quiet)\n(.*?)\n```")
	escapedPoints = regexp.MustCompile(`\\u\{([0-9A-F]+)\}`)
)

// documentedExamples are those of docs/instruction-patterns.md.
func documentedExamples(t *testing.T) (fires, quiet []string) {
	t.Helper()
	for _, block := range exampleBlocks.FindAllStringSubmatch(readFile(t, "docs", "instruction-patterns.md"), -1) {
		for line := range strings.SplitSeq(block[2], "\n") {
			line = escapedPoints.ReplaceAllStringFunc(line, func(escaped string) string {
				point, err := strconv.ParseInt(escaped[3:len(escaped)-1], 16, 32)
				require.NoError(t, err)
				return string(rune(point))
			})
			if block[1] == "fires" {
				fires = append(fires, line)
			} else {
				quiet = append(quiet, line)
			}
		}
	}
	require.Greater(t, len(fires), 100)
	require.Greater(t, len(quiet), 30)
	return fires, quiet
}

func TestEveryDocumentedExampleFiresAndNoCounterExampleDoes(t *testing.T) {
	fires, quiet := documentedExamples(t)
	for _, text := range fires {
		assert.True(t, builtinInstructions().standIn(text), text)
	}
	for _, text := range quiet {
		assert.False(t, builtinInstructions().standIn(text), text)
	}
}

func TestASignIsFoundWhereverItLies(t *testing.T) {
	fires, _ := documentedExamples(t)
	for _, text := range fires {
		for count := range 9 {
			assert.True(t, builtinInstructions().standIn(strings.Repeat(".", count)+" "+text), text)
		}
	}
}

func TestAnEmptyListFindsNothing(t *testing.T) {
	fires, _ := documentedExamples(t)
	empty := compileInstructionPatterns("version 1\n")
	for _, text := range fires {
		assert.False(t, empty.standIn(text), text)
	}
}

func TestLookingForInstructionsTakesLinearTime(t *testing.T) {
	for _, piece := range []string{
		"ignore all of the ", "ignore ", "<b ", "<", "\u200b", "previous instructions ", "忽略之前的所有", `\u0069gnore `,
		"&#105;gnore ", "### system", "call the silently ", "ignore'",
	} {
		started := time.Now()
		builtinInstructions().standIn(strings.Repeat(piece, 400_000/len(piece)))
		// Some tenths of a second; quadratic would be minutes.
		assert.Less(t, time.Since(started), 10*time.Second, piece)
	}
}

// Pieces that instruction-like text is made of, and what stands around it.
func instructionPieces(t *testing.T) []string {
	t.Helper()
	fires, quiet := documentedExamples(t)
	pieces := append([]string{
		" ", " ", " ", "  ", "\n", "\t", "_", "-", "*", "**", "`", ",", ".", ":", "!", "(", ")", "[", "]", "<b>", "</b>", "<!--", "-->", "<",
		">", "<b class=\"x", "'", "’", "\"", "“", "—", "\\n", "\\u0069", "\\", "&nbsp;", "&#105;", "&amp;", "&", "\u00a0", "\u200b", "\u00ad",
		"\ufeff", "\u202e", "\ufe0f", "\u034f", "\U000e0041", "\U0001F3F4", "e\u0301", "\u212a", "x", "7", "é", "的", "は", "를", "refund",
	}, fires...)
	for _, text := range append(fires, quiet...) {
		pieces = append(pieces, strings.Fields(text)...)
	}
	for line := range strings.SplitSeq(builtinInstructionPatterns, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		for step := range strings.SplitSeq(line, " ") {
			pieces = append(pieces, strings.Split(strings.Trim(step, "!?"), "|")...)
		}
	}
	return pieces
}

func TestBothHalvesFindTheSameInstructions(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	pieces := instructionPieces(t)
	list := readInstructionList(builtinInstructionPatterns)
	gaps := []string{" ", " ", " ", "\n", "  ", " *", "_", "-", " <b>", ", ", ". ", "", "\u200b ", "&#32;", "\\n"}
	var requests []twin.Request
	ask := func(text string) { requests = append(requests, twin.Request{Op: "instructions", Text: text}) }
	for range 4000 {
		var built strings.Builder
		for range random.IntN(12) {
			built.WriteString(pieces[random.IntN(len(pieces))])
			built.WriteString(gaps[random.IntN(len(gaps))])
		}
		ask(built.String())
	}
	// One way through a phrase of the list.
	for range 4000 {
		var built strings.Builder
		built.WriteString(randomText(random, 3))
		for _, step := range list.phrases[random.IntN(len(list.phrases))] {
			if step.isOptional && random.IntN(2) == 0 {
				continue
			}
			word := step.alternatives[random.IntN(len(step.alternatives))]
			word = strings.NewReplacer("_", gaps[random.IntN(len(gaps))], "~", " ").Replace(word)
			if random.IntN(4) == 0 {
				word = strings.ToUpper(word)
			}
			built.WriteString(word)
			built.WriteString(gaps[random.IntN(len(gaps))])
		}
		built.WriteString(randomText(random, 3))
		ask(built.String())
	}
	found := 0
	for at, answer := range twin.Ask(t, requests) {
		theirs := twin.Read[bool](t, answer)
		require.Equal(t, theirs, builtinInstructions().standIn(requests[at].Text), "%q", requests[at].Text)
		if theirs {
			found++
		}
	}
	assert.Greater(t, found, 1000)
	assert.Less(t, found, len(requests)-1000)
}

func BenchmarkInstructionsInOrdinaryText(b *testing.B) {
	const text = "The order was placed on Monday and shipped from our warehouse. The refund policy allows returns within thirty days of delivery when the items are unused; please contact support with your receipt number. "
	chunk := strings.Repeat(text, 6)[:1024]
	b.SetBytes(int64(len(chunk)))
	builtinInstructions()
	for b.Loop() {
		if builtinInstructions().standIn(chunk) {
			b.Fatal("found")
		}
	}
}
