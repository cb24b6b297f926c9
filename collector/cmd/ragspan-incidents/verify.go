package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles"
	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// verifiedFile is a file whose hashes fit, and what it says.
type verifiedFile struct {
	path string
	kind incidentfiles.Kind
	// id of the incident, of the request; of a split test its application.
	id string
	// verdict with its reason, or what the file adds up to.
	says string
	// time it was frozen, recorded or begun; zero for a ledger.
	time time.Time
	// seal is the sha256 of the file, of the last entry.
	seal string
	// frozen is an incident's alone.
	frozen string
}

type refusedFile struct {
	path, problem, hint string
}

type findings struct {
	verified []verifiedFile
	refused  []refusedFile
}

func (f *findings) refuse(path string, err error) {
	var ours *incidentfiles.FileError
	if !errors.As(err, &ours) {
		ours = &incidentfiles.FileError{Problem: path + ": " + err.Error()}
	}
	f.refused = append(f.refused, refusedFile{path, ours.Problem, ours.Hint})
}

// verify reads each file once, whatever names it.
func verify(paths []string, hash model.TextHash) *findings {
	found := &findings{}
	reading := &reading{findings: found, hash: hash, seen: map[string]bool{}, entered: map[string]enteredIncident{}}
	for _, path := range paths {
		files, err := filesOf(path)
		if err != nil {
			found.refuse(path, err)
			continue
		}
		for _, file := range files {
			reading.read(file)
		}
	}
	reading.compare()
	return found
}

// filesOf are those of a folder that ragspan may have written, by name; a file is itself.
func filesOf(path string) ([]string, error) {
	if status, err := os.Stat(path); err != nil || !status.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, entry := range entries {
		name := entry.Name()
		// A dot file is one that is being written.
		if name[0] != '.' && !entry.IsDir() && slices.Contains([]string{".json", ".jsonl", ".binpb"}, filepath.Ext(name)) {
			files = append(files, filepath.Join(path, name))
		}
	}
	if len(files) == 0 {
		return nil, &incidentfiles.FileError{
			Problem: path + ": holds no .json, .jsonl or .binpb file", Hint: "Name the folder that incidents are frozen to.",
		}
	}
	return files, nil
}

type enteredIncident struct {
	ledger, frozen string
}

type reading struct {
	*findings
	hash model.TextHash
	seen map[string]bool
	// Incidents in the ledgers, by id.
	entered map[string]enteredIncident
}

func (r *reading) read(path string) {
	whole, err := filepath.Abs(path)
	if err != nil {
		whole = path
	}
	if r.seen[whole] {
		return
	}
	r.seen[whole] = true
	file, err := r.open(path)
	if err != nil {
		r.refuse(path, err)
		return
	}
	r.verified = append(r.verified, file)
}

func (r *reading) open(path string) (verifiedFile, error) {
	// A ledger is read line by line, however long it is.
	if filepath.Ext(path) == ".jsonl" {
		return r.ledger(path)
	}
	content, err := incidentfiles.ReadFile(path)
	if err != nil {
		return verifiedFile{}, err
	}
	kind, err := incidentfiles.KindOf(content, path)
	if err != nil {
		return verifiedFile{}, err
	}
	switch kind {
	case incidentfiles.KindIncident:
		return r.incident(content, path)
	case incidentfiles.KindReplayRecord:
		return r.replayRecord(content, path)
	case incidentfiles.KindSplitTest:
		return r.splitTest(content, path)
	default:
		return r.ledger(path)
	}
}

func (r *reading) incident(content []byte, path string) (verifiedFile, error) {
	incident, err := incidentfiles.ParseIncident(content, path, r.hash)
	if err != nil {
		return verifiedFile{}, err
	}
	if err := incidentfiles.CheckPredictions(incident, r.hash); err != nil {
		return verifiedFile{}, &incidentfiles.FileError{
			Problem: path + ": " + err.Error(), Hint: "Take the file from where its predictions were sealed.",
		}
	}
	return verifiedFile{
		path: path, kind: incidentfiles.KindIncident, id: incident.GetId(), says: verdictWords(incident.GetVerdict()),
		time: time.Unix(0, incident.GetFrozenAtUnixNano()), seal: incident.GetSha256(), frozen: incident.GetFrozenSha256(),
	}, nil
}

