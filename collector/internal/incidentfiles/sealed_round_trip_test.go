package incidentfiles

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

// sealedKinds are how Go reads and writes each kind that is sealed as a whole.
var sealedKinds = map[string]struct {
	parse        func([]byte, model.TextHash) (proto.Message, error)
	json, binary func(proto.Message, model.TextHash) ([]byte, error)
	triple       func(proto.Message) *ragspanv1.Triple
}{
	"Incident": {
		parseIncident,
		func(m proto.Message, hash model.TextHash) ([]byte, error) {
			return IncidentJSON(m.(*ragspanv1.Incident), hash)
		},
		func(m proto.Message, hash model.TextHash) ([]byte, error) {
			return IncidentBinary(m.(*ragspanv1.Incident), hash)
		},
		func(m proto.Message) *ragspanv1.Triple {
			incident := m.(*ragspanv1.Incident)
			incident.Version, incident.Triple = 1, orNew(incident.Triple)
			return incident.Triple
		},
	},
	"ReplayRecord": {
		parseReplayRecord,
		func(m proto.Message, hash model.TextHash) ([]byte, error) {
			return ReplayRecordJSON(m.(*ragspanv1.ReplayRecord), hash)
		},
		func(m proto.Message, hash model.TextHash) ([]byte, error) {
			return ReplayRecordBinary(m.(*ragspanv1.ReplayRecord), hash)
		},
		func(m proto.Message) *ragspanv1.Triple {
			record := m.(*ragspanv1.ReplayRecord)
			record.Version, record.Triple = 1, orNew(record.Triple)
			return record.Triple
		},
	},
	"SplitTest": {
		parseSplitTest,
		func(m proto.Message, hash model.TextHash) ([]byte, error) {
			return SplitTestJSON(m.(*ragspanv1.SplitTest), hash)
		},
		func(m proto.Message, hash model.TextHash) ([]byte, error) {
			return SplitTestBinary(m.(*ragspanv1.SplitTest), hash)
		},
		func(m proto.Message) *ragspanv1.Triple {
			m.(*ragspanv1.SplitTest).Version = 1
			return &ragspanv1.Triple{}
		},
	},
}

func orNew(triple *ragspanv1.Triple) *ragspanv1.Triple {
	if triple == nil {
		return &ragspanv1.Triple{}
	}
	return triple
}

// TypeScript seals, Go verifies and seals, TypeScript verifies: any message, with a key and without.
func TestSealsOfEitherHalfHoldInTheOther(t *testing.T) {
	var sealing, opening []twin.FileRequest
	for _, key := range []string{"", vectorKey} {
		for name := range sealedKinds {
			for seed := range samplesOf(name) {
				text := anySealable(t, name, uint64(1000+seed), model.NewTextHash(key))
				sealing = append(sealing, twin.FileRequest{Op: "seal", Name: name, Text: &text, Key: key})
			}
		}
	}
	var read []proto.Message
	for at, answer := range twin.AskFiles(t, sealing) {
		asked := sealing[at]
		require.Empty(t, answer.Error, *asked.Text)
		kind, hash := sealedKinds[asked.Name], model.NewTextHash(asked.Key)
		content := twin.Read[string](t, answer.Answer)
		message, err := kind.parse([]byte(content), hash)
		require.NoError(t, err, content)
		_, err = kind.parse([]byte(content), model.NewTextHash("another key"))
		require.Error(t, err)

		binary, err := kind.binary(message, hash)
		require.NoError(t, err)
		ofBinary, err := kind.parse(binary, hash)
		require.NoError(t, err)
		require.True(t, proto.Equal(message, ofBinary), content)
		json, err := kind.json(message, hash)
		require.NoError(t, err)
		require.Equal(t, canonicalOf(t, content), canonicalOf(t, string(json)))
		text := string(json)
		opening = append(opening, twin.FileRequest{Op: "open", Name: asked.Name, Text: &text, Key: asked.Key},
			twin.FileRequest{Op: "message", Name: asked.Name, Binary: binary})
		read = append(read, message)
	}
	for at, answer := range twin.AskFiles(t, opening) {
		require.Empty(t, answer.Error)
		text := ""
		if opening[at].Op == "open" {
			text = twin.Read[string](t, answer.Answer)
		} else {
			text = twin.Read[twin.Forms](t, answer.Answer).JSON
		}
		again := messageKinds[opening[at].Name]()
		require.NoError(t, ReadMessageJSON([]byte(text), again))
		require.True(t, proto.Equal(read[at/2], again), text)
	}
}

// anySealable is the JSON of any message that may be sealed under the hash.
func anySealable(t *testing.T, name string, seed uint64, hash model.TextHash) string {
	t.Helper()
	message := messageKinds[name]()
	fill(message.ProtoReflect(), newChance(seed))
	triple := sealedKinds[name].triple(message)
	triple.HashKey = nil
	if hash.KeyName != "" {
		triple.HashKey = proto.String(hash.KeyName)
	}
	json, err := MessageJSON(message)
	require.NoError(t, err)
	return string(json)
}

// The files of this repository, through Go's binary, back to the bytes that TypeScript wrote.
func TestTheCanonicalThreeComeBackFromBinary(t *testing.T) {
	var requests []twin.FileRequest
	for id := range canonicalThree {
		incident, err := ParseIncident(vectorFile(t, id+".json"), id, plainHash)
		require.NoError(t, err)
		binary, err := IncidentBinary(incident, plainHash)
		require.NoError(t, err)
		requests = append(requests, twin.FileRequest{Op: "message", Name: "Incident", Binary: binary})
	}
	for _, answer := range twin.AskFiles(t, requests) {
		require.Empty(t, answer.Error)
		forms := twin.Read[twin.Forms](t, answer.Answer)
		incident := &ragspanv1.Incident{}
		require.NoError(t, ReadMessageJSON([]byte(forms.JSON), incident))
		written, err := IncidentJSON(incident, plainHash)
		require.NoError(t, err)
		require.True(t, bytes.Equal(vectorFile(t, incident.GetId()+".json"), written))
	}
}
