package conformance_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/vectors"
)

func TestEveryVectorHasItsVerdict(t *testing.T) {
	folders, err := vectors.List()
	require.NoError(t, err)
	// The vectors under DIR, whose verdicts may be partial (spec §14).
	partial := os.Getenv(vectors.EnvironmentName) != ""
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			wanted, err := os.ReadFile(filepath.Join(folder, "verdict.json"))
			require.NoError(t, err)
			got := judgeVector(t, folder)
			var expected, actual any
			require.NoError(t, json.Unmarshal(wanted, &expected))
			require.NoError(t, json.Unmarshal([]byte(got), &actual))
			if found := differences(expected, actual, partial, "verdict"); len(found) > 0 {
				slices.Sort(found)
				t.Fatal("\n  " + strings.Join(found, "\n  "))
			}
			if !partial {
				require.Equal(t, string(wanted), got, "the same values, other bytes")
			}
		})
	}
}
