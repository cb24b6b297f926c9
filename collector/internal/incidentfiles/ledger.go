package incidentfiles

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	// maxLineBytes is that of the TypeScript half, the line end not counted.
	maxLineBytes = 1 << 20
	// maxEntries is what ReadLedger holds at once.
	maxEntries = 1_000_000

	ledgerHint = "Take the ledger from a copy that nobody touched; entries are added by ragspan alone, never by hand."
)

// LedgerEnd is where a ledger ends.
type LedgerEnd struct {
	// Entries is how many there are.
	Entries uint64
	// Head is the sha256 of the last; empty when there is none.
	Head string
	// TornBytes of a last line that was cut off while it was written; the next append puts them aside.
	TornBytes int
}

// ReadLedger reads and verifies a whole ledger. The error is a *FileError that names file and line where
// an entry was changed, removed, put in or moved. A last line without its line end that is no entry was
// never finished: it is no error, see LedgerEnd. What the entries add up to is the TypeScript half's.
func ReadLedger(path string, hash model.TextHash) ([]*ragspanv1.LedgerEntry, LedgerEnd, error) {
	var entries []*ragspanv1.LedgerEntry
	end, err := EachEntryOf(path, hash, func(entry *ragspanv1.LedgerEntry) error {
		if len(entries) == maxEntries {
			return refuse("Read it entry by entry.", "%s: holds more than %d entries", path, maxEntries)
		}
		entries = append(entries, entry)
		return nil
	})
	if err != nil {
		return nil, end, err
	}
	return entries, end, nil
}

// EachEntryOf is EachLedgerEntry of a file.
func EachEntryOf(path string, hash model.TextHash, take func(*ragspanv1.LedgerEntry) error) (LedgerEnd, error) {
	file, err := openRegular(path)
	if err != nil {
		return LedgerEnd{}, err
	}
	defer file.Close()
	return EachLedgerEntry(file, path, hash, take)
}

// EachLedgerEntry verifies entry after entry, one line in memory at a time, and hands each on; an error of
// take ends the reading. See ReadLedger.
func EachLedgerEntry(
	source io.Reader, name string, hash model.TextHash, take func(*ragspanv1.LedgerEntry) error,
) (LedgerEnd, error) {
	lines := bufio.NewReaderSize(source, maxLineBytes+2)
	var end LedgerEnd
	for number := 1; ; number++ {
		line, err := lines.ReadSlice('\n')
		isClosed := err == nil
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			return end, refuse(ledgerHint, "%s:%d: the line is longer than %d bytes, which no entry is", name, number, maxLineBytes)
		case err != nil && !errors.Is(err, io.EOF):
			return end, systemError(name, err)
		case len(line) == 0:
			return end, nil
		}
		entry, err := openLine(withoutLineEnd(line, isClosed), end, hash)
		if err != nil {
			if !isClosed {
				end.TornBytes = len(line)
				return end, nil
			}
			var ours *FileError
			if !errors.As(err, &ours) {
				ours = &FileError{Problem: err.Error(), Hint: ledgerHint}
			}
			return end, refuse(ours.Hint, "%s:%d: %s", name, number, ours.Problem)
		}
		// The entry is the taker's from here on.
		next := LedgerEnd{Entries: entry.GetSequence(), Head: entry.GetSha256()}
		if err := take(entry); err != nil {
			return end, err
		}
		end = next
		if !isClosed {
			return end, nil
		}
	}
}

// withoutLineEnd: a line end that a version control system made CRLF changes nothing.
func withoutLineEnd(line []byte, isClosed bool) []byte {
	if !isClosed {
		return line
	}
	return bytes.TrimSuffix(line[:len(line)-1], []byte("\r"))
}

// openLine reads and verifies a line that follows end.
func openLine(line []byte, end LedgerEnd, hash model.TextHash) (*ragspanv1.LedgerEntry, error) {
	if len(line) > maxLineBytes {
		return nil, fmt.Errorf("the line is longer than %d bytes, which no entry is", maxLineBytes)
	}
	object, err := readObject(line)
	if err != nil {
		return nil, fmt.Errorf("is no ledger entry: %w", err)
	}
	if version := object.Get("version"); version != float64(formatVersion) {
		return nil, refuse("Check that the file is a ledger, or update ragspan.",
			"version: %s is none that this ragspan reads (it reads %d)", shown(version), formatVersion)
	}
	if err := checkKey(object.Get("hashKey"), "hashKey", hash); err != nil {
		return nil, err
	}
	expected, err := sha256Of(without(object, shaMember), hash)
	if err != nil {
		return nil, fmt.Errorf("is no ledger entry: %w", err)
	}
	if object.Get(shaMember) != expected {
		return nil, errors.New("its content does not fit its sha256: it was changed after it was written")
	}
	if spelled, err := model.CanonicalJSON(object); err != nil || spelled != string(line) {
		return nil, errors.New("stands otherwise than it was written (white space, order or spelling of its JSON)")
	}
	entry := &ragspanv1.LedgerEntry{}
	if err := readMessage(object, entry); err != nil {
		return nil, fmt.Errorf("is no ledger entry: %w", err)
	}
	if entry.GetSequence() != end.Entries+1 || entry.GetPreviousSha256() != end.Head || (entry.PreviousSha256 == nil) != (end.Entries == 0) {
		return nil, fmt.Errorf("is entry %d, and does not follow entry %d: lines were removed, put in or moved", entry.GetSequence(), end.Entries)
	}
	return entry, nil
}

// LedgerLine is an entry as it stands in a ledger, without its line end: sealed anew, at the place it
// says.
func LedgerLine(entry *ragspanv1.LedgerEntry, hash model.TextHash) ([]byte, error) {
	object, err := (&sealedKind{noun: "a ledger entry"}).seal(entry, hash)
	if err != nil {
		return nil, err
	}
	spelled, err := model.CanonicalJSON(object)
	if err == nil && len(spelled) > maxLineBytes {
		err = fmt.Errorf("the entry would be %d bytes long; a line holds %d at most", len(spelled), maxLineBytes)
	}
	return []byte(spelled), err
}
