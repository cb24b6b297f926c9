package incidentfiles

import (
	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

var splitTestKind = sealedKind{noun: "a split test", hint: "Name a split test's file."}

// ReadSplitTest reads and verifies a split test's file, JSON or binary. The error is a *FileError when
// there is no such file, or it is no split test, or was changed after it was sealed.
func ReadSplitTest(path string, hash model.TextHash) (*ragspanv1.SplitTest, error) {
	content, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseSplitTest(content, path, hash)
}

// ParseSplitTest reads and verifies; name is that of the file, for errors. See ReadSplitTest.
func ParseSplitTest(content []byte, name string, hash model.TextHash) (*ragspanv1.SplitTest, error) {
	test := &ragspanv1.SplitTest{}
	if err := splitTestKind.read(content, name, hash, test); err != nil {
		return nil, err
	}
	return test, nil
}

// SplitTestJSON is the text of a split test's file, sealed anew.
func SplitTestJSON(test *ragspanv1.SplitTest, hash model.TextHash) ([]byte, error) {
	return splitTestKind.json(test, hash)
}

// SplitTestBinary is the same split test in binary, sealed anew.
func SplitTestBinary(test *ragspanv1.SplitTest, hash model.TextHash) ([]byte, error) {
	return splitTestKind.binary(test, &ragspanv1.SplitTest{}, hash)
}
