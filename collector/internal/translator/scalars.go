package translator

import (
	"math"
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Attributes as what they should be; of any other type they count as not logged.

const maxSafeInteger = 1<<53 - 1

// asShape gives nil for what is no object.
func asShape(value model.Value) *model.Object {
	shape, _ := value.(*model.Object)
	return shape
}

func asList(value model.Value) ([]model.Value, bool) {
	list, isList := value.([]model.Value)
	return list, isList
}

func asText(value model.Value) (string, bool) {
	text, isText := value.(string)
	return text, isText
}

// asWord reads a name, model or other word; empty is missing.
func asWord(value model.Value) string {
	text, _ := value.(string)
	return model.WellFormed(text)
}

// asID reads an id (spec §2): integers in decimal; "", undefined, null, None are missing, and empty
// here.
func asID(value model.Value) string {
	switch held := value.(type) {
	case string:
		if !model.IsMissingID(held) {
			return model.WellFormed(held)
		}
	case model.Integer:
		return strconv.FormatInt(int64(held), 10)
	case float64:
		if isFinite(held) {
			return model.NumberText(held)
		}
	}
	return ""
}

func isFinite(number float64) bool {
	return !math.IsNaN(number) && !math.IsInf(number, 0)
}

func asNumber(value model.Value) (float64, bool) {
	switch held := value.(type) {
	case float64:
		return held, isFinite(held)
	case model.Integer:
		return float64(held), true
	case string:
		return numberIn(held)
	}
	return 0, false
}

// numberIn reads -?\d{1,15}(\.\d{1,15})?
func numberIn(text string) (float64, bool) {
	const longest = 15
	at := 0
	if at < len(text) && text[at] == '-' {
		at++
	}
	whole := digitsAt(text, at)
	at += whole
	if whole == 0 || whole > longest {
		return 0, false
	}
	if at < len(text) {
		fraction := digitsAt(text, at+1)
		if text[at] != '.' || fraction == 0 || fraction > longest || at+1+fraction != len(text) {
			return 0, false
		}
	}
	number, err := strconv.ParseFloat(text, 64)
	return number, err == nil
}

func digitsAt(text string, from int) int {
	at := from
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return at - from
}

func isDigit(unit byte) bool {
	return unit >= '0' && unit <= '9'
}

// asInteger reads a whole number that a float64 holds exactly.
func asInteger(value model.Value) (int64, bool) {
	number, isNumber := asNumber(value)
	if !isNumber || number != math.Trunc(number) || math.Abs(number) > maxSafeInteger {
		return 0, false
	}
	return int64(number), true
}

// asCount reads a whole number, zero or more.
func asCount(value model.Value) model.Optional[int64] {
	if count, isWhole := asInteger(value); isWhole && count >= 0 {
		return model.Some(count)
	}
	return model.Optional[int64]{}
}

// asTopK reads a requested k: zero and less are defaults of some clients, not requests.
func asTopK(value model.Value) model.Optional[int64] {
	if count := asCount(value); count.Or(0) > 0 {
		return count
	}
	return model.Optional[int64]{}
}

func asScore(value model.Value) model.Optional[float64] {
	if number, isNumber := asNumber(value); isNumber {
		return model.Some(number)
	}
	return model.Optional[float64]{}
}

func asFlag(value model.Value) bool {
	return value == true || value == "true"
}

// asHex reads length to 64 hex digits and keeps the first length of them, lower case; empty: none.
func asHex(value model.Value, length int) string {
	const longest = 64
	text, _ := value.(string)
	if len(text) < length || len(text) > longest {
		return ""
	}
	isLower := true
	for at := range len(text) {
		switch unit := text[at]; {
		case isDigit(unit) || (unit >= 'a' && unit <= 'f'):
		case unit >= 'A' && unit <= 'F':
			isLower = false
		default:
			return ""
		}
	}
	if isLower {
		return text[:length]
	}
	return model.LowerJS(text[:length])
}

// firstOf is the first of the keys that the shape has with a value that is not null; nil when there
// is none.
func firstOf(shape *model.Object, keys ...string) model.Value {
	for _, key := range keys {
		if value := shape.Get(key); !model.IsNullish(value) {
			return value
		}
	}
	return nil
}

// firstField is a ?? b ?? …: a null that is last stays one.
func firstField(shape *model.Object, keys ...string) model.Value {
	var value model.Value
	for _, key := range keys {
		if value = shape.Get(key); !model.IsNullish(value) {
			return value
		}
	}
	return value
}

// firstCount is the first of the attributes that is a count.
func firstCount(attributes model.Attributes, keys []string) model.Optional[int64] {
	for _, key := range keys {
		if count := asCount(attributes.Get(key)); count.IsSet() {
			return count
		}
	}
	return model.Optional[int64]{}
}
