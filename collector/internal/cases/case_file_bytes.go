package cases

import (
	"errors"
	"fmt"
	"io"
	"os"
	"unicode/utf8"
)

const maxFileBytes = 16 * 1024 * 1024

// fileState changes whenever the file, or the one a symbolic link leads to, does: an edit has another
// time or size, a swapped ConfigMap is another file.
type fileState struct {
	info       os.FileInfo
	isReadable bool
}

// stateOf gives nil when there is no such file, or it may not be looked at. Links are followed.
func stateOf(path string) *fileState {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return &fileState{info, info.Mode().IsRegular() && info.Size() <= maxFileBytes}
}

func (s *fileState) isSame(other *fileState) bool {
	if s == nil || other == nil {
		return s == other
	}
	return os.SameFile(s.info, other.info) && s.info.Size() == other.info.Size() && s.info.ModTime().Equal(other.info.ModTime())
}

// readFileText reads a case file within bounds; what is wrong is said.
func readFileText(path string, state *fileState) (string, error) {
	if state == nil {
		return "", errors.New("there is no such file, or it may not be read")
	}
	if !state.isReadable {
		return "", fmt.Errorf("it is no regular file of at most %d bytes", maxFileBytes)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	bytes, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	switch {
	case err != nil:
		return "", err
	case len(bytes) > maxFileBytes:
		return "", fmt.Errorf("it is no regular file of at most %d bytes", maxFileBytes)
	case !utf8.Valid(bytes):
		return "", errors.New("it is no UTF-8 text")
	}
	return string(bytes), nil
}
