package model

// Value is what an attribute or a parsed JSON text can hold:
//
//	nil       absent (JavaScript's undefined)
//	Null      JSON null, an attribute without a value
//	bool, string, float64
//	Integer   an integer that a float64 cannot hold exactly
//	[]byte
//	[]Value
//	*Object
type Value = any

// Null is a null that was logged.
type Null struct{}

// Integer is an integer beyond ±(2^53−1), a bigint in the TypeScript half; smaller ones are float64.
type Integer int64

const maxSafeInteger = 1<<53 - 1

// IntegerValue is the Value of an integer attribute.
func IntegerValue(value int64) Value {
	if value >= -maxSafeInteger && value <= maxSafeInteger {
		return float64(value)
	}
	return Integer(value)
}

// IsNullish tells whether a value is absent or null.
func IsNullish(value Value) bool {
	if value == nil {
		return true
	}
	_, isNull := value.(Null)
	return isNull
}

// OrElse returns the first value that is neither absent nor null; the last one if there is none.
func OrElse(values ...Value) Value {
	for _, value := range values {
		if !IsNullish(value) {
			return value
		}
	}
	if len(values) == 0 {
		return nil
	}
	return values[len(values)-1]
}
