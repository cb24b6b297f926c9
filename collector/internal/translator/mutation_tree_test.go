package translator_test

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// Values that are changed at random.

// leaf is a value that an attribute of any name may have.
func (m *mutator) leaf() model.Value {
	switch m.random.IntN(12) {
	case 0:
		return m.number()
	case 1:
		return m.chance(50)
	case 2:
		return model.Null{}
	case 3:
		return float64(m.random.IntN(9))
	case 4:
		return pick(m, m.words)
	case 5:
		return strings.ToUpper(pick(m, m.words)) + pick(m, []string{"", "", "", "İ", "ß", "Σ", "K"})
	case 6:
		return strings.Repeat("aB0", 14+m.random.IntN(10))[:pick(m, []int{8, 24, 32, 40})]
	case 7:
		return m.tree()
	case 8:
		return []byte{1, 2, 255}
	case 9:
		return strconv.Itoa(m.random.IntN(2000) - 20)
	}
	return m.damaged(pick(m, spellings))
}

func (m *mutator) number() model.Value {
	return pick(m, []model.Value{
		0.0, -0.0, 1.5, 1e21, 1e-7, 123456789.125, 5e-324, math.NaN(), math.Inf(1), math.Inf(-1), -3.0, 9007199254740991.0,
		1e300, 0.1, 100000000000000000000.0, model.Integer(math.MaxInt64), model.Integer(math.MinInt64),
		model.Integer(9007199254740993), model.Integer(9007199254740992),
	})
}

// changed copies a tree with one place changed.
func (m *mutator) changed(tree model.Value, depth int) model.Value {
	switch held := tree.(type) {
	case []model.Value:
		if len(held) > 0 && m.chance(75) {
			copied := slices.Clone(held)
			at := m.random.IntN(len(copied))
			copied[at] = m.changed(copied[at], depth+1)
			return copied
		}
		return m.changedList(held)
	case *model.Object:
		if held.Len() > 0 && m.chance(75) {
			key := m.keyOf(held)
			return held.With(key, m.changed(held.Get(key), depth+1))
		}
		return m.changedObject(held)
	}
	if m.chance(40) {
		if text, isText := tree.(string); isText {
			return m.damaged(text)
		}
	}
	return m.jsonLeaf()
}

func (m *mutator) keyOf(object *model.Object) string {
	at := m.random.IntN(object.Len())
	for key := range object.All() {
		if at == 0 {
			return key
		}
		at--
	}
	return ""
}

func (m *mutator) changedList(items []model.Value) model.Value {
	switch m.random.IntN(5) {
	case 0:
		return append(slices.Clone(items), m.jsonLeaf())
	case 1:
		return []model.Value{items}
	case 2:
		return []model.Value{}
	case 3:
		return model.ObjectOf(pick(m, m.words), items)
	}
	if len(items) == 0 {
		return m.jsonLeaf()
	}
	return slices.Insert(slices.Clone(items), m.random.IntN(len(items)+1), pick(m, items))
}

func (m *mutator) changedObject(object *model.Object) model.Value {
	switch m.random.IntN(7) {
	case 0, 1:
		return object.With(pick(m, m.words), m.jsonLeaf())
	case 2:
		return object.With("type", pick(m, m.words))
	case 3:
		return model.ObjectOf(pick(m, []string{
			"message", "kwargs", "data", "document", "node", "tool_call", "message_content", "config", "output", "source",
		}), object)
	case 4:
		return []model.Value{object}
	}
	if object.Len() == 0 {
		return m.jsonLeaf()
	}
	// Renamed, or gone.
	renamed := model.NewObject(object.Len())
	victim := m.keyOf(object)
	name := pick(m, m.words)
	for key, value := range object.All() {
		switch {
		case key != victim:
			renamed.Set(key, value)
		case m.chance(70):
			renamed.Set(name, value)
		}
	}
	return renamed
}

// jsonLeaf is a value that JSON can hold.
func (m *mutator) jsonLeaf() model.Value {
	switch m.random.IntN(8) {
	case 0:
		return model.Null{}
	case 1:
		return pick(m, []model.Value{0.0, 1.0, 1e21, -7.25, 1e-7, 3.0, 123456789012345680000.0})
	case 2:
		return m.chance(50)
	case 3:
		return pick(m, m.words)
	case 4:
		return m.tree()
	case 5:
		text, _ := model.ParseJSON(pick(m, []string{`"\ud83d"`, `"\ude00"`, `"x\ud800y"`, `"\ud83d\ude00"`, `"\u2029"`}))
		return text
	}
	return m.damaged(pick(m, spellings))
}

func (m *mutator) attribute(key string, value model.Value) model.Value {
	return model.ObjectOf("key", key, "value", anyValue(value))
}

// anyValue spells a value as OTLP JSON.
func anyValue(value model.Value) model.Value {
	switch held := value.(type) {
	case string:
		return model.ObjectOf("stringValue", held)
	case bool:
		return model.ObjectOf("boolValue", held)
	case model.Integer:
		return model.ObjectOf("intValue", strconv.FormatInt(int64(held), 10))
	case float64:
		switch {
		case math.IsNaN(held) || math.IsInf(held, 0):
			return model.ObjectOf("doubleValue", model.NumberText(held))
		case held == math.Trunc(held) && math.Abs(held) < 1e15:
			return model.ObjectOf("intValue", strconv.FormatInt(int64(held), 10))
		}
		return model.ObjectOf("doubleValue", held)
	case []byte:
		return model.ObjectOf("bytesValue", "AQL/")
	case []model.Value:
		values := make([]model.Value, len(held))
		for at, one := range held {
			values[at] = anyValue(one)
		}
		return model.ObjectOf("arrayValue", model.ObjectOf("values", values))
	case *model.Object:
		values := []model.Value{}
		for key, one := range held.All() {
			values = append(values, model.ObjectOf("key", key, "value", anyValue(one)))
		}
		return model.ObjectOf("kvlistValue", model.ObjectOf("values", values))
	}
	return model.NewObject(0)
}
