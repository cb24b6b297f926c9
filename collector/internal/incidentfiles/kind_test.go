package incidentfiles

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTellsTheKindsApart(t *testing.T) {
	for file, kind := range map[string]Kind{
		"INC-A.json": KindIncident, "request-114.replay.json": KindReplayRecord, "split-test.json": KindSplitTest, "ledger.jsonl": KindLedger,
	} {
		content := vectorFile(t, file)
		found, err := KindOf(content, file)
		require.NoError(t, err)
		assert.Equal(t, kind, found)
		found, err = KindOf(bytes.ReplaceAll(content, []byte("{\n"), []byte("{")), file)
		require.NoError(t, err)
		assert.Equal(t, kind, found, "laid out otherwise")
	}
	incident, err := ParseIncident(vectorFile(t, "INC-A.json"), "INC-A", plainHash)
	require.NoError(t, err)
	binary, err := IncidentBinary(incident, plainHash)
	require.NoError(t, err)
	found, err := KindOf(binary, "INC-A.binpb")
	require.NoError(t, err)
	assert.Equal(t, KindIncident, found)

	_, err = KindOf([]byte(`{"name":"ragspan","version":"0.1.0"}`), "package.json")
	assert.Equal(t, "package.json: is neither an incident nor a replay record, a split test or a ledger", refusedAs(t, err))
	_, err = KindOf([]byte("hello\n"), "notes.json")
	assert.Equal(t, "notes.json: 1:1: is no JSON", refusedAs(t, err))
}
