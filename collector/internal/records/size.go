package records

import "github.com/ragspan/ragspan/collector/internal/model"

const (
	// Of a record and its facts, without what they hold.
	bytesOfSpan = 512
	// Of a value and its key, without the text.
	bytesOfValue = 48
)

// SizeOf estimates the bytes that a record and the facts made of it hold.
func SizeOf(record *model.SpanRecord) int64 {
	size := int64(bytesOfSpan) + sizeOf(record.Attributes)
	for at := range record.Events {
		size += bytesOfValue + sizeOf(record.Events[at].Attributes)
	}
	return size
}

func sizeOf(value model.Value) int64 {
	switch held := value.(type) {
	case string:
		return bytesOfValue + int64(len(held))
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
