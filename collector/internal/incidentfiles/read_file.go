package incidentfiles

import (
	"io"
	"os"
)

// maxFileBytes is that of the TypeScript half; the texts of a run are bounded far below.
const maxFileBytes = 256 << 20

// ReadFile gives the content of a regular file, 256 MiB at most; others (a pipe, a device) might never end.
// The error is a *FileError.
func ReadFile(path string) ([]byte, error) {
	file, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	tooLong := refuse("Name another file.", "%s: is longer than %d bytes, and no more are read", path, maxFileBytes)
	if status, err := file.Stat(); err == nil && status.Size() > maxFileBytes {
		return nil, tooLong
	}
	// It may have grown since.
	content, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err != nil {
		return nil, systemError(path, err)
	}
	if len(content) > maxFileBytes {
		return nil, tooLong
	}
	return content, nil
}

func openRegular(path string) (*os.File, error) {
	status, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, systemError(path, err)
	case status.IsDir():
		return nil, refuse("Name the file.", "%s: is a folder, not a file", path)
	case !status.Mode().IsRegular():
		return nil, refuse("Name a file.", "%s: is no regular file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, systemError(path, err)
	}
	return file, nil
}
