package twin

import (
	"encoding/json"
	"testing"
)

// FileRequest is one for scripts/dump-files.ts.
type FileRequest struct {
	Op   string  `json:"op"`
	Name string  `json:"name,omitempty"`
	Text *string `json:"text,omitempty"`
	// Binary is base64, as JSON has bytes.
	Binary  []byte `json:"binary,omitempty"`
	Key     string `json:"key,omitempty"`
	Seed    int    `json:"seed,omitempty"`
	Count   int    `json:"count,omitempty"`
	Entries uint64 `json:"entries,omitempty"`
	Head    string `json:"head,omitempty"`
}

// FileAnswer is an answer, or the words of an error.
type FileAnswer struct {
	Answer json.RawMessage `json:"answer"`
	Error  string          `json:"error"`
}

// Forms are both of a message.
type Forms struct {
	JSON   string `json:"json"`
	Binary []byte `json:"binary"`
}

// AskFiles gives one answer for each request.
func AskFiles(t testing.TB, requests []FileRequest) []FileAnswer {
	t.Helper()
	var answers []FileAnswer
	for _, answer := range ask(t, "dump-files.ts", requests) {
		answers = append(answers, Read[FileAnswer](t, answer))
	}
	return answers
}
