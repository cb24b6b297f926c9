package conformance_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/twin"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// changer changes a parsed trace here and there: what telemetry loses, cuts, repeats and mixes up.
type changer struct {
	random *rand.Rand
	// texts of the trace, to put in place of others.
	texts []string
}

func (c *changer) collect(value any) {
	switch held := value.(type) {
	case string:
		c.texts = append(c.texts, held)
	case []any:
		for _, one := range held {
			c.collect(one)
		}
	case map[string]any:
		for _, key := range sortedKeys(held) {
			c.collect(held[key])
		}
	}
}

// sortedKeys: the same changes every time.
func sortedKeys(held map[string]any) []string {
	keys := make([]string, 0, len(held))
	for key := range held {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// changed changes about one in a hundred values below.
func (c *changer) changed(value any, inValue bool) any {
	switch held := value.(type) {
	case string:
		if inValue && c.random.IntN(40) == 0 {
			return c.otherText(held)
		}
		return held
	case []any:
		list := make([]any, 0, len(held))
		for _, one := range held {
			if c.random.IntN(60) == 0 {
				continue
			}
			list = append(list, c.changed(one, inValue))
			if c.random.IntN(120) == 0 {
				list = append(list, c.changed(one, inValue))
			}
		}
		if len(list) > 1 && c.random.IntN(40) == 0 {
			c.random.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for _, key := range sortedKeys(held) {
			object[key] = c.changed(held[key], inValue || key == "stringValue")
			if nanos, isText := object[key].(string); isText && strings.HasSuffix(key, "TimeUnixNano") && c.random.IntN(60) == 0 {
				object[key] = c.texts[c.random.IntN(len(c.texts))]
				if !isNumber(object[key].(string)) {
					object[key] = nanos
				}
			}
		}
		return object
	}
	return value
}

func isNumber(text string) bool {
	return text != "" && len(text) < 20 && strings.Trim(text, "0123456789") == ""
}

func (c *changer) otherText(text string) string {
	runes := []rune(text)
	other := c.texts[c.random.IntN(len(c.texts))]
	at := 0
	if len(runes) > 0 {
		at = c.random.IntN(len(runes))
	}
	switch c.random.IntN(9) {
	case 0:
		return string(runes[:at])
	case 1:
		return string(runes[at:])
	case 2:
		return string(runes[:at]) + other + string(runes[at:])
	case 3:
		return text + "\n" + other
	case 4:
		return strings.ReplaceAll(text, " ", "  ")
	case 5:
		return strings.ReplaceAll(text, "e", "&#101;")
	case 6:
		return string(runes[:at]) + "[REDACTED]"
	case 7:
		quoted, _ := json.Marshal(text)
		return string(quoted)
	}
	return other
}

func TestBothHalvesJudgeChangedVectorsAlike(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	random := rand.New(rand.NewPCG(9, 10))
	type input struct {
		folder string
		trace  []byte
	}
	var inputs []input
	var requests []twin.Request
	rounds := 2
	if testing.Short() {
		rounds = 1
	}
	for _, folder := range folders {
		source, err := vectors.Trace(folder)
		require.NoError(t, err)
		var trace any
		if json.Unmarshal(source, &trace) != nil {
			continue
		}
		// What a manifest says is not asked of the other half here.
		options, err := os.ReadFile(filepath.Join(folder, "options.json"))
		if err == nil && (strings.Contains(string(options), "corpus_manifest") || strings.Contains(string(options), "refusals")) {
			continue
		}
		var cases *string
		if source, err := os.ReadFile(filepath.Join(folder, "cases.yaml")); err == nil {
			text := string(source)
			cases = &text
		}
		for range rounds {
			change := &changer{random: random}
			change.collect(trace)
			changed, err := json.Marshal(change.changed(trace, false))
			require.NoError(t, err)
			inputs = append(inputs, input{folder, changed})
			requests = append(requests, twin.Request{Op: "judge", Trace: string(changed), Cases: cases, Options: options})
		}
	}
	different := 0
	for at, answer := range twin.Ask(t, requests) {
		records, err := vectors.Records(inputs[at].trace)
		if err != nil {
			// What a file holds that is no OTLP is told apart by the readers of files.
			continue
		}
		theirs := twin.Read[string](t, answer)
		folder := inputs[at].folder
		ours := files.VerdictJSON(files.JudgeRecords(records, vectorBook(t, folder), optionsOf(t, folder)))
		if ours == theirs {
			continue
		}
		different++
		if different <= 5 {
			var expected, actual any
			require.NoError(t, json.Unmarshal([]byte(theirs), &expected))
			require.NoError(t, json.Unmarshal([]byte(ours), &actual))
			t.Errorf("%s:\n  %s\n%s", filepath.Base(folder), strings.Join(differences(expected, actual, false, "verdict"), "\n  "), inputs[at].trace)
		}
	}
	require.Zero(t, different, "of %d traces", len(requests))
}
