package incidentfiles

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

// anyJSON is the text of a value, spelled in one of the ways that JSON has for it.
func anyJSON(to *strings.Builder, chance *rand.Rand, depth int) {
	space := func() { to.WriteString([]string{"", "", "", " ", "\n", "\t\r"}[chance.IntN(6)]) }
	space()
	switch kind := chance.IntN(9); {
	case kind < 2 && depth > 0:
		to.WriteByte('[')
		for at := range chance.IntN(5) {
			if at > 0 {
				to.WriteByte(',')
			}
			anyJSON(to, chance, depth-1)
		}
		to.WriteByte(']')
	case kind < 4 && depth > 0:
		to.WriteByte('{')
		seen := map[string]bool{}
		for range chance.IntN(7) {
			key := anyText(chance)
			if seen[key] {
				continue
			}
			if len(seen) > 0 {
				to.WriteByte(',')
			}
			seen[key] = true
			anyQuoted(to, key, chance)
			space()
			to.WriteByte(':')
			anyJSON(to, chance, depth-1)
		}
		to.WriteByte('}')
	case kind < 6:
		to.WriteString(anyNumber(chance))
	case kind < 8:
		anyQuoted(to, anyText(chance), chance)
	default:
		to.WriteString([]string{"true", "false", "null"}[chance.IntN(3)])
	}
	space()
}

func anyText(chance *rand.Rand) string {
	var text strings.Builder
	for range chance.IntN(4) {
		switch chance.IntN(5) {
		case 0:
			text.WriteRune(rune(chance.IntN(0x80)))
		case 1:
			text.WriteRune(0xE000 + rune(chance.IntN(0x2000)))
		case 2:
			text.WriteRune(0x10000 + rune(chance.IntN(0x100000)))
		case 3:
			text.WriteRune(rune(chance.IntN(0xD800)))
		default:
			text.WriteString([]string{"__proto__", "10", "9", "", "\u2028", "\x7f", "\""}[chance.IntN(7)])
		}
	}
	return text.String()
}

func anyQuoted(to *strings.Builder, text string, chance *rand.Rand) {
	if chance.IntN(2) == 0 {
		to.WriteString(model.QuotedJSON(text))
		return
	}
	spelled, _ := json.Marshal(text)
	to.Write(spelled)
}

func anyNumber(chance *rand.Rand) string {
	number := math.Float64frombits(chance.Uint64())
	switch chance.IntN(6) {
	case 0:
		number = float64(chance.Int64())
	case 1:
		number = math.Pow10(chance.IntN(50) - 25)
	case 2:
		number = math.Nextafter(math.Pow10(chance.IntN(44)-22), float64(chance.IntN(2))*1e300)
	case 3:
		return strconv.FormatInt(chance.Int64(), 10) + []string{"", ".0", "e3", "E-3", "e+18"}[chance.IntN(5)]
	case 4:
		return []string{"0", "-0", "-0.0", "1e-400", "0.1e1", "9007199254740993", "1.7976931348623157e308", "5e-324", "2.5e-324"}[chance.IntN(9)]
	}
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return "1"
	}
	return strconv.FormatFloat(number, "eg"[chance.IntN(2)], -1, 64)
}

func TestBothHalvesHaveOneCanonicalForm(t *testing.T) {
	chance := newChance(4)
	var requests []twin.FileRequest
	for range 1500 {
		var to strings.Builder
		anyJSON(&to, chance, 4)
		text := to.String()
		requests = append(requests, twin.FileRequest{Op: "canonical", Text: &text})
	}
	for _, levels := range []int{200, 201} {
		text := strings.Repeat("[", levels) + "1" + strings.Repeat("]", levels)
		requests = append(requests, twin.FileRequest{Op: "canonical", Text: &text})
	}
	for at, answer := range twin.AskFiles(t, requests) {
		value, err := model.ParseStrictJSON(*requests[at].Text)
		if answer.Error != "" {
			require.ErrorContains(t, err, answer.Error)
			continue
		}
		require.NoError(t, err, *requests[at].Text)
		spelled, err := model.CanonicalJSON(value)
		require.NoError(t, err)
		require.Equal(t, twin.Read[string](t, answer.Answer), spelled, *requests[at].Text)
	}
}
