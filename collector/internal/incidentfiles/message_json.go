package incidentfiles

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// MessageJSON is the proto3 JSON of a message, as the TypeScript half spells it: two-space indent, one LF
// at the end; the keys of a map are sorted.
func MessageJSON(message proto.Message) ([]byte, error) {
	object, err := objectOf(message)
	if err != nil {
		return nil, err
	}
	return indented(object)
}

// ReadMessageJSON reads proto3 JSON; names as written in the .proto are taken too, members it does not
// know are skipped.
func ReadMessageJSON(content []byte, into proto.Message) error {
	object, err := readObject(content)
	if err != nil {
		return err
	}
	return readMessage(object, into)
}

func objectOf(message proto.Message) (*model.Object, error) {
	// Its own spelling has spaces that differ from build to build: it is spelled anew from its values.
	text, err := protojson.Marshal(message)
	if err != nil {
		return nil, plainly(err)
	}
	return readObject(text)
}

func readObject(content []byte) (*model.Object, error) {
	value, err := model.ParseStrictJSON(string(content))
	if err != nil {
		return nil, err
	}
	object, isObject := value.(*model.Object)
	if !isObject {
		return nil, errors.New("is no JSON object")
	}
	return object, nil
}

// readMessage reads the values that were verified, not their text once more.
func readMessage(object *model.Object, into proto.Message) error {
	spelled, err := model.CanonicalJSON(object)
	if err != nil {
		return err
	}
	return plainly(protojson.UnmarshalOptions{DiscardUnknown: true}.Unmarshal([]byte(spelled), into))
}

// Places in the canonical form are nowhere in the file, and the prefix varies on purpose.
var protoPrefix = regexp.MustCompile(`^proto:[\s\x{a0}]*(\(line \d+:\d+\):\s*)?`)

func plainly(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(protoPrefix.ReplaceAllString(err.Error(), ""))
}

// indented is JSON.stringify(object, undefined, 2) and a line end.
func indented(object *model.Object) ([]byte, error) {
	text, isText := model.JSONText(object)
	if !isText {
		return nil, errors.New("holds what JSON cannot")
	}
	var to bytes.Buffer
	if err := json.Indent(&to, []byte(text), "", "  "); err != nil {
		return nil, err
	}
	to.WriteByte('\n')
	return to.Bytes(), nil
}
