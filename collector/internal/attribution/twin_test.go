package attribution

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

// Pieces that texts are made of: all that folding, borders, quotation and citation look at.
var textPieces = []string{
	"a", "B", "70", "170", " ", "  ", "\n", "\t", "\u00a0", "\u2003", "\ufeff", "\u0085", "’", "'", "\"", "“", "”", "„", "«", "»",
	"É", "e\u0301", "\u0301", "ß", "ẞ", "İ", "ς", "Σ", "K", "Ⱥ", "ǅ", "한", "\u1112\u1161\u11ab", "的", "日本", "ข", "𝒳", "𐐀", "\U0001F600",
	"refund", "was processed", "has not been processed", "I could not find", "No information", "[1]", "[^2]", "[ID:7]", "[doc-2]", "(", ")",
	"https://a.example/x", "http://b.example/y?z=1,", "`code`", "```", "*", "_", "...", ",", ".", "\\n", "\\u00e9", "{", "}", "[", "]",
	"the refund window is thirty days", "\u0344", "\u0f73", "\u1f82", "\u0315\u0300\u05ae", "क", "\u093c", "\ufffd", "\u0378", "\U000e0100",
}

func randomText(random *rand.Rand, most int) string {
	var built strings.Builder
	for range random.IntN(most) {
		built.WriteString(textPieces[random.IntN(len(textPieces))])
	}
	return built.String()
}

type foldAnswer struct {
	Folded string `json:"folded"`
	NFC    string `json:"nfc"`
	Starts []int  `json:"starts"`
	Ends   []int  `json:"ends"`
}

func TestBothHalvesFoldAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var requests []twin.Request
	for range 3000 {
		requests = append(requests, twin.Request{Op: "fold", Text: randomText(random, 24), CaseSensitive: random.IntN(2) == 0})
	}
	// Long groups: where the library would put a joiner, and where the specification leaves them.
	for count := 1; count <= 40; count++ {
		for _, first := range []string{"e", "\u1f82", "क", ""} {
			for _, mark := range []string{"\u0301", "\u0344", "\u0315", "\u1161"} {
				requests = append(requests, twin.Request{Op: "fold", Text: first + strings.Repeat(mark, count) + "x"})
			}
		}
	}
	for at, answer := range twin.Ask(t, requests) {
		theirs := twin.Read[foldAnswer](t, answer)
		folded := Fold(requests[at].Text, requests[at].CaseSensitive)
		ours := foldAnswer{Folded: folded.Folded(), NFC: NormalizeNFC(requests[at].Text), Starts: []int{}, Ends: []int{}}
		for index, point := range folded.Folded() {
			ours.Starts = append(ours.Starts, folded.RawStart(index))
			ours.Ends = append(ours.Ends, folded.RawEnd(index+len(string(point))))
		}
		require.Equal(t, theirs, ours, "%q", requests[at].Text)
	}
}

type checkAnswer struct {
	State        string `json:"state"`
	Reason       string `json:"reason"`
	HasEveryMust bool   `json:"has_every_must"`
	Quote        string `json:"quote"`
}

func TestBothHalvesCheckOutputsAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	some := func(most, pieces int) []string {
		var texts []string
		for range random.IntN(most) {
			if text := randomText(random, pieces); strings.TrimSpace(text) != "" && !strings.HasPrefix(text, "/") {
				texts = append(texts, text)
			}
		}
		return texts
	}
	var requests []twin.Request
	for range 4000 {
		text := randomText(random, 30)
		if random.IntN(4) == 0 {
			text = model.QuotedJSON(text)
		}
		requests = append(requests, twin.Request{
			Op: "check", Text: text, CaseSensitive: random.IntN(3) == 0,
			Must: some(3, 3), MustNot: some(3, 3), Allow: some(3, 3),
		})
	}
	for at, answer := range twin.Ask(t, requests) {
		request := &requests[at]
		theirs := twin.Read[checkAnswer](t, answer)
		expect := &model.Expectation{
			Must: literalEntries(request.Must), MustNot: literalEntries(request.MustNot),
			Allow: literals(request.Allow), IsCaseSensitive: request.CaseSensitive,
		}
		result := checkOutput(newOutputText(request.Text), expect, refusalSigns{}, outputStatus{})
		ours := checkAnswer{State: string(result.state), Reason: string(result.reason), HasEveryMust: result.hasEveryMust}
		if quote := result.quote; quote != nil {
			ours.Quote = fmt.Sprintf("%d+%d %s", quote.Offset, quote.Length, quote.text)
		}
		require.Equal(t, theirs, ours, "%+v", *request)
	}
}

// literals leave out what folds to nothing, as the reader of patterns does.
func literals(sources []string) []model.TextPattern {
	var made []model.TextPattern
	for _, source := range sources {
		if model.TrimJS(FoldedString(source, true)) != "" {
			made = append(made, NewLiteralPattern(source))
		}
	}
	return made
}

func literalEntries(sources []string) [][]model.TextPattern {
	var entries [][]model.TextPattern
	for _, pattern := range literals(sources) {
		entries = append(entries, []model.TextPattern{pattern})
	}
	return entries
}

func TestBothHalvesAuditAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var requests []twin.Request
	for range 3000 {
		request := twin.Request{Op: "audit", Text: randomText(random, 40), Segments: []string{randomText(random, 30), "the refund window is thirty days"}}
		if random.IntN(3) == 0 {
			// Many quotations and URLs go another way.
			request.Text = strings.Repeat(request.Text+" \"a quotation of some twenty characters "+randomText(random, 4)+"\" ", 1+random.IntN(20))
		}
		if random.IntN(2) == 0 {
			request.Labels = []string{"1", "[2]", "doc-3"}[:random.IntN(4)]
		}
		if random.IntN(2) == 0 {
			request.URLs = []string{"https://a.example/x"}
		}
		requests = append(requests, request)
	}
	for at, answer := range twin.Ask(t, requests) {
		request := &requests[at]
		theirs := twin.Read[map[model.Finding]int64](t, answer)
		input := &auditInput{
			output: newOutputText(request.Text), segments: request.Segments, isContextWhole: true, isOutputWhole: true, urls: request.URLs,
		}
		for rank := int64(1); rank <= 3; rank++ {
			input.items = append(input.items, auditItem{rank, fmt.Sprintf("doc-%d", rank), "", func() sourcePresence {
				if rank == 2 {
					return sourceNotSent
				}
				return sourceSent
			}})
		}
		for _, label := range request.Labels {
			input.labels = append(input.labels, issuedLabel{label: label})
		}
		ours := auditClaims(input)
		require.True(t, maps.Equal(theirs, ours), "%+v\nTypeScript %v\nGo %v", *request, theirs, ours)
	}
}
