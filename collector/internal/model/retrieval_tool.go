package model

import (
	"slices"
	"strconv"
	"strings"
)

// maxToolItems bounds the places of one path: a hostile result cannot make the list endless.
const maxToolItems = 100_000

// RetrievalToolList is the result of a declared retrieval tool as a list (spec §8 retrieval_tools,
// §3 "Retrieval log"). result is as logged or parsed; absent: no result was logged, the list has no
// items. With a text path the items are what stands there (a result with text elsewhere logged no
// list); without one they are its string leaves. lossy: telemetry may have changed the result.
func RetrievalToolList(result Value, tool RetrievalTool, hash TextHash, lossy bool) *RetrievalList {
	list := &RetrievalList{Stage: StageRetrieve, Lossy: lossy}
	if IsNullish(result) {
		return list
	}
	value := parsedResult(result)
	var readings []ItemReading
	isPlaced := false
	if tool.Text != "" {
		readings, isPlaced = placedItems(value, tool)
	}
	if !isPlaced {
		readings = leafItems(value)
	}
	// A result without the declared place ({"error": …}) is no list: not logged is not empty.
	if tool.Text != "" && !isPlaced && len(readings) > 0 {
		return list
	}
	// An empty list out of a damaged result says nothing.
	if len(readings) == 0 && lossy {
		return list
	}
	hashing := ItemHashing{Digest: hash.Digest}
	list.Items = make([]RetrievedItem, len(readings))
	for at := range readings {
		list.Items[at] = NewRetrievedItem(&readings[at], hashing)
	}
	return list
}

// parsedResult parses a JSON object or array in a string; anything else stays.
func parsedResult(value Value) Value {
	text, isText := value.(string)
	if !isText || !beginsWithBracket(text) {
		return value
	}
	if parsed, ok := ParseJSON(text); ok {
		return parsed
	}
	return value
}

func toolText(raw string) ItemReading {
	text := WellFormed(raw)
	lossy := strings.HasSuffix(text, Replacement) || HasRedactionMark(text)
	return ItemReading{Text: Some(CapturedText{Text: text, Lossy: lossy}), URLs: URLsIn(text)}
}

// leafItems reads MCP and content-block results: the texts, not the word text that marks them.
func leafItems(value Value) []ItemReading {
	var leaves []string
	if blocks, isBlocks := contentBlocks(value); isBlocks {
		for _, text := range blocks {
			leaves = append(leaves, StringLeaves(parsedResult(text))...)
		}
	} else {
		leaves = StringLeaves(value)
	}
	var items []ItemReading
	for _, leaf := range leaves {
		if TrimJS(leaf) != "" {
			items = append(items, toolText(leaf))
		}
	}
	return items
}

func contentBlocks(value Value) ([]string, bool) {
	blocks, isList := value.([]Value)
	if !isList {
		blocks, isList = fieldOf(value, "content").([]Value)
	}
	if !isList || len(blocks) == 0 {
		return nil, false
	}
	texts := make([]string, 0, len(blocks))
	for _, block := range blocks {
		text, isText := fieldOf(block, "text").(string)
		if !isText || fieldOf(block, "type") != "text" {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

func fieldOf(value Value, key string) Value {
	object, _ := value.(*Object)
	return object.Get(key)
}

// place is where a path led.
type place struct {
	// The list indexes on the way, joined.
	indexes string
	value   Value
}

// placedItems gives false when the result has no such place, not even an empty list.
func placedItems(value Value, tool RetrievalTool) ([]ItemReading, bool) {
	texts := pathWalk{}
	if !texts.walk(value, pathSteps(tool.Text), "") {
		return nil, false
	}
	ids := map[string]string{}
	if tool.ID != "" {
		places := pathWalk{}
		places.walk(value, pathSteps(tool.ID), "")
		for _, one := range places.places {
			if id := toolID(one.value); id != "" {
				ids[one.indexes] = id
			}
		}
	}
	var items []ItemReading
	for _, one := range texts.places {
		id := nearestID(ids, one.indexes)
		var readings []ItemReading
		for _, leaf := range StringLeaves(one.value) {
			readings = append(readings, toolText(leaf))
		}
		if len(readings) == 0 {
			readings = []ItemReading{{}}
		}
		for _, reading := range readings {
			if id != "" {
				reading.ID = id
				reading.URLs = slices.Concat(reading.URLs, URLsIn(id))
			}
			items = append(items, reading)
		}
	}
	return items, true
}

// pathSteps takes results[].content apart: results, [], content.
func pathSteps(path string) []string {
	var steps []string
	for step := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ".[]"), ".") {
		if step != "" {
			steps = append(steps, step)
		}
	}
	return steps
}

type pathWalk struct {
	places []place
}

// walk tells whether the path leads somewhere, an empty list included.
func (w *pathWalk) walk(value Value, path []string, indexes string) bool {
	if len(w.places) >= maxToolItems {
		return true
	}
	if len(path) == 0 {
		if value == nil {
			return false
		}
		w.places = append(w.places, place{indexes, value})
		return true
	}
	at := parsedResult(value)
	step, rest := path[0], path[1:]
	if step == "[]" {
		list, isList := at.([]Value)
		if !isList {
			return false
		}
		isLastList := !slices.Contains(rest, "[]")
		for index, item := range list {
			inner := indexes + "/" + strconv.Itoa(index)
			// An element without the place keeps its rank, as an item without text.
			if !w.walk(item, rest, inner) && isLastList {
				w.places = append(w.places, place{inner, nil})
			}
		}
		return true
	}
	member, isThere := memberOf(at, step)
	return isThere && w.walk(member, rest, indexes)
}

// memberOf is an own property as JavaScript has it: a key of an object, an index of a list.
func memberOf(value Value, step string) (Value, bool) {
	switch held := value.(type) {
	case *Object:
		return held.Get(step), held.Has(step)
	case []Value:
		if step == "length" {
			return float64(len(held)), true
		}
		if index, isIndex := arrayIndex(step); isIndex && index < uint64(len(held)) {
			return held[index], true
		}
	}
	return nil, false
}

// nearestID is the id beside the text: on the same element, or on one around it.
func nearestID(ids map[string]string, indexes string) string {
	for around := indexes; ; around = around[:strings.LastIndexByte(around, '/')] {
		if id, isThere := ids[around]; isThere || around == "" {
			return id
		}
	}
}

func toolID(value Value) string {
	switch held := value.(type) {
	case float64:
		return NumberText(held)
	case Integer:
		return strconv.FormatInt(int64(held), 10)
	case string:
		if !IsMissingID(held) {
			return WellFormed(held)
		}
	}
	return ""
}

// IsMissingID tells whether an id is none (spec §2).
func IsMissingID(id string) bool {
	switch id {
	case "", "undefined", "null", "None":
		return true
	}
	return false
}
