package records

import (
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	// bytesOfSpan are of a record and its facts, without what they hold.
	bytesOfSpan = 1024
	// bytesOfValue are of a value, its key, and what the facts make of it, without the text: facts share
	// the record's strings.
	bytesOfValue = 96
)

// SizeOf estimates the bytes that a record and the facts made of it hold. It is meant to be too much
// rather than too little: bounds on memory are counted in it.
func SizeOf(record *model.SpanRecord) int64 {
	size := int64(bytesOfSpan) + sizeOf(record.Attributes)
	for at := range record.Events {
		size += bytesOfValue + sizeOf(record.Events[at].Attributes)
	}
	return size
}

// SizeOfEvent estimates the bytes that an event holds.
func SizeOfEvent(event *model.SpanEvent) int64 {
	return bytesOfValue + int64(len(event.Name)) + sizeOf(event.Attributes)
}

func sizeOf(value model.Value) int64 {
	switch held := value.(type) {
	case string:
		return sizeOfText(held)
	case []byte:
		return bytesOfValue + int64(len(held))
	case []model.Value:
		size := int64(bytesOfValue)
		for _, one := range held {
			size += sizeOf(one)
		}
		return size
	case *model.Object:
		size := int64(bytesOfValue)
		for key, one := range held.All() {
			size += int64(len(key)) + sizeOf(one)
		}
		return size
	}
	return bytesOfValue
}

// sizeOfText: escapes of a JSON text are decoded into a text of their own.
func sizeOfText(text string) int64 {
	size := int64(len(text))
	if strings.IndexByte(text, '\\') >= 0 {
		size *= 2
	}
	return bytesOfValue + size
}
