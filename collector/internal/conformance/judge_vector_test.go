package conformance_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/cases"
	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

const defaultMaxScanBytes = 2 * 1024 * 1024

// vectorOptions is options.json: the options of spec §12 that may stand in a vector.
type vectorOptions struct {
	AcceptForms      []model.Form      `json:"accept_forms"`
	CorpusManifest   string            `json:"corpus_manifest"`
	HashKey          string            `json:"hash_key"`
	MaxScanBytes     *int64            `json:"max_scan_bytes"`
	Refusals         []json.RawMessage `json:"refusals"`
	RetrievalTools   []vectorTool      `json:"retrieval_tools"`
	TopK             *int64            `json:"top_k"`
	ValueLengthLimit *int64            `json:"value_length_limit"`
}

type vectorTool struct {
	Name string `json:"name"`
	Text string `json:"text"`
	ID   string `json:"id"`
}

// judgeVector judges one vector's folder as the command line judges files.
func judgeVector(t testing.TB, folder string) string {
	t.Helper()
	trace, err := vectors.Trace(folder)
	require.NoError(t, err)
	records, err := vectors.Records(trace)
	require.NoError(t, err)
	return files.VerdictJSON(files.JudgeRecords(records, vectorBook(t, folder), optionsOf(t, folder)))
}

func vectorBook(t testing.TB, folder string) *model.CaseBook {
	t.Helper()
	source, err := os.ReadFile(filepath.Join(folder, "cases.yaml"))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	parsed, problems := cases.Parse(string(source), "cases.yaml")
	require.Empty(t, problems)
	return parsed.Book
}

func optionsOf(t testing.TB, folder string) *files.Options {
	t.Helper()
	options := vectorOptions{}
	file, err := os.Open(filepath.Join(folder, "options.json"))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
		defer func() { _ = file.Close() }()
		decoder := json.NewDecoder(file)
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&options))
	}
	made := &files.Options{Judging: model.JudgingOptions{
		AcceptForms: options.AcceptForms, MaxScanBytes: defaultMaxScanBytes, Hash: model.NewTextHash(options.HashKey),
	}}
	if options.MaxScanBytes != nil {
		made.Judging.MaxScanBytes = *options.MaxScanBytes
	}
	if options.TopK != nil {
		made.Judging.TopK = model.Some(*options.TopK)
	}
	if options.ValueLengthLimit != nil {
		made.ValueLengthLimit = model.Some(*options.ValueLengthLimit)
	}
	for _, tool := range options.RetrievalTools {
		made.Judging.RetrievalTools = append(made.Judging.RetrievalTools, model.RetrievalTool(tool))
	}
	for _, written := range options.Refusals {
		shape := cases.PatternShape{}
		if json.Unmarshal(written, &shape.Source) != nil {
			text := struct {
				Text string `json:"text"`
			}{}
			require.NoError(t, json.Unmarshal(written, &text))
			shape = cases.PatternShape{Source: text.Text, IsText: true}
		}
		pattern, err := cases.CompilePattern(shape, false)
		require.NoError(t, err)
		made.Judging.Refusals = append(made.Judging.Refusals, pattern)
	}
	if options.CorpusManifest != "" {
		manifest, err := os.ReadFile(filepath.Join(folder, options.CorpusManifest))
		require.NoError(t, err)
		made.Judging.Corpus = map[string]struct{}{}
		for _, digest := range strings.Fields(string(manifest)) {
			made.Judging.Corpus[digest] = struct{}{}
		}
	}
	return made
}

// differences are what a vector's verdict.json and the verdict reached do not share, path by path.
// partial: objects are compared by the keys that expected names, and an object {"$in": […]} allows any
// of its values.
func differences(expected, actual any, partial bool, path string) []string {
	wanted, isObject := expected.(map[string]any)
	if allowed, isChoice := wanted["$in"].([]any); partial && isChoice {
		for _, one := range allowed {
			if len(differences(one, actual, true, path)) == 0 {
				return nil
			}
		}
		return []string{fmt.Sprintf("%s: expected any of %s, got %s", path, show(allowed), show(actual))}
	}
	list, isList := expected.([]any)
	// An empty array is never written.
	if partial && isList && len(list) == 0 && actual == nil {
		return nil
	}
	var found []string
	if got, isGot := actual.(map[string]any); isObject && isGot {
		keys := map[string]bool{}
		for key := range wanted {
			keys[key] = true
		}
		for key := range got {
			keys[key] = keys[key] || !partial
		}
		for key, isAsked := range keys {
			if isAsked {
				found = append(found, differences(wanted[key], got[key], partial, path+"."+key)...)
			}
		}
		return found
	}
	if got, isGot := actual.([]any); isList && isGot {
		if len(list) != len(got) {
			found = append(found, fmt.Sprintf("%s: expected %d entries, got %d", path, len(list), len(got)))
		}
		for at := range min(len(list), len(got)) {
			found = append(found, differences(list[at], got[at], partial, fmt.Sprintf("%s[%d]", path, at))...)
		}
		return found
	}
	if show(expected) != show(actual) {
		return []string{fmt.Sprintf("%s: expected %s, got %s", path, show(expected), show(actual))}
	}
	return nil
}

func show(value any) string {
	if value == nil {
		return "nothing"
	}
	text, _ := json.Marshal(value)
	return string(text)
}
