// Package vectors reads the folders of test/vectors for tests (spec §14): the same that the
// TypeScript half runs. With RAGSPAN_VECTORS=DIR they are those under DIR.
package vectors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/records"
)

const (
	// EnvironmentName names other vectors than the repository's.
	EnvironmentName = "RAGSPAN_VECTORS"

	traceFile = "trace.json"
)

// Root is the repository's folder, found from the working directory of a test.
func Root() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "src", "semconv.ts")); err == nil {
			return folder, nil
		}
		if folder == filepath.Dir(folder) {
			return "", errors.New("the test runs outside the repository")
		}
	}
}

// Folder holds the vectors.
func Folder() (string, error) {
	if folder := os.Getenv(EnvironmentName); folder != "" {
		return folder, nil
	}
	root, err := Root()
	return filepath.Join(root, "test", "vectors"), err
}

// List gives the folders that hold a trace, by name.
func List() ([]string, error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}
	traces, err := filepath.Glob(filepath.Join(folder, "*", traceFile))
	if err != nil {
		return nil, err
	}
	if len(traces) == 0 {
		return nil, fmt.Errorf("%s holds no vectors", folder)
	}
	folders := make([]string, len(traces))
	for at, trace := range traces {
		folders[at] = filepath.Dir(trace)
	}
	slices.Sort(folders)
	return folders, nil
}

// Trace reads the trace of a vector's folder, as it stands in the file.
func Trace(folder string) ([]byte, error) {
	return os.ReadFile(filepath.Join(folder, traceFile))
}

// Records reads OTLP JSON: an object, a list of them, or one after the other; spans and log records.
// They come by trace id, within a trace as they stand.
func Records(trace []byte) ([]*model.SpanRecord, error) {
	var spans []*model.SpanRecord
	var logs []records.LogEvent
	decoder := json.NewDecoder(bytes.NewReader(trace))
	for {
		var document json.RawMessage
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		parts := []json.RawMessage{document}
		if bytes.HasPrefix(document, []byte("[")) {
			if err := json.Unmarshal(document, &parts); err != nil {
				return nil, err
			}
		}
		for _, part := range parts {
			ofSpans, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(part)
			if err != nil {
				return nil, err
			}
			ofLogs, err := (&plog.JSONUnmarshaler{}).UnmarshalLogs(part)
			if err != nil {
				return nil, err
			}
			spans = append(spans, records.FromTraces(ofSpans)...)
			logs = append(logs, records.FromLogs(ofLogs)...)
		}
	}
	records.AddLogEvents(spans, logs)
	slices.SortStableFunc(spans, func(a, b *model.SpanRecord) int { return strings.Compare(a.TraceID, b.TraceID) })
	return spans, nil
}
