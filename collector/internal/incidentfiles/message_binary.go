package incidentfiles

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// maxBinaryValues bounds what is built: two bytes of binary can make a message of some hundred.
const maxBinaryValues = 1_000_000

// MessageBinary is the binary form of a message, the same bytes for the same message.
func MessageBinary(message proto.Message) ([]byte, error) {
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	return content, plainly(err)
}

// ReadMessageBinary reads the binary form. It refuses fields it does not know: a seal is over the JSON,
// which could not say them.
func ReadMessageBinary(content []byte, into proto.Message) error {
	left := maxBinaryValues
	if err := checkFields(content, into.ProtoReflect().Descriptor(), &left); err != nil {
		return err
	}
	return plainly(proto.Unmarshal(content, into))
}

// checkFields looks before anything is built. No message of ours holds itself, so the depth is bounded.
func checkFields(content []byte, of protoreflect.MessageDescriptor, left *int) error {
	for len(content) > 0 {
		number, wire, size := protowire.ConsumeTag(content)
		if size < 0 {
			return brokenOff(of)
		}
		content = content[size:]
		field := of.Fields().ByNumber(number)
		if field == nil || !isWireOf(field, wire) {
			return fmt.Errorf("%s holds a field %d that is not known", of.Name(), number)
		}
		if size = protowire.ConsumeFieldValue(number, wire, content); size < 0 {
			return brokenOff(of)
		}
		*left--
		if wire == protowire.BytesType {
			inner, _ := protowire.ConsumeBytes(content)
			switch {
			case field.Message() != nil:
				if err := checkFields(inner, field.Message(), left); err != nil {
					return err
				}
			case field.IsList() && field.Kind() != protoreflect.StringKind:
				// Packed: a byte can be a value.
				*left -= len(inner)
			}
		}
		if *left < 0 {
			return fmt.Errorf("holds more than %d values", maxBinaryValues)
		}
		content = content[size:]
	}
	return nil
}

func brokenOff(of protoreflect.MessageDescriptor) error {
	return errors.New("is no " + string(of.Name()) + " in binary, or breaks off")
}

func isWireOf(field protoreflect.FieldDescriptor, wire protowire.Type) bool {
	switch field.Kind() {
	case protoreflect.StringKind, protoreflect.MessageKind:
		return wire == protowire.BytesType
	case protoreflect.DoubleKind:
		return wire == protowire.Fixed64Type
	default:
		// bool, uint32, uint64, int64; in a list they may be packed.
		return wire == protowire.VarintType || wire == protowire.BytesType && field.IsList()
	}
}
