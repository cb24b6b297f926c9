package incidentfiles

import (
	"errors"

	"github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	"github.com/ragspan/ragspan/collector/internal/model"
)

var incidentKind = sealedKind{noun: "an incident", hint: "Name an incident file.", hasKeyName: true}

const frozenMember = "frozenSha256"

// frozenMembers are frozen; all others are found out later.
var frozenMembers = []string{
	"version", "id", "frozenAtUnixNano", "frozenBy", "withText", "pins", "case", "triple", "verdict", "service",
}

// ReadIncident reads and verifies an incident's file, JSON or binary. The error is a *FileError when there
// is no such file, or it is no incident, was made with another key, or was changed after it was sealed.
func ReadIncident(path string, hash model.TextHash) (*ragspanv1.Incident, error) {
	content, err := ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseIncident(content, path, hash)
}

// ParseIncident reads and verifies; name is that of the file, for errors. See ReadIncident.
func ParseIncident(content []byte, name string, hash model.TextHash) (*ragspanv1.Incident, error) {
	incident := &ragspanv1.Incident{}
	object, err := incidentKind.open(content, name, hash, incident)
	if err != nil {
		return nil, err
	}
	if err := incidentKind.checkSeal(object, name, hash, frozenMember, only(object, frozenMembers...)); err != nil {
		return nil, err
	}
	if err := readMessage(object, incident); err != nil {
		return nil, refuse(incidentKind.hint, "%s: %s", name, err)
	}
	return incident, nil
}

// IncidentJSON is the text of an incident's file, sealed anew. What was frozen cannot change: the error
// says so when it has, or when members were frozen that this version does not know.
func IncidentJSON(incident *ragspanv1.Incident, hash model.TextHash) ([]byte, error) {
	object, err := sealIncident(incident, hash)
	if err != nil {
		return nil, err
	}
	return indented(object)
}

// IncidentBinary is the same incident in binary. See IncidentJSON.
func IncidentBinary(incident *ragspanv1.Incident, hash model.TextHash) ([]byte, error) {
	object, err := sealIncident(incident, hash)
	if err != nil {
		return nil, err
	}
	sealed := &ragspanv1.Incident{}
	if err := readMessage(object, sealed); err != nil {
		return nil, err
	}
	return MessageBinary(sealed)
}

func sealIncident(incident *ragspanv1.Incident, hash model.TextHash) (*model.Object, error) {
	object, err := incidentKind.seal(incident, hash)
	if err != nil {
		return nil, err
	}
	frozen, err := sha256Of(only(object, frozenMembers...), hash)
	if err != nil {
		return nil, err
	}
	if frozen != incident.GetFrozenSha256() {
		return nil, refuse("Freeze a new incident instead.", "%s: what was frozen would change", shown(incident.GetId()))
	}
	return object, nil
}

// CheckPredictions verifies the seal of the predictions, over frozenSha256, pins, case, rows and time: the error says
// when they are not those that were sealed, or when a diff was made without any. An incident without
// predictions and diff is fine.
func CheckPredictions(incident *ragspanv1.Incident, hash model.TextHash) error {
	predictions := incident.GetPredictions()
	if predictions == nil {
		if len(incident.GetDiff()) > 0 {
			return errors.New("diff: there are no predictions that were sealed before it")
		}
		return nil
	}
	object, err := objectOf(incident)
	if err != nil {
		return err
	}
	sealed := only(object, "frozenSha256", "pins", "case")
	if inner, isObject := object.Get("predictions").(*model.Object); isObject {
		for key, value := range only(inner, "rows", "sealedAtUnixNano").All() {
			sealed.Set(key, value)
		}
	}
	expected, err := sha256Of(sealed, hash)
	if err != nil {
		return err
	}
	if found := predictions.GetSha256(); found != expected {
		return errors.New("predictions.sha256: the predictions are not those that were sealed (it says " +
			shown(found) + ", frozenSha256, pins, case and rows give " + expected + ")")
	}
	return nil
}
