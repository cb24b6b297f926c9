package incidentfiles

import "bytes"

// Kind is what a file holds.
type Kind string

const (
	KindIncident     Kind = "incident"
	KindReplayRecord Kind = "replay record"
	KindSplitTest    Kind = "split test"
	KindLedger       Kind = "ledger"
)

// kindMembers are what a kind alone has, and always.
var kindMembers = []struct {
	member string
	kind   Kind
}{
	{frozenMember, KindIncident},
	{"requestId", KindReplayRecord},
	{"trialsPerCell", KindSplitTest},
	{"sequence", KindLedger},
}

// KindOf tells what the content of a file is meant to be; reading it says whether it is. Binary is an
// incident. The error is a *FileError; name is that of the file.
func KindOf(content []byte, name string) (Kind, error) {
	if len(content) > 0 && content[0] == versionTag {
		return KindIncident, nil
	}
	// A ledger is told by its first line.
	line, _, _ := bytes.Cut(content, []byte("\n"))
	object, err := readObject(line)
	if err != nil {
		object, err = readObject(content)
	}
	if err != nil {
		return "", refuse(kindHint, "%s: %s", name, err)
	}
	for _, one := range kindMembers {
		if object.Has(one.member) {
			return one.kind, nil
		}
	}
	return "", refuse(kindHint, "%s: is neither an incident nor a replay record, a split test or a ledger", name)
}

const kindHint = "Name a file that ragspan wrote."
