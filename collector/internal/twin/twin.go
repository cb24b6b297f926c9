// Package twin asks the TypeScript half, for tests that hold both halves to the same results.
package twin

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// Request is one for scripts/dump-judging.ts.
type Request struct {
	Op            string          `json:"op"`
	Text          string          `json:"text,omitempty"`
	CaseSensitive bool            `json:"case_sensitive,omitempty"`
	Must          []string        `json:"must,omitempty"`
	MustNot       []string        `json:"must_not,omitempty"`
	Allow         []string        `json:"allow,omitempty"`
	Segments      []string        `json:"segments,omitempty"`
	Labels        []string        `json:"labels,omitempty"`
	URLs          []string        `json:"urls,omitempty"`
	Trace         string          `json:"trace,omitempty"`
	Cases         *string         `json:"cases,omitempty"`
	Options       json.RawMessage `json:"options,omitempty"`
	ResponseID    string          `json:"response_id,omitempty"`
	Revision      int             `json:"revision,omitempty"`
}

// Ask gives one answer for each request.
func Ask(t testing.TB, requests []Request) []json.RawMessage {
	t.Helper()
	return ask(t, "dump-judging.ts", requests)
}

func ask[R any](t testing.TB, script string, requests []R) []json.RawMessage {
	t.Helper()
	root, err := vectors.Root()
	require.NoError(t, err)
	tools := filepath.Join(root, "node_modules", ".bin")
	bundle := filepath.Join(t.TempDir(), script+".mjs")
	build := exec.Command(filepath.Join(tools, "esbuild"), filepath.Join(root, "scripts", script),
		"--bundle", "--platform=node", "--format=esm", "--log-level=warning", "--outfile="+bundle,
		"--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);")
	build.Dir = root
	said, err := build.CombinedOutput()
	require.NoError(t, err, "npm ci first: the twin test compares with the TypeScript half\n%s", said)

	var input, complaint bytes.Buffer
	encoder := json.NewEncoder(&input)
	encoder.SetEscapeHTML(false)
	for at := range requests {
		require.NoError(t, encoder.Encode(&requests[at]))
	}
	run := exec.Command(filepath.Join(tools, "node"), bundle)
	run.Stdin, run.Stderr = &input, &complaint
	output, err := run.Output()
	require.NoError(t, err, complaint.String())
	lines := bytes.Split(bytes.TrimSuffix(output, []byte("\n")), []byte("\n"))
	require.Len(t, lines, len(requests))
	answers := make([]json.RawMessage, len(lines))
	for at, line := range lines {
		answers[at] = line
	}
	return answers
}

// Read decodes an answer.
func Read[T any](t testing.TB, answer json.RawMessage) T {
	t.Helper()
	var value T
	require.NoError(t, json.Unmarshal(answer, &value))
	return value
}
