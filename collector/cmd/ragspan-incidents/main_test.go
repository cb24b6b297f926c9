package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// files are those that the TypeScript half wrote; key is that of the keyed ones.
const (
	files = "../../../test/incidents/files"
	key   = "a key of these tests"
)

type outcome struct {
	status          int
	out, complaints string
}

func ran(key string, arguments ...string) outcome {
	var out, complaints bytes.Buffer
	status := run(arguments, key, &out, &complaints)
	return outcome{status, out.String(), complaints.String()}
}

func copied(t *testing.T, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(files, name))
	require.NoError(t, err)
	path := filepath.Join(folder, filepath.Base(name))
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return path
}

func replaced(t *testing.T, path, old, now string) {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(content), old)
	require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(content), old, now)), 0o600))
}

// The commands of docs/collector.md, and what it says they print.
func TestDoesWhatTheDocumentationSays(t *testing.T) {
	page, err := os.ReadFile("../../../docs/collector.md")
	require.NoError(t, err)
	_, section, isThere := strings.Cut(string(page), "\n## Incidents without Node\n")
	require.True(t, isThere)
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile("(?s)```[a-z]*\n(.*?)```").FindAllStringSubmatch(section, -1)
	require.Len(t, blocks, 3)
	command := func(block string) string {
		t.Helper()
		program := exec.Command("sh", "-c", block)
		program.Dir = "../.."
		out, err := program.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	assert.Equal(t, blocks[1][1], command(blocks[0][1]))
	assert.Contains(t, command(blocks[2][1]), `"id": "INC-A"`)
}

func TestVerifiesUnderTheKeyAlone(t *testing.T) {
	keyed := filepath.Join(files, "keyed")
	assert.Equal(t, 0, ran(key, "verify", keyed).status)
	without := ran("", "verify", keyed)
	assert.Equal(t, 1, without.status)
	assert.Equal(t, "0 verified, 1 refused\n", without.out)
	assert.Contains(t, without.complaints, "and no key is set\n         Set RAGSPAN_HASH_KEY to the key it was written with.\n")
}

func TestRefusesAFileThatWasChanged(t *testing.T) {
	folder := t.TempDir()
	copied(t, folder, "INC-B.json")
	path := copied(t, folder, "INC-A.json")
	replaced(t, path, "was processed", "was refunded")
	found := ran("", "verify", folder)
	assert.Equal(t, 1, found.status)
	assert.Contains(t, found.out, "INC-B")
	assert.Contains(t, found.out, "1 verified, 1 refused\n")
	assert.Contains(t, found.complaints, "refused: "+path+": sha256: the file was changed after it was sealed")
}

// Whoever knows how can seal a changed file anew; the ledger still knows the evidence that was entered.
func TestRefusesEvidenceThatTheLedgerDoesNotKnow(t *testing.T) {
	folder := t.TempDir()
	copied(t, folder, "ledger.jsonl")
	forged := copied(t, folder, "INC-A.json")
	reseal(t, forged, func(content string) string {
		return strings.ReplaceAll(content, "service", "another")
	})
	found := ran("", "verify", forged)
	assert.Equal(t, 0, found.status, found.complaints)
	found = ran("", "verify", forged, filepath.Join(folder, "ledger.jsonl"))
	assert.Equal(t, 1, found.status)
	assert.Contains(t, found.complaints, `INC-A.json: "INC-A" stands in `+filepath.Join(folder, "ledger.jsonl")+" with other evidence")
}

func TestRefusesAnIdThatIsGivenTwice(t *testing.T) {
	folder := t.TempDir()
	path := copied(t, folder, "INC-A.json")
	other := filepath.Join(folder, "INC-A.copy.json")
	require.NoError(t, os.Rename(path, other))
	copied(t, folder, "INC-A.json")
	assert.Equal(t, 0, ran("", "verify", folder).status, "a copy is the same incident")

	reseal(t, other, func(content string) string { return strings.ReplaceAll(content, "service", "another") })
	found := ran("", "verify", folder)
	assert.Equal(t, 1, found.status)
	assert.Contains(t, found.complaints, `"INC-A" is the id of `)
}

// reseal makes every hash anew, that of the predictions included, as a forger does.
func reseal(t *testing.T, path string, change func(string) string) {
	t.Helper()
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	value, err := model.ParseStrictJSON(change(string(content)))
	require.NoError(t, err)
	object := value.(*model.Object)
	hashOf := func(over *model.Object) string {
		spelled, err := model.CanonicalJSON(over)
		require.NoError(t, err)
		return model.TextHash{}.SHA256(spelled)
	}
	hashOver := func(isOver func(member string) bool) string {
		made := model.NewObject(0)
		for member, one := range object.All() {
			if isOver(member) {
				made.Set(member, one)
			}
		}
		return hashOf(made)
	}
	frozen := []string{"version", "id", "frozenAtUnixNano", "frozenBy", "withText", "pins", "case", "triple", "verdict", "service"}
	object.Set("frozenSha256", hashOver(func(member string) bool { return slices.Contains(frozen, member) }))
	if predictions, isObject := object.Get("predictions").(*model.Object); isObject {
		sealed := model.NewObject(0)
		for _, member := range []string{"frozenSha256", "pins", "case"} {
			sealed.Set(member, object.Get(member))
		}
		for _, member := range []string{"rows", "sealedAtUnixNano"} {
			sealed.Set(member, predictions.Get(member))
		}
		predictions.Set("sha256", hashOf(sealed))
	}
	object.Set("sha256", hashOver(func(member string) bool { return member != "sha256" }))
	text, _ := model.JSONText(object)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
}

func TestSaysWhatAFolderHoldsThatIsNoneOfOurs(t *testing.T) {
	folder := t.TempDir()
	assert.Contains(t, ran("", "verify", folder).complaints, "holds no .json, .jsonl or .binpb file")
	require.NoError(t, os.WriteFile(filepath.Join(folder, ".INC-A.json.1.tmp"), []byte("{"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "INC-A.json.lock"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "later.json"), 0o700))
	assert.Contains(t, ran("", "verify", folder).complaints, "holds no .json, .jsonl or .binpb file")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"name":"x"}`), 0o600))
	assert.Contains(t, ran("", "verify", folder).complaints, "package.json: is neither an incident nor")
	assert.Contains(t, ran("", "verify", filepath.Join(folder, "none")).complaints, "there is no such file or folder")
}

func TestReadsALedgerThatWasCutOff(t *testing.T) {
	path := copied(t, t.TempDir(), "ledger.jsonl")
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, content[:len(content)-100], 0o600))
	found := ran("", "verify", path)
	assert.Equal(t, 0, found.status)
	assert.Contains(t, found.out, "5 entries, and ")
	assert.Contains(t, found.out, " bytes of one that was never finished")
}

func TestNamesAFileOnce(t *testing.T) {
	path := filepath.Join(files, "INC-A.json")
	assert.Contains(t, ran("", "verify", path, path, files).out, "\n6 verified, 0 refused\n")
}

func TestTextOfAFileCannotMoveTheTerminal(t *testing.T) {
	folder := t.TempDir()
	path := copied(t, folder, "INC-A.json")
	reseal(t, path, func(content string) string {
		return strings.Replace(content, `"id": "INC-A"`, `"id": "INC-\u001b[2J\u202e\n\u0007"`, 1)
	})
	evil := filepath.Join(folder, "evil\x1b[31m.json")
	require.NoError(t, os.Rename(path, evil))
	found := ran("", "verify", folder)
	assert.Equal(t, 0, found.status, found.complaints)
	assert.Contains(t, found.out, `INC-\u{1b}[2J\u{202e}\u{a}\u{7}`)
	require.NoError(t, os.WriteFile(evil, []byte("{\"version\":\"\x1b[2J\"}"), 0o600))
	found = ran("", "verify", folder)
	assert.NotContains(t, found.out+found.complaints, "\x1b")

	asJSON := ran("", "verify", "--json", folder)
	var read struct{ Refused []struct{ File string } }
	require.NoError(t, json.Unmarshal([]byte(asJSON.out), &read))
	assert.Equal(t, evil, read.Refused[0].File)
}

func TestJSONIsForPrograms(t *testing.T) {
	found := ran("", "verify", "--json", files, "none")
	assert.Equal(t, 1, found.status)
	assert.Empty(t, found.complaints)
	var read struct {
		Verified []map[string]string
		Refused  []map[string]string
	}
	require.NoError(t, json.Unmarshal([]byte(found.out), &read))
	require.Len(t, read.Verified, 6)
	assert.Equal(t, "H1(below_k)", read.Verified[0]["says"])
	assert.Len(t, read.Verified[0]["frozen_sha256"], 64)
	assert.Equal(t, []map[string]string{{"file": "none", "problem": "none: there is no such file or folder", "hint": "Check the path."}}, read.Refused)
}

func TestSaysHowItIsUsed(t *testing.T) {
	help := ran("", "--help")
	assert.Equal(t, 0, help.status)
	assert.Contains(t, help.out, "Usage: ragspan-incidents verify")
	for _, one := range []struct {
		arguments []string
		problem   string
	}{
		{nil, "the command is verify"},
		{[]string{"list"}, "the command is verify"},
		{[]string{"verify"}, "verify needs a file or a folder"},
		{[]string{"verify", "--jsn", "x"}, "--jsn is no option"},
	} {
		wrong := ran("", one.arguments...)
		assert.Equal(t, 2, wrong.status)
		assert.Contains(t, wrong.complaints, one.problem)
	}
	assert.Contains(t, ran("", "verify", "--", "--json").complaints, "--json: there is no such file or folder")
}
