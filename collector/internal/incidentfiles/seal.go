package incidentfiles

import (
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// formatVersion is that of every file of ours.
const formatVersion = 1

const shaMember = "sha256"

// sealedKind is a kind of file that is one sealed message.
type sealedKind struct {
	// noun and hint are for errors.
	noun, hint string
	// hasKeyName: triple.hashKey names the key.
	hasKeyName bool
}

// open reads either form and verifies the seal over the whole. empty takes the binary form.
func (k *sealedKind) open(content []byte, name string, hash model.TextHash, empty proto.Message) (*model.Object, error) {
	object, err := k.parse(content, empty)
	if err != nil {
		return nil, refuse(k.hint, "%s: %s", name, err)
	}
	if version := object.Get("version"); version != float64(formatVersion) {
		return nil, refuse("Check that the file is "+k.noun+", or update ragspan.",
			"%s: version: %s is no version this ragspan reads (it reads %d)", name, shown(version), formatVersion)
	}
	if k.hasKeyName {
		if err := checkKeyName(object, name, hash); err != nil {
			return nil, err
		}
	}
	return object, k.checkSeal(object, name, hash, shaMember, without(object, shaMember))
}

// versionTag is how the binary form of every sealed message begins, and no JSON.
const versionTag = 1 << 3

// parse tells the forms apart by their first byte.
func (k *sealedKind) parse(content []byte, empty proto.Message) (*model.Object, error) {
	if len(content) == 0 || content[0] != versionTag {
		return readObject(content)
	}
	if err := ReadMessageBinary(content, empty); err != nil {
		return nil, err
	}
	return objectOf(empty)
}

// checkKeyName: hashes under different keys cannot be compared (spec §3 "Hashes").
func checkKeyName(object *model.Object, name string, hash model.TextHash) error {
	var found model.Value
	if triple, isObject := object.Get("triple").(*model.Object); isObject {
		found = triple.Get("hashKey")
	}
	return checkKey(found, name, hash)
}

func checkKey(found model.Value, name string, hash model.TextHash) error {
	here := "no key is set"
	if hash.KeyName != "" {
		here = "the key set is " + hash.KeyName
	}
	switch {
	case found == nil && hash.KeyName == "", found != nil && hash.KeyName != "" && found == hash.KeyName:
		return nil
	case found == nil:
		return refuse("Unset RAGSPAN_HASH_KEY to read it.", "%s: was sealed without a key, and %s", name, here)
	default:
		return refuse("Set RAGSPAN_HASH_KEY to the key it was written with.",
			"%s: was sealed with the key named %s, and %s", name, shown(found), here)
	}
}

// checkSeal verifies the hash in member, over what it is over.
func (k *sealedKind) checkSeal(object *model.Object, name string, hash model.TextHash, member string, over *model.Object) error {
	expected, err := sha256Of(over, hash)
	if err != nil {
		return refuse(k.hint, "%s: %s", name, err)
	}
	if found := object.Get(member); found != expected {
		hint := "Take the file from where it was written; evidence that was touched proves nothing."
		if !k.hasKeyName {
			hint = "Set RAGSPAN_HASH_KEY as it was when the file was written, or take the file from there once more."
		}
		return refuse(hint,
			"%s: %s: the file was changed after it was sealed (it says %s, its content gives %s)", name, member, shown(found), expected)
	}
	return nil
}

func sha256Of(object *model.Object, hash model.TextHash) (string, error) {
	spelled, err := model.CanonicalJSON(object)
	if err != nil {
		return "", err
	}
	return hash.SHA256(spelled), nil
}

func without(object *model.Object, members ...string) *model.Object {
	return chosen(object, func(key string) bool { return !slices.Contains(members, key) })
}

func only(object *model.Object, members ...string) *model.Object {
	return chosen(object, func(key string) bool { return slices.Contains(members, key) })
}

func chosen(object *model.Object, isChosen func(key string) bool) *model.Object {
	made := model.NewObject(object.Len())
	for key, value := range object.All() {
		if isChosen(key) {
			made.Set(key, value)
		}
	}
	return made
}

// seal gives the JSON of a message with its hash made anew.
func (k *sealedKind) seal(message proto.Message, hash model.TextHash) (*model.Object, error) {
	object, err := objectOf(message)
	if err != nil {
		return nil, err
	}
	if k.hasKeyName {
		if err := checkKeyName(object, k.noun, hash); err != nil {
			return nil, err
		}
	}
	object = without(object, shaMember)
	sum, err := sha256Of(object, hash)
	if err != nil {
		return nil, err
	}
	object.Set(shaMember, sum)
	return object, nil
}

func (k *sealedKind) read(content []byte, name string, hash model.TextHash, into proto.Message) error {
	object, err := k.open(content, name, hash, into)
	if err != nil {
		return err
	}
	if err := readMessage(object, into); err != nil {
		return refuse(k.hint, "%s: %s", name, err)
	}
	return nil
}

func (k *sealedKind) json(message proto.Message, hash model.TextHash) ([]byte, error) {
	object, err := k.seal(message, hash)
	if err != nil {
		return nil, err
	}
	return indented(object)
}

// binary fills empty with the sealed message; the one given stays as it is.
func (k *sealedKind) binary(message, empty proto.Message, hash model.TextHash) ([]byte, error) {
	object, err := k.seal(message, hash)
	if err != nil {
		return nil, err
	}
	if err := readMessage(object, empty); err != nil {
		return nil, err
	}
	return MessageBinary(empty)
}
