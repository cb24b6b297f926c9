package incidentfiles

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// smallSeeds are JSON that the vectors do not show.
var smallSeeds = []string{
	"", "{}", `{"version":1}`, `{"version":1,"id":"INC-1","id":"INC-2"}`, `{"version":1,"pins":{"parameters":{"__proto__":"1"}}}`,
	`{"version":1,"triple":{"retrieval":{"items":[{"rank":1,"score":-0},{"score":"NaN"},{"score":1e999}]}}}`,
	`{"version":1,"frozen_by":"x","later":[[[{"a":"\ud83d\ude00"}]]]}`, "[\"\xff\"]", `{"version":1,"a":"\ud800"}`, "\x08\x01\x12\x03INC",
}

// resealed are the same members under seals that fit: what is read behind the seal is tried as well.
func resealed(content []byte, isIncident bool) []byte {
	object, err := readObject(content)
	if err != nil {
		return nil
	}
	object = without(object, shaMember, frozenMember)
	if isIncident {
		frozen, err := sha256Of(only(object, frozenMembers...), plainHash)
		if err != nil {
			return nil
		}
		object.Set(frozenMember, frozen)
	}
	sum, err := sha256Of(object, plainHash)
	if err != nil {
		return nil
	}
	object.Set(shaMember, sum)
	text, _ := model.JSONText(object)
	return []byte(text)
}

// sealedForms are the writers of a kind.
type sealedForms[M proto.Message] struct {
	parse        func([]byte, string, model.TextHash) (M, error)
	json, binary func(M, model.TextHash) ([]byte, error)
	isIncident   bool
}

// try reads anything: an error of ours, or a message that comes back from both forms.
func (f sealedForms[M]) try(t *testing.T, content []byte) {
	for _, one := range [][]byte{content, resealed(content, f.isIncident)} {
		message, err := f.parse(one, "file", plainHash)
		if err != nil {
			var ours *FileError
			require.ErrorAs(t, err, &ours)
			continue
		}
		for _, write := range []func(M, model.TextHash) ([]byte, error){f.json, f.binary} {
			written, err := write(message, plainHash)
			if err != nil {
				// Members were frozen that this version does not know, or in another spelling.
				require.True(t, f.isIncident, err)
				require.ErrorContains(t, err, "what was frozen would change")
				continue
			}
			again, err := f.parse(written, "file", plainHash)
			require.NoError(t, err)
			expected, actual := proto.Clone(message), proto.Clone(again)
			clearSeal(expected)
			clearSeal(actual)
			require.True(t, proto.Equal(expected, actual), "%s", one)
		}
	}
}

// clearSeal: of a file with unknown members the message written anew has another seal.
func clearSeal(message proto.Message) {
	reflected := message.ProtoReflect()
	reflected.Clear(reflected.Descriptor().Fields().ByName(shaMember))
}

func addSeeds(f *testing.F, names ...string) {
	f.Helper()
	for _, name := range names {
		f.Add(vectorFile(f, name))
	}
	for _, seed := range smallSeeds {
		f.Add([]byte(seed))
	}
}

func FuzzParseIncident(f *testing.F) {
	addSeeds(f, "INC-A.json", "INC-B.json", "keyed/INC-B.json")
	incident, err := ParseIncident(vectorFile(f, "INC-C.json"), "INC-C", plainHash)
	require.NoError(f, err)
	binary, err := IncidentBinary(incident, plainHash)
	require.NoError(f, err)
	f.Add(binary)
	forms := sealedForms[*ragspanv1.Incident]{ParseIncident, IncidentJSON, IncidentBinary, true}
	f.Fuzz(func(t *testing.T, content []byte) {
		forms.try(t, content)
		if incident, err := ParseIncident(resealed(content, true), "file", plainHash); err == nil {
			_ = CheckPredictions(incident, plainHash)
		}
	})
}

func FuzzParseReplayRecord(f *testing.F) {
	addSeeds(f, "request-114.replay.json")
	forms := sealedForms[*ragspanv1.ReplayRecord]{ParseReplayRecord, ReplayRecordJSON, ReplayRecordBinary, false}
	f.Fuzz(func(t *testing.T, content []byte) { forms.try(t, content) })
}

func FuzzParseSplitTest(f *testing.F) {
	addSeeds(f, "split-test.json")
	forms := sealedForms[*ragspanv1.SplitTest]{ParseSplitTest, SplitTestJSON, SplitTestBinary, false}
	f.Fuzz(func(t *testing.T, content []byte) { forms.try(t, content) })
}

func FuzzLedger(f *testing.F) {
	addSeeds(f, "ledger.jsonl")
	f.Fuzz(func(t *testing.T, content []byte) {
		taken := uint64(0)
		end, err := EachLedgerEntry(bytes.NewReader(content), "ledger", plainHash, func(*ragspanv1.LedgerEntry) error {
			taken++
			return nil
		})
		var ours *FileError
		require.True(t, err == nil || errors.As(err, &ours))
		require.Equal(t, end.Entries, taken)
		if line := resealed(content, false); line != nil {
			value, err := model.ParseStrictJSON(string(line))
			require.NoError(t, err)
			spelled, err := model.CanonicalJSON(value)
			require.NoError(t, err)
			_, err = EachLedgerEntry(bytes.NewReader([]byte(spelled+"\n")), "ledger", plainHash, func(*ragspanv1.LedgerEntry) error { return nil })
			require.True(t, err == nil || errors.As(err, &ours))
		}
	})
}

func FuzzReadMessageBinary(f *testing.F) {
	for at, name := range kindNames() {
		message := messageKinds[name]()
		fill(message.ProtoReflect(), newChance(uint64(at)))
		content, err := MessageBinary(message)
		require.NoError(f, err)
		f.Add(name, content)
	}
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		make, isKnown := messageKinds[name]
		if !isKnown {
			return
		}
		message := make()
		if ReadMessageBinary(content, message) != nil {
			return
		}
		json, err := MessageJSON(message)
		require.NoError(t, err)
		again := make()
		require.NoError(t, ReadMessageJSON(json, again))
		require.True(t, proto.Equal(message, again), "%s", json)
	})
}
