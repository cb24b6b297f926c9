package incidentfiles

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

// sealedVectors are the files with one message each, and how both halves read them.
var sealedVectors = []struct {
	file, name, key string
	parse           func(content []byte, hash model.TextHash) (proto.Message, error)
}{
	{"INC-A.json", "Incident", "", parseIncident},
	{"INC-C.json", "Incident", "", parseIncident},
	{"keyed/INC-B.json", "Incident", vectorKey, parseIncident},
	{"request-114.replay.json", "ReplayRecord", "", parseReplayRecord},
	{"split-test.json", "SplitTest", "", parseSplitTest},
}

func parseIncident(content []byte, hash model.TextHash) (proto.Message, error) {
	return ParseIncident(content, "file", hash)
}

func parseReplayRecord(content []byte, hash model.TextHash) (proto.Message, error) {
	return ParseReplayRecord(content, "file", hash)
}

func parseSplitTest(content []byte, hash model.TextHash) (proto.Message, error) {
	return ParseSplitTest(content, "file", hash)
}

// changedSomewhere changes a byte, or takes some out, repeats some, or puts some in: as a hand, a disk or
// a transfer does.
func changedSomewhere(content []byte, chance *rand.Rand) []byte {
	at := chance.IntN(len(content))
	to := min(len(content), at+1+chance.IntN(12))
	changed := bytes.Clone(content[:at])
	switch chance.IntN(5) {
	case 0:
		changed = append(append(changed, content[at]^(1<<chance.IntN(8))), content[at+1:]...)
	case 1:
		const signs = "0123456789trufalsn\"{}[],: e-."
		changed = append(append(changed, signs[chance.IntN(len(signs))]), content[at+1:]...)
	case 2:
		changed = append(changed, content[to:]...)
	case 3:
		changed = append(append(changed, content[at:to]...), content[at:]...)
	default:
		inserted := []string{" ", "\n", `"later":1,`, `"__proto__":{},`, "null", "é", `\u0041`, `"id":"x",`, "-0", "1e0"}
		changed = append(append(changed, inserted[chance.IntN(len(inserted))]...), content[at:]...)
	}
	return changed
}

func TestAChangedFileIsRefusedOrMeansTheSame(t *testing.T) {
	rounds := 600
	if testing.Short() {
		rounds = 400
	}
	for _, vector := range sealedVectors {
		content := vectorFile(t, vector.file)
		hash := model.NewTextHash(vector.key)
		original, err := vector.parse(content, hash)
		require.NoError(t, err)
		chance, refused := newChance(1), 0
		for range rounds {
			changed := changedSomewhere(content, chance)
			read, err := vector.parse(changed, hash)
			if err != nil {
				refusedAs(t, err)
				refused++
				continue
			}
			require.Equal(t, canonicalOf(t, string(content)), canonicalOf(t, string(changed)), "%s", changed)
			require.True(t, proto.Equal(original, read), "%s", changed)
		}
		assert.Greater(t, refused, rounds/2)
	}
}

// Both halves take and refuse the same, but where Go is stricter: what a file means must not hang on the
// reader.
func TestBothHalvesRefuseTheSame(t *testing.T) {
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	var requests []twin.FileRequest
	var taken []bool
	for _, vector := range sealedVectors {
		content := vectorFile(t, vector.file)
		chance := newChance(2)
		for range rounds {
			changed := changedSomewhere(content, chance)
			if !utf8.Valid(changed) {
				continue
			}
			text := string(changed)
			_, err := vector.parse(changed, model.NewTextHash(vector.key))
			requests = append(requests, twin.FileRequest{Op: "open", Name: vector.name, Text: &text, Key: vector.key})
			taken = append(taken, err == nil)
		}
	}
	accepted := 0
	for at, answer := range twin.AskFiles(t, requests) {
		if taken[at] {
			accepted++
			require.Empty(t, answer.Error, "Go took it:\n%s", *requests[at].Text)
			continue
		}
		if answer.Error == "" {
			_, err := model.ParseStrictJSON(*requests[at].Text)
			require.ErrorContains(t, err, "stands twice in one object", "TypeScript took it:\n%s", *requests[at].Text)
		}
	}
	require.Greater(t, accepted, 10, "some changes mean nothing")
}

func TestEachMemberIsSealedAndUnknownOnesAreToo(t *testing.T) {
	for _, vector := range sealedVectors {
		content := string(vectorFile(t, vector.file))
		hash := model.NewTextHash(vector.key)
		for _, change := range []func(string) string{
			func(text string) string { return strings.Replace(text, "{", `{"later":1,`, 1) },
			func(text string) string { return strings.Replace(text, "{", `{"__proto__":{"version":1},`, 1) },
			func(text string) string { return strings.Replace(text, `"bytes": "`, `"later": "1", "bytes": "`, 1) },
			func(text string) string {
				return strings.Replace(text, `"boundary": "`, `"later": "1", "boundary": "`, 1)
			},
		} {
			changed := change(content)
			if changed == content {
				continue
			}
			_, err := vector.parse([]byte(changed), hash)
			assert.Contains(t, refusedAs(t, err), "the file was changed after it was sealed")
		}
	}
}

// A later version adds members: the seal is over them, and what is known is read.
func TestReadsSealedMembersItDoesNotKnow(t *testing.T) {
	object, err := readObject(vectorFile(t, "INC-A.json"))
	require.NoError(t, err)
	object = without(object, shaMember)
	object.Set("later", model.ObjectOf("deep", []model.Value{1.0, "x", model.Null{}}))
	sum, err := sha256Of(object, plainHash)
	require.NoError(t, err)
	object.Set(shaMember, sum)
	content, err := indented(object)
	require.NoError(t, err)
	incident, err := ParseIncident(content, "INC-A", plainHash)
	require.NoError(t, err)
	assert.Equal(t, "INC-A", incident.GetId())
	_, err = ParseIncident(bytes.Replace(content, []byte(`"x"`), []byte(`"y"`), 1), "INC-A", plainHash)
	assert.Contains(t, refusedAs(t, err), "sha256: the file was changed after it was sealed")
}

func TestAChangedBinaryIsRefusedOrMeansTheSame(t *testing.T) {
	rounds := 600
	if testing.Short() {
		rounds = 400
	}
	incident, err := ParseIncident(vectorFile(t, "INC-C.json"), "INC-C", plainHash)
	require.NoError(t, err)
	content, err := IncidentBinary(incident, plainHash)
	require.NoError(t, err)
	chance := newChance(3)
	for range rounds {
		read, err := ParseIncident(changedSomewhere(content, chance), "INC-C", plainHash)
		if err != nil {
			refusedAs(t, err)
			continue
		}
		require.True(t, proto.Equal(incident, read))
	}
}
