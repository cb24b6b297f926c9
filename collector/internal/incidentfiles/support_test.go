package incidentfiles

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// vectorKey is that of test/incidents/file-vectors.test.ts.
const vectorKey = "a key of these tests"

var plainHash = model.TextHash{}

// vectorPath is a file that the TypeScript half wrote.
func vectorPath(t testing.TB, name string) string {
	t.Helper()
	root, err := vectors.Root()
	require.NoError(t, err)
	return filepath.Join(root, "test", "incidents", "files", filepath.FromSlash(name))
}

func vectorFile(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(vectorPath(t, name))
	require.NoError(t, err)
	return content
}

// refusedAs is the problem of a *FileError, which must say what to do as well.
func refusedAs(t testing.TB, err error) string {
	t.Helper()
	var ours *FileError
	require.ErrorAs(t, err, &ours)
	require.NotEmpty(t, ours.Hint)
	return ours.Problem
}
