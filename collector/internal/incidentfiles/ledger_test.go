package incidentfiles

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/twin"
)

func readLedgerText(t testing.TB, content []byte, hash model.TextHash) ([]*ragspanv1.LedgerEntry, LedgerEnd, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ledger.jsonl")
	require.NoError(t, os.WriteFile(path, content, 0o600))
	return ReadLedger(path, hash)
}

func TestReadsTheLedgerOfTypeScript(t *testing.T) {
	entries, end, err := ReadLedger(vectorPath(t, "ledger.jsonl"), plainHash)
	require.NoError(t, err)
	var kinds []string
	for _, entry := range entries {
		kinds = append(kinds, entry.GetKind()+" "+entry.GetIncident())
	}
	assert.Equal(t, []string{"add INC-A", "add INC-B", "add INC-C", "pair INC-A", "confirm INC-A", "void INC-A"}, kinds)
	assert.Equal(t, LedgerEnd{Entries: 6, Head: entries[5].GetSha256()}, end)
	assert.Equal(t, "present/absent/fails", entries[1].GetKey().GetPattern())
	assert.Equal(t, "INC-C showed “snapshot” 2 \U0001f600", entries[5].GetReason())

	incident, err := ReadIncident(vectorPath(t, "INC-A.json"), plainHash)
	require.NoError(t, err)
	assert.Equal(t, incident.GetTriple().GetTraceId(), entries[0].GetKey().GetTraceId())
}

func TestWritesTheLinesOfTypeScript(t *testing.T) {
	content := vectorFile(t, "ledger.jsonl")
	var written bytes.Buffer
	_, err := EachLedgerEntry(bytes.NewReader(content), "ledger", plainHash, func(entry *ragspanv1.LedgerEntry) error {
		entry.Sha256 = ""
		line, err := LedgerLine(entry, plainHash)
		written.Write(append(line, '\n'))
		return err
	})
	require.NoError(t, err)
	assert.Equal(t, string(content), written.String())
}

// keyedLines are n entries of a chain that Go made.
func keyedLines(t testing.TB, hash model.TextHash, count int) [][]byte {
	t.Helper()
	var lines [][]byte
	head := ""
	for at := range count {
		entry := &ragspanv1.LedgerEntry{Version: 1, Sequence: uint64(at + 1), Kind: "void", Incident: "INC-A"}
		fill(entry.ProtoReflect(), newChance(uint64(at)))
		entry.Version, entry.Sequence, entry.PreviousSha256, entry.HashKey = 1, uint64(at+1), nil, nil
		if head != "" {
			entry.PreviousSha256 = proto.String(head)
		}
		if hash.KeyName != "" {
			entry.HashKey = proto.String(hash.KeyName)
		}
		line, err := LedgerLine(entry, hash)
		require.NoError(t, err)
		lines = append(lines, line)
		end := LedgerEnd{Entries: uint64(at), Head: head}
		read, err := openLine(line, end, hash)
		require.NoError(t, err)
		head = read.GetSha256()
	}
	return lines
}

func TestTypeScriptReadsTheLinesOfGo(t *testing.T) {
	for _, key := range []string{"", vectorKey} {
		hash := model.NewTextHash(key)
		var requests []twin.FileRequest
		head := ""
		lines := keyedLines(t, hash, 40)
		for at, line := range lines {
			text := string(line)
			requests = append(requests, twin.FileRequest{Op: "open", Name: "LedgerEntry", Text: &text, Key: key, Entries: uint64(at), Head: head})
			entry, err := openLine(line, LedgerEnd{Entries: uint64(at), Head: head}, hash)
			require.NoError(t, err)
			head = entry.GetSha256()
		}
		for at, answer := range twin.AskFiles(t, requests) {
			require.Empty(t, answer.Error, string(lines[at]))
			assert.Equal(t, string(lines[at]), canonicalOf(t, twin.Read[string](t, answer.Answer)))
		}
		content := append(bytes.Join(lines, []byte("\n")), '\n')
		_, end, err := readLedgerText(t, content, hash)
		require.NoError(t, err)
		assert.Equal(t, uint64(40), end.Entries)
		if key != "" {
			_, _, err = readLedgerText(t, content, plainHash)
			assert.Contains(t, refusedAs(t, err), "ledger.jsonl:1: hashKey: was sealed with the key named")
		}
	}
}

