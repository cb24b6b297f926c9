package records

import (
	"go.opentelemetry.io/collector/pdata/pcommon"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// maxValueDepth: deeper values are null: nothing that anyone logs on purpose is that deep.
const maxValueDepth = 100

// Attributes copies a map. The first of two equal keys counts, as in the Collector.
func Attributes(from pcommon.Map) model.Attributes {
	return objectOf(from, 0)
}

func objectOf(from pcommon.Map, depth int) *model.Object {
	object := model.NewObject(from.Len())
	for key, value := range from.All() {
		object.SetFirst(model.Repaired(key), valueOf(value, depth))
	}
	return object
}

func valueOf(from pcommon.Value, depth int) model.Value {
	if depth > maxValueDepth {
		return model.Null{}
	}
	switch from.Type() {
	case pcommon.ValueTypeStr:
		return model.Repaired(from.Str())
	case pcommon.ValueTypeBool:
		return from.Bool()
	case pcommon.ValueTypeInt:
		return model.IntegerValue(from.Int())
	case pcommon.ValueTypeDouble:
		return from.Double()
	case pcommon.ValueTypeBytes:
		return from.Bytes().AsRaw()
	case pcommon.ValueTypeMap:
		return objectOf(from.Map(), depth+1)
	case pcommon.ValueTypeSlice:
		slice := from.Slice()
		list := make([]model.Value, slice.Len())
		for at := range list {
			list[at] = valueOf(slice.At(at), depth+1)
		}
		return list
	case pcommon.ValueTypeEmpty:
	}
	return model.Null{}
}
