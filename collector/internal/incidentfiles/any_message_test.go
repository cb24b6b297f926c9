package incidentfiles

import (
	"math"
	"math/rand/v2"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

func newChance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }

var anyTexts = []string{
	"", "a", "__proto__", "constructor", "0", "é", "\u0000", "\u2028", "\ufb33", "\U0001f600", "\U0010ffff", "\"\\/\b\f\n\r\t",
	"<script>&amp;</script>", strings.Repeat("long ", 200), "was processed", "refund PENDING, no reference issued",
}

// fill sets about half of the fields of a message to any values, in the normal form: a field without
// presence is as good as not set when it holds its zero.
func fill(message protoreflect.Message, chance *rand.Rand) {
	fields := message.Descriptor().Fields()
	for at := range fields.Len() {
		field := fields.Get(at)
		if chance.IntN(2) == 0 {
			continue
		}
		switch {
		case field.IsMap():
			held := message.Mutable(field).Map()
			for range 1 + chance.IntN(3) {
				held.Set(anyValue(field.MapKey(), chance).MapKey(), anyValue(field.MapValue(), chance))
			}
		case field.IsList():
			list := message.Mutable(field).List()
			for range 1 + chance.IntN(3) {
				if field.Message() != nil {
					fill(list.AppendMutable().Message(), chance)
				} else {
					list.Append(anyValue(field, chance))
				}
			}
		case field.Message() != nil:
			fill(message.Mutable(field).Message(), chance)
		default:
			message.Set(field, anyValue(field, chance))
		}
	}
}

// anyValue keeps to what both halves hold exactly: an integer that is no time is below 2^53.
func anyValue(field protoreflect.FieldDescriptor, chance *rand.Rand) protoreflect.Value {
	const maxSafe = 1<<53 - 1
	switch field.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(chance.IntN(2) == 0)
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32([]uint32{0, 1, 7, math.MaxUint32, chance.Uint32()}[chance.IntN(5)])
	case protoreflect.Uint64Kind:
		return protoreflect.ValueOfUint64([]uint64{0, 1, 8192, maxSafe, chance.Uint64N(maxSafe)}[chance.IntN(5)])
	case protoreflect.Int64Kind:
		if strings.HasSuffix(string(field.Name()), "_unix_nano") {
			return protoreflect.ValueOfInt64([]int64{0, 1, -1, math.MinInt64, math.MaxInt64, int64(chance.Uint64())}[chance.IntN(6)])
		}
		return protoreflect.ValueOfInt64([]int64{0, -1, maxSafe, -maxSafe, chance.Int64N(maxSafe)}[chance.IntN(5)])
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64([]float64{
			0, 0.1, -1e-7, 1e21, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.NaN(), chance.NormFloat64(),
		}[chance.IntN(9)])
	default:
		return protoreflect.ValueOfString(anyTexts[chance.IntN(len(anyTexts))])
	}
}