func (r *reading) replayRecord(content []byte, path string) (verifiedFile, error) {
	record, err := incidentfiles.ParseReplayRecord(content, path, r.hash)
	if err != nil {
		return verifiedFile{}, err
	}
	return verifiedFile{
		path: path, kind: incidentfiles.KindReplayRecord, id: record.GetRequestId(), says: verdictWords(record.GetVerdict()),
		time: time.Unix(0, record.GetRecordedAtUnixNano()), seal: record.GetSha256(),
	}, nil
}

func (r *reading) splitTest(content []byte, path string) (verifiedFile, error) {
	test, err := incidentfiles.ParseSplitTest(content, path, r.hash)
	if err != nil {
		return verifiedFile{}, err
	}
	return verifiedFile{
		path: path, kind: incidentfiles.KindSplitTest, id: test.GetApp(), says: splitTestWords(test),
		time: time.Unix(0, test.GetStartedAtUnixNano()), seal: test.GetSha256(),
	}, nil
}

func (r *reading) ledger(path string) (verifiedFile, error) {
	entered := map[string]enteredIncident{}
	end, err := incidentfiles.EachEntryOf(path, r.hash, func(entry *ragspanv1.LedgerEntry) error {
		if entry.GetKind() == "add" {
			entered[entry.GetIncident()] = enteredIncident{path, entry.GetKey().GetFrozenSha256()}
		}
		return nil
	})
	if err != nil {
		return verifiedFile{}, err
	}
	for id, one := range entered {
		r.entered[id] = one
	}
	says := counted(int(end.Entries), "entry", "entries")
	if end.TornBytes > 0 {
		says += fmt.Sprintf(", and %d bytes of one that was never finished", end.TornBytes)
	}
	return verifiedFile{path: path, kind: incidentfiles.KindLedger, says: says, seal: end.Head}, nil
}

// compare holds incidents against the ledgers, and against each other: an id is given once.
func (r *reading) compare() {
	first := map[string]verifiedFile{}
	r.verified = slices.DeleteFunc(r.verified, func(file verifiedFile) bool {
		if file.kind != incidentfiles.KindIncident {
			return false
		}
		other, isThere := first[file.id]
		entry, isEntered := r.entered[file.id]
		switch {
		case isThere && other.frozen != file.frozen:
			r.refuse(file.path, &incidentfiles.FileError{
				Problem: fmt.Sprintf("%s: %q is the id of %s as well, with other evidence", file.path, file.id, other.path),
				Hint:    "An id is given once: freeze one of them again under another.",
			})
		case isEntered && entry.frozen != file.frozen:
			r.refuse(file.path, &incidentfiles.FileError{
				Problem: fmt.Sprintf("%s: %q stands in %s with other evidence", file.path, file.id, entry.ledger),
				Hint:    "Take the file that was entered; evidence is never replaced.",
			})
		default:
			if !isThere {
				first[file.id] = file
			}
			return false
		}
		return true
	})
}

func verdictWords(verdict *ragspanv1.Verdict) string {
	if verdict == nil || verdict.Reason == nil {
		return verdict.GetVerdict()
	}
	return verdict.GetVerdict() + "(" + verdict.GetReason() + ")"
}

func counted(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, many)
}

func splitTestWords(test *ragspanv1.SplitTest) string {
	words := counted(len(test.GetTrials()), "trial", "trials")
	for _, ruling := range test.GetRulings() {
		words += fmt.Sprintf(", %s %s", ruling.GetRepair(), ruling.GetRuling())
	}
	return words
}
