package model

// Optional is a value that may not have been logged. Its zero value is "not logged".
type Optional[T any] struct {
	value T
	isSet bool
}

// Some is a value that was logged.
func Some[T any](value T) Optional[T] {
	return Optional[T]{value: value, isSet: true}
}

// IsSet tells whether there is a value.
func (o Optional[T]) IsSet() bool {
	return o.isSet
}

// Get returns the value, and whether there is one.
func (o Optional[T]) Get() (T, bool) {
	return o.value, o.isSet
}

// Or returns the value, or other when there is none.
func (o Optional[T]) Or(other T) T {
	if o.isSet {
		return o.value
	}
	return other
}

// Else returns the first of the two that has a value.
func (o Optional[T]) Else(other Optional[T]) Optional[T] {
	if o.isSet {
		return o
	}
	return other
}
