package model

import "strconv"

// maxBuiltDepth bounds what ParseJSON builds: nothing reads deeper (string leaves stop 64 levels
// below the few that messages and retrieval_tools paths descend). Deeper containers are still
// checked, and are Null in the value.
const maxBuiltDepth = 512

// ParseJSON reads a text as JSON.parse does: any nesting, the last of equal keys, lone surrogates
// kept (see WellFormed), 1e999 as infinity. ok is false where that throws. Linear in the text, on
// the heap only: no text overflows the stack. The text is valid UTF-8; strings of the value share
// its memory.
func ParseJSON(text string) (value Value, ok bool) {
	reader := jsonReader{text: text, maxDepth: maxBuiltDepth}
	return reader.document()
}

// IsJSON tells whether ParseJSON can read the text, without building anything.
func IsJSON(text string) bool {
	reader := jsonReader{text: text}
	_, ok := reader.document()
	return ok
}

type jsonReader struct {
	text string
	at   int
	// Containers are built down to this depth; 0: nothing is, only the grammar is checked.
	maxDepth int
	// Opening brackets of all containers around the place, outermost first.
	open []byte
	// The containers that are built: the first maxDepth of those.
	frames []jsonFrame
	// A string with escapes is put together here.
	scratch []byte

	// See ParseStrictJSON; the rest is for it.
	isStrict bool
	values   int
	problem  string
}

type jsonFrame struct {
	object *Object
	key    string
	list   []Value
}

func (r *jsonReader) document() (Value, bool) {
	for {
		value, isWhole, ok := r.value()
		if !ok {
			return nil, false
		}
		for isWhole {
			if len(r.open) == 0 {
				r.skipSpace()
				return value, r.at == len(r.text)
			}
			r.add(value)
			value, isWhole, ok = r.afterMember()
			if !ok {
				return nil, false
			}
		}
	}
}

// value reads a scalar or an empty container, or steps into a container: then it is not whole.
func (r *jsonReader) value() (value Value, isWhole, ok bool) {
	r.skipSpace()
	if r.at >= len(r.text) || r.isStrict && !r.mayStep() {
		return nil, false, false
	}
	switch unit := r.text[r.at]; unit {
	case '{', '[':
		r.at++
		r.push(unit)
		r.skipSpace()
		if r.peek() == unit+2 {
			r.at++
			return r.pop(), true, true
		}
		return nil, false, unit == '[' || r.key()
	case '"':
		text, ok := r.quoted(r.isBuilding())
		return text, true, ok
	case 't':
		return true, true, r.literal("true")
	case 'f':
		return false, true, r.literal("false")
	case 'n':
		return Null{}, true, r.literal("null")
	default:
		number, ok := r.number()
		return number, true, ok
	}
}

// afterMember reads a comma, and the key after it, or the end of the container: then this is whole.
func (r *jsonReader) afterMember() (value Value, isWhole, ok bool) {
	r.skipSpace()
	container := r.open[len(r.open)-1]
	switch r.peek() {
	case ',':
		r.at++
		return nil, false, container == '[' || r.key()
	case container + 2:
		r.at++
		return r.pop(), true, true
	}
	return nil, false, false
}

func (r *jsonReader) key() bool {
	r.skipSpace()
	if r.peek() != '"' {
		return false
	}
	isBuilt := len(r.open) == len(r.frames)
	key, ok := r.quoted(isBuilt)
	if !ok {
		return false
	}
	if isBuilt {
		if r.isStrict && !r.mayHave(key) {
			return false
		}
		r.frames[len(r.frames)-1].key = key
	}
	r.skipSpace()
	if r.peek() != ':' {
		return false
	}
	r.at++
	return true
}

func (r *jsonReader) push(bracket byte) {
	if len(r.open) < r.maxDepth {
		frame := jsonFrame{}
		if bracket == '{' {
			frame.object = NewObject(0)
		} else {
			frame.list = []Value{}
		}
		r.frames = append(r.frames, frame)
	}
	r.open = append(r.open, bracket)
}

func (r *jsonReader) pop() Value {
	isBuilt := len(r.open) == len(r.frames)
	r.open = r.open[:len(r.open)-1]
	if !isBuilt {
		return Null{}
	}
	frame := &r.frames[len(r.frames)-1]
	var value Value = frame.list
	if frame.object != nil {
		value = frame.object
	}
	*frame = jsonFrame{}
	r.frames = r.frames[:len(r.frames)-1]
	return value
}

func (r *jsonReader) add(value Value) {
	if len(r.open) != len(r.frames) {
		return
	}
	frame := &r.frames[len(r.frames)-1]
	if frame.object != nil {
		frame.object.Set(frame.key, value)
	} else {
		frame.list = append(frame.list, value)
	}
}

// isBuilding tells whether a scalar here belongs to a container that is built.
func (r *jsonReader) isBuilding() bool {
	return r.maxDepth > 0 && len(r.open) == len(r.frames)
}

func (r *jsonReader) skipSpace() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\n', '\r', '\t':
			r.at++
		default:
			return
		}
	}
}

// peek is the byte at the place; 0, which no JSON has there, at the end.
func (r *jsonReader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *jsonReader) literal(word string) bool {
	if len(r.text)-r.at < len(word) || r.text[r.at:r.at+len(word)] != word {
		return false
	}
	r.at += len(word)
	return true
}

func (r *jsonReader) number() (float64, bool) {
	start := r.at
	if r.peek() == '-' {
		r.at++
	}
	switch {
	case r.peek() == '0':
		r.at++
	case r.digits() == 0:
		return 0, false
	}
	if r.peek() == '.' {
		r.at++
		if r.digits() == 0 {
			return 0, false
		}
	}
	if r.peek() == 'e' || r.peek() == 'E' {
		r.at++
		if r.peek() == '+' || r.peek() == '-' {
			r.at++
		}
		if r.digits() == 0 {
			return 0, false
		}
	}
	if !r.isBuilding() {
		return 0, true
	}
	// Out of range is infinity or zero, as in JavaScript.
	number, _ := strconv.ParseFloat(r.text[start:r.at], 64)
	return number, !r.isStrict || r.mayBe(number, r.text[start:r.at])
}

func (r *jsonReader) digits() int {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - start
}
