package incidentfiles

import (
	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

var replayRecordKind = sealedKind{noun: "a replay record", hint: "Name a replay record.", hasKeyName: true}

// ReadReplayRecord reads and verifies a replay record's file, JSON or binary. The error is a *FileError
// when there is no such file, or it is no record, was made with another key, or was changed after it was
// sealed.
func ReadReplayRecord(path string, hash model.TextHash) (*ragspanv1.ReplayRecord, error) {
	content, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseReplayRecord(content, path, hash)
}

// ParseReplayRecord reads and verifies; name is that of the file, for errors. See ReadReplayRecord.
func ParseReplayRecord(content []byte, name string, hash model.TextHash) (*ragspanv1.ReplayRecord, error) {
	record := &ragspanv1.ReplayRecord{}
	if err := replayRecordKind.read(content, name, hash, record); err != nil {
		return nil, err
	}
	return record, nil
}

// ReplayRecordJSON is the text of a record's file, sealed anew.
func ReplayRecordJSON(record *ragspanv1.ReplayRecord, hash model.TextHash) ([]byte, error) {
	return replayRecordKind.json(record, hash)
}

// ReplayRecordBinary is the same record in binary, sealed anew.
func ReplayRecordBinary(record *ragspanv1.ReplayRecord, hash model.TextHash) ([]byte, error) {
	return replayRecordKind.binary(record, &ragspanv1.ReplayRecord{}, hash)
}