func TestALedgerThatWasTouchedIsRefused(t *testing.T) {
	lines := strings.SplitAfter(string(vectorFile(t, "ledger.jsonl")), "\n")[:6]
	join := func(order ...int) string {
		var text strings.Builder
		for _, at := range order {
			text.WriteString(lines[at])
		}
		return text.String()
	}
	whole := join(0, 1, 2, 3, 4, 5)
	for content, problem := range map[string]string{
		join(0, 2, 1, 3, 4, 5):                                  "ledger.jsonl:2: is entry 3, and does not follow entry 1",
		join(1, 2):                                              "ledger.jsonl:1: is entry 2, and does not follow entry 0",
		join(0, 1, 2, 4, 5):                                     "ledger.jsonl:4: is entry 5, and does not follow entry 3",
		join(0, 1, 1, 2):                                        "ledger.jsonl:3: is entry 2, and does not follow entry 2",
		join(0) + "\n" + join(1):                                "ledger.jsonl:2: is no ledger entry: 1:1: is no JSON: it ends too early",
		strings.Replace(whole, "INC-B", "INC-Z", 1):             "ledger.jsonl:2: its content does not fit its sha256",
		strings.Replace(whole, `"kind"`, ` "kind"`, 1):          "ledger.jsonl:1: stands otherwise than it was written",
		strings.Replace(whole, "\U0001f600", `\ud83d\ude00`, 1): "ledger.jsonl:6: stands otherwise than it was written",
		strings.Replace(whole, `"version":1`, `"version":2`, 1): "ledger.jsonl:1: version: 2 is none that this ragspan reads",
		"\ufeff" + whole:                                        "ledger.jsonl:1: is no ledger entry: 1:1: is no JSON",
		"[]\n":                                                  "ledger.jsonl:1: is no ledger entry: is no JSON object",
		"\xff\n":                                                "ledger.jsonl:1: is no ledger entry: 1:1: is no UTF-8",
		whole + strings.Repeat("x", maxLineBytes+1) + "\n":      "ledger.jsonl:7: the line is longer than 1048576 bytes",
		whole + strings.Repeat("x", 3*maxLineBytes):             "ledger.jsonl:7: the line is longer than 1048576 bytes",
	} {
		_, _, err := readLedgerText(t, []byte(content), plainHash)
		assert.Contains(t, refusedAs(t, err), problem)
	}
}

// As kill -9 leaves it, at every byte.
func TestALedgerCutAnywhereIsReadUpToThere(t *testing.T) {
	content := vectorFile(t, "ledger.jsonl")
	for at := range len(content) + 1 {
		taken := 0
		end, err := EachLedgerEntry(bytes.NewReader(content[:at]), "ledger", plainHash, func(*ragspanv1.LedgerEntry) error {
			taken++
			return nil
		})
		require.NoError(t, err)
		closed := bytes.Count(content[:at], []byte("\n"))
		unclosed := content[bytes.LastIndexByte(content[:at], '\n')+1 : at]
		if at < len(content) && content[at] == '\n' {
			// The entry is whole, and lacks its line end alone.
			closed, unclosed = closed+1, nil
		}
		require.Equal(t, closed, taken)
		require.Equal(t, len(unclosed), end.TornBytes)
		require.Equal(t, uint64(taken), end.Entries)
	}
}

func TestALedgerWithLineEndsOfWindowsIsTheSame(t *testing.T) {
	content := bytes.ReplaceAll(vectorFile(t, "ledger.jsonl"), []byte("\n"), []byte("\r\n"))
	_, end, err := readLedgerText(t, content, plainHash)
	require.NoError(t, err)
	assert.Equal(t, uint64(6), end.Entries)
}

func TestErrorsOfReadingAndTakingAreHandedOn(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := EachLedgerEntry(iotest.ErrReader(broken), "ledger", plainHash, nil)
	assert.Contains(t, refusedAs(t, err), "ledger: the disk is gone")
	stop := errors.New("enough")
	end, err := EachLedgerEntry(bytes.NewReader(vectorFile(t, "ledger.jsonl")), "ledger", plainHash, func(entry *ragspanv1.LedgerEntry) error {
		if entry.GetSequence() == 3 {
			return stop
		}
		return nil
	})
	assert.ErrorIs(t, err, stop)
	assert.Equal(t, uint64(2), end.Entries)

	_, err = LedgerLine(&ragspanv1.LedgerEntry{Reason: proto.String(strings.Repeat("x", maxLineBytes))}, plainHash)
	assert.ErrorContains(t, err, "a line holds 1048576 at most")
}
