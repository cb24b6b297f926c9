package translator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/vectors"
)

// twinInput is one document for both halves.
type twinInput struct {
	name     string
	document []byte
	options  dumpOptions
}

// typeScriptDumps runs the TypeScript half over the documents (scripts/dump-facts.ts).
func typeScriptDumps(t *testing.T, inputs []twinInput) []string {
	t.Helper()
	root, err := vectors.Root()
	require.NoError(t, err)
	tools := filepath.Join(root, "node_modules", ".bin")
	bundle := filepath.Join(t.TempDir(), "dump-facts.mjs")
	build := exec.Command(filepath.Join(tools, "esbuild"), filepath.Join(root, "scripts", "dump-facts.ts"),
		"--bundle", "--platform=node", "--format=esm", "--log-level=warning", "--outfile="+bundle,
		"--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);")
	build.Dir = root
	said, err := build.CombinedOutput()
	require.NoError(t, err, "npm ci first: the twin test compares with the TypeScript half\n%s", said)

	var input bytes.Buffer
	options := dumpOptions{}
	for _, one := range inputs {
		if one.options != options {
			options = one.options
			line, err := json.Marshal(map[string]dumpOptions{"options": options})
			require.NoError(t, err)
			input.Write(append(line, '\n'))
		}
		input.Write(append(bytes.TrimSpace(one.document), '\n'))
	}
	run := exec.Command(filepath.Join(tools, "node"), bundle)
	run.Stdin = &input
	var complaint bytes.Buffer
	run.Stderr = &complaint
	output, err := run.Output()
	require.NoError(t, err, complaint.String())
	dumps := strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
	require.Len(t, dumps, len(inputs))
	return dumps
}

// requireTwins holds both halves to the same facts.
func requireTwins(t *testing.T, inputs []twinInput) {
	t.Helper()
	theirs := typeScriptDumps(t, inputs)
	const most = 5
	different := 0
	for at, one := range inputs {
		records, err := vectors.Records(one.document)
		require.NoError(t, err, "%s: %s", one.name, one.document)
		ours := dump(records, one.options)
		if ours == theirs[at] {
			continue
		}
		different++
		if different <= most {
			t.Errorf("%s %+v: %s\n%s", one.name, one.options, one.document, lineDifferences(theirs[at], ours))
		}
	}
	require.Zero(t, different, "of %d documents", len(inputs))
}

// lineDifferences shows the first lines that only one half has.
func lineDifferences(theirs, ours string) string {
	left, right := indentedLines(theirs), indentedLines(ours)
	start := 0
	for start < len(left) && start < len(right) && left[start] == right[start] {
		start++
	}
	const before, after = 3, 12
	excerpt := func(lines []string) string {
		return strings.Join(lines[max(0, start-before):min(len(lines), start+after)], "\n")
	}
	return "TypeScript:\n" + excerpt(left) + "\nGo:\n" + excerpt(right)
}

func indentedLines(line string) []string {
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(line), "", " "); err != nil {
		return []string{line}
	}
	return strings.Split(out.String(), "\n")
}

func vectorInputs(t *testing.T) []twinInput {
	t.Helper()
	folders, err := vectors.List()
	require.NoError(t, err)
	inputs := make([]twinInput, len(folders))
	for at, folder := range folders {
		trace, err := vectors.Trace(folder)
		require.NoError(t, err)
		var line bytes.Buffer
		require.NoError(t, json.Compact(&line, trace))
		inputs[at] = twinInput{name: filepath.Base(folder), document: line.Bytes()}
		options, err := os.ReadFile(filepath.Join(folder, "options.json"))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(options, &inputs[at].options))
	}
	return inputs
}

func TestBothHalvesReadEveryVectorAlike(t *testing.T) {
	requireTwins(t, vectorInputs(t))
}
