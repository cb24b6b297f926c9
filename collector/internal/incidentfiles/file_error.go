package incidentfiles

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// FileError is what is wrong with a file, and what to do.
type FileError struct {
	// Problem says what is wrong and where: file, line, member, value.
	Problem string
	// Hint is one sentence that says what to do.
	Hint string
}

func (e *FileError) Error() string { return e.Problem }

func refuse(hint, format string, args ...any) *FileError {
	return &FileError{Problem: fmt.Sprintf(format, args...), Hint: hint}
}

// systemError is what the file system says, in words.
func systemError(path string, err error) *FileError {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse("Check the path.", "%s: there is no such file or folder", path)
	case errors.Is(err, fs.ErrPermission):
		return refuse("Check who may read there.", "%s: permission denied", path)
	case errors.Is(err, syscall.ENOTDIR):
		return refuse("Check the path.", "%s: a part of the path is a file, not a folder", path)
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return refuse("Check the path and the file system.", "%s: %s", path, err)
}

// shown is a value out of a file nobody vouches for, as an error may hold it.
func shown(value model.Value) string {
	const most = 100
	text, isText := model.JSONText(value)
	if !isText {
		return "nothing"
	}
	if units := []rune(text); len(units) > most {
		return string(units[:most]) + "…"
	}
	return text
}
