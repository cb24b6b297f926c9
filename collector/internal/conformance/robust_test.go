package conformance_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/files"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// FuzzJudge: whatever a trace holds, judging ends, and says the same twice.
func FuzzJudge(f *testing.F) {
	folders, err := vectors.List()
	require.NoError(f, err)
	for at, folder := range folders {
		if at%25 == 0 {
			trace, err := vectors.Trace(folder)
			require.NoError(f, err)
			f.Add(trace)
		}
	}
	book := vectorBook(f, folders[0])
	options := optionsOf(f, f.TempDir())
	f.Fuzz(func(t *testing.T, trace []byte) {
		records, err := vectors.Records(trace)
		if err != nil {
			return
		}
		first := files.VerdictJSON(files.JudgeRecords(records, book, options))
		if again := files.VerdictJSON(files.JudgeRecords(records, book, options)); again != first {
			t.Fatalf("one trace, two verdicts:\n%s\n%s", first, again)
		}
	})
}

func TestPartialVerdictsNameWhatMustBeEqual(t *testing.T) {
	var actual any
	require.NoError(t, json.Unmarshal([]byte(`{"a":1,"b":[{"c":"x","d":2}]}`), &actual))
	for expected, count := range map[string]int{
		`{"a":1}`:                           0,
		`{"a":{"$in":[3,1]}}`:               0,
		`{"a":{"$in":[3,2]}}`:               1,
		`{"b":[{"c":"x"}],"e":[]}`:          0,
		`{"b":[{"c":"y"}],"e":1}`:           2,
		`{"b":[]}`:                          1,
		`{"b":[{"c":{"$in":["x"]},"d":2}]}`: 0,
	} {
		var wanted any
		require.NoError(t, json.Unmarshal([]byte(expected), &wanted))
		assert.Len(t, differences(wanted, actual, true, "verdict"), count, expected)
	}
}

func TestVectorsElsewhereMayBePartial(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	elsewhere := t.TempDir()
	folder := filepath.Join(elsewhere, "one")
	require.NoError(t, os.CopyFS(folder, os.DirFS(folders[0])))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "verdict.json"), []byte(`{"version":{"$in":[1]}}`), 0o600))
	t.Setenv(vectors.EnvironmentName, elsewhere)
	found, err := vectors.List()
	require.NoError(t, err)
	assert.Equal(t, []string{folder}, found)
}

// BenchmarkJudge is of all vectors together.
func BenchmarkJudge(b *testing.B) {
	folders, err := vectors.List()
	require.NoError(b, err)
	for b.Loop() {
		for _, folder := range folders {
			judgeVector(b, folder)
		}
	}
}
