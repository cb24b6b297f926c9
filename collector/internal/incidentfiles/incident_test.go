package incidentfiles

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

var canonicalThree = map[string]string{"INC-A": "H1", "INC-B": "H2", "INC-C": "H3a"}

func TestReadsTheIncidentsOfTypeScript(t *testing.T) {
	for id, verdict := range canonicalThree {
		incident, err := ReadIncident(vectorPath(t, id+".json"), plainHash)
		require.NoError(t, err)
		assert.Equal(t, id, incident.GetId())
		assert.Equal(t, verdict, incident.GetVerdict().GetVerdict())
		assert.Equal(t, int64(1_790_000_000_000_000_000), incident.GetFrozenAtUnixNano())
		assert.Equal(t, "refund PENDING, no reference issued", incident.GetCase().GetNeeds()[0].GetLine())
		assert.Len(t, incident.GetDiff(), 3)
		assert.NoError(t, CheckPredictions(incident, plainHash))
	}
}

func TestReadsAnIncidentUnderItsKeyAlone(t *testing.T) {
	path := vectorPath(t, "keyed/INC-B.json")
	incident, err := ReadIncident(path, model.NewTextHash(vectorKey))
	require.NoError(t, err)
	assert.Equal(t, "H2", incident.GetVerdict().GetVerdict())
	assert.False(t, incident.GetWithText())

	_, err = ReadIncident(path, plainHash)
	assert.Contains(t, refusedAs(t, err), "was sealed with the key named \""+incident.GetTriple().GetHashKey()+"\", and no key is set")
	_, err = ReadIncident(path, model.NewTextHash("another"))
	assert.Contains(t, refusedAs(t, err), "and the key set is")
	_, err = ReadIncident(vectorPath(t, "INC-A.json"), model.NewTextHash(vectorKey))
	assert.Contains(t, refusedAs(t, err), "was sealed without a key")
}

// The bytes, too: a file that Go wrote is the one that TypeScript would have written.
func TestWritesTheBytesOfTypeScript(t *testing.T) {
	for id := range canonicalThree {
		content := vectorFile(t, id+".json")
		incident, err := ParseIncident(content, id, plainHash)
		require.NoError(t, err)
		written, err := IncidentJSON(incident, plainHash)
		require.NoError(t, err)
		assert.Equal(t, string(content), string(written))
	}
}

func TestAnIncidentGoesThroughBinary(t *testing.T) {
	hash := model.NewTextHash(vectorKey)
	incident, err := ReadIncident(vectorPath(t, "keyed/INC-B.json"), hash)
	require.NoError(t, err)
	binary, err := IncidentBinary(incident, hash)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "INC-B.binpb")
	require.NoError(t, os.WriteFile(path, binary, 0o600))
	again, err := ReadIncident(path, hash)
	require.NoError(t, err)
	assert.True(t, proto.Equal(incident, again))
	_, err = ReadIncident(path, model.NewTextHash("another"))
	assert.Contains(t, refusedAs(t, err), "was sealed with the key named")
}

func TestWhatIsFoundOutLaterIsAddedAndSealedAnew(t *testing.T) {
	incident, err := ParseIncident(vectorFile(t, "INC-A.json"), "INC-A", plainHash)
	require.NoError(t, err)
	before := proto.CloneOf(incident)
	incident.Notes = append(incident.Notes, "seen again in October")
	written, err := IncidentJSON(incident, plainHash)
	require.NoError(t, err)
	again, err := ParseIncident(written, "INC-A", plainHash)
	require.NoError(t, err)
	assert.Equal(t, incident.GetNotes(), again.GetNotes())
	assert.Equal(t, before.GetFrozenSha256(), again.GetFrozenSha256())
	assert.NotEqual(t, before.GetSha256(), again.GetSha256())
}

func TestWhatWasFrozenCannotBeWrittenChanged(t *testing.T) {
	for _, change := range []func(*ragspanv1.Incident){
		func(incident *ragspanv1.Incident) { incident.Id = "INC-Z" },
		func(incident *ragspanv1.Incident) { incident.Verdict.Verdict = "H3" },
		func(incident *ragspanv1.Incident) { incident.Triple.Output = nil },
		func(incident *ragspanv1.Incident) { incident.FrozenSha256 = "" },
	} {
		incident, err := ParseIncident(vectorFile(t, "INC-A.json"), "INC-A", plainHash)
		require.NoError(t, err)
		change(incident)
		_, err = IncidentJSON(incident, plainHash)
		assert.Contains(t, refusedAs(t, err), "what was frozen would change")
		_, err = IncidentBinary(incident, plainHash)
		assert.Contains(t, refusedAs(t, err), "what was frozen would change")
	}
	incident, err := ParseIncident(vectorFile(t, "INC-A.json"), "INC-A", plainHash)
	require.NoError(t, err)
	_, err = IncidentJSON(incident, model.NewTextHash(vectorKey))
	assert.Contains(t, refusedAs(t, err), "was sealed without a key", "and would be unreadable")
}

func TestPredictionsAreThoseThatWereSealed(t *testing.T) {
	for name, change := range map[string]func(*ragspanv1.Incident){
		"a row":    func(incident *ragspanv1.Incident) { incident.Predictions.Rows[0].Limit = proto.Uint64(50) },
		"the time": func(incident *ragspanv1.Incident) { incident.Predictions.SealedAtUnixNano++ },
		"a pin":    func(incident *ragspanv1.Incident) { incident.Pins.TopK = proto.Uint32(50) },
		"the need": func(incident *ragspanv1.Incident) { incident.Case.Needs[0].LineIs = nil },
		"the hash": func(incident *ragspanv1.Incident) { incident.Predictions.Sha256 = strings.Repeat("0", 64) },
		"another":  func(incident *ragspanv1.Incident) { incident.FrozenSha256 = strings.Repeat("0", 64) },
		"all rows": func(incident *ragspanv1.Incident) { incident.Predictions.Rows = nil },
	} {
		incident, err := ParseIncident(vectorFile(t, "INC-A.json"), "INC-A", plainHash)
		require.NoError(t, err)
		change(incident)
		assert.ErrorContains(t, CheckPredictions(incident, plainHash), "not those that were sealed", name)
	}
	incident, err := ParseIncident(vectorFile(t, "INC-A.json"), "INC-A", plainHash)
	require.NoError(t, err)
	incident.Predictions = nil
	assert.ErrorContains(t, CheckPredictions(incident, plainHash), "there are no predictions")
	incident.Diff = nil
	assert.NoError(t, CheckPredictions(incident, plainHash))
}

func TestSaysWhatIsWrongWithAPath(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	large := filepath.Join(folder, "large.json")
	require.NoError(t, os.WriteFile(large, nil, 0o600))
	require.NoError(t, os.Truncate(large, maxFileBytes+1))
	for path, problem := range map[string]string{
		filepath.Join(folder, "none.json"):       "there is no such file or folder",
		filepath.Join(large, "none.json"):        "a part of the path is a file",
		folder:                                   "is a folder, not a file",
		pipe:                                     "is no regular file",
		large:                                    "is longer than 268435456 bytes",
		vectorPath(t, "request-114.replay.json"): "frozenSha256: the file was changed",
		filepath.Join(folder, "\x00"):            "invalid argument",
	} {
		_, err := ReadIncident(path, plainHash)
		assert.Contains(t, refusedAs(t, err), path+": ")
		assert.Contains(t, refusedAs(t, err), problem)
	}
}
