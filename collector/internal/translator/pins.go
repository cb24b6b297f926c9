package translator

import (
	"strconv"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// pin is a request parameter under the name it has as a pin (spec §3 "Pins"), whatever the client
// calls it.
type pin struct {
	name string
	keys []string
}

// Names as in request bodies and invocation parameters.
var numberPins = []pin{
	{"frequency_penalty", []string{"frequency_penalty", "frequencyPenalty"}},
	{"max_tokens", []string{
		"max_tokens", "max_completion_tokens", "max_output_tokens", "maxTokens", "maxOutputTokens", "max_new_tokens",
	}},
	{"presence_penalty", []string{"presence_penalty", "presencePenalty"}},
	{"sampling_top_k", []string{"top_k", "topK"}},
	{"seed", []string{"seed"}},
	{"temperature", []string{"temperature"}},
	{"top_p", []string{"top_p", "topP"}},
}

var stopPin = pin{"stop", []string{"stop", "stop_sequences", "stopSequences"}}

// readPins adds the pins of a shape that are not there yet; prefix stands before each name:
// gen_ai.request. for attributes, nothing for a request body.
func readPins(pins model.RequestPins, shape *model.Object, prefix string) {
	if shape.Len() == 0 {
		return
	}
	for _, one := range numberPins {
		addPin(pins, one, shape, prefix, numberPin)
	}
	addPin(pins, stopPin, shape, prefix, textsPin)
}

func addPin(pins model.RequestPins, one pin, shape *model.Object, prefix string, read func(model.Value) any) {
	if _, isThere := pins[one.name]; isThere {
		return
	}
	for _, key := range one.keys {
		if value := read(shape.Get(prefix + key)); value != nil {
			pins[one.name] = value
			return
		}
	}
}

// numberPin: integers beyond 2^53 become strings (spec §3).
func numberPin(value model.Value) any {
	if integer, isInteger := value.(model.Integer); isInteger && integer != maxSafeInteger+1 && integer != -maxSafeInteger-1 {
		return strconv.FormatInt(int64(integer), 10)
	}
	if number, isNumber := asNumber(value); isNumber {
		return number
	}
	return nil
}

func textsPin(value model.Value) any {
	if text, isText := asText(value); isText {
		if text == "" {
			return nil
		}
		return []string{text}
	}
	list, _ := asList(value)
	var texts []string
	for _, one := range list {
		if text, isText := asText(one); isText {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return texts
}

// addWordPin adds a pin that is a word, when there is one.
func addWordPin(pins model.RequestPins, name, word string) {
	if word != "" {
		pins[name] = word
	}
}
