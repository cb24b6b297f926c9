package model_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// javaScript asks the language itself: for each line of JSON, what the expression gives for it (x),
// as a line of JSON.
func javaScript(t *testing.T, expression string, inputs []string) []string {
	t.Helper()
	node, err := filepath.Abs("../../../node_modules/.bin/node")
	require.NoError(t, err)
	script := `
		const lines = require('fs').readFileSync(0, 'utf8').split('\n');
		lines.pop();
		for (const line of lines) { const x = JSON.parse(line); console.log(JSON.stringify(` + expression + `)); }`
	run := exec.Command(node, "-e", script)
	var input bytes.Buffer
	for _, one := range inputs {
		text, err := json.Marshal(one)
		require.NoError(t, err)
		input.Write(append(text, '\n'))
	}
	run.Stdin = &input
	output, err := run.Output()
	require.NoError(t, err, "npm ci first")
	lines := strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
	require.Len(t, lines, len(inputs))
	results := make([]string, len(lines))
	for at, line := range lines {
		require.NoError(t, json.Unmarshal([]byte(line), &results[at]))
	}
	return results
}

func TestNumbersAreSpelledAsInJavaScript(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	inputs := []string{
		"0", "-0", "1", "0.1", "1e21", "1e-7", "1e20", "123456789012345680000", "1.5e300", "5e-324", "-2.5e-9",
		"9007199254740993", "0.000001", "123456.789e-10", "4.35", "2.5e22", "1e23", "1e999", "999999999999999900000",
		"999999999999999", "1000000000000000", "-1e15", "1234567890123456.5",
	}
	for range 3000 {
		number := math.Float64frombits(random.Uint64())
		if !math.IsNaN(number) && !math.IsInf(number, 0) {
			inputs = append(inputs, strconv.FormatFloat(number, 'g', -1, 64))
		}
		inputs = append(inputs, strconv.FormatFloat(random.Float64()*1000, 'f', random.IntN(12), 64))
	}
	for at, expected := range javaScript(t, "String(Number(x))", inputs) {
		number, err := strconv.ParseFloat(inputs[at], 64)
		if err != nil {
			require.ErrorIs(t, err, strconv.ErrRange)
		}
		require.Equal(t, expected, model.NumberText(number), inputs[at])
	}
	assert.Equal(t, "NaN", model.NumberText(math.NaN()))
	assert.Equal(t, "-Infinity", model.NumberText(math.Inf(-1)))
}

func TestJSONTextIsThatOfJavaScript(t *testing.T) {
	inputs := []string{
		`{"b":1,"a":2,"10":3,"9":4,"01":5,"4294967294":6,"4294967295":7,"-1":8,"":9}`,
		`{"a":1,"b":2,"a":3}`, `{"__proto__":{"x":1},"constructor":"c"}`,
		`["\ud800","\udc00x\ud83d","\ud83d\ude00","\u2028\u007f\u0000\u001f\b\f\n\r\t\"\\/"]`,
		`[1e21,1e-7,0.1,-0,1e999,123456789012345678901234567890]`, `[[],{},[{}],null,true,false,""]`, `"x"`, `7`,
	}
	large := model.NewObject(0)
	for at := range 40 {
		large.Set(strconv.Itoa((at*7)%40), float64(at))
		large.Set("k"+strconv.Itoa(at), "v")
	}
	inputs = append(inputs, textOf(large))
	for at, expected := range javaScript(t, "JSON.stringify(JSON.parse(x))", inputs) {
		value, ok := model.ParseJSON(inputs[at])
		require.True(t, ok, inputs[at])
		require.Equal(t, expected, textOf(value), inputs[at])
	}
}

func TestJSONTextOfWhatOnlyAttributesHold(t *testing.T) {
	assert.Equal(t, `{"0":1,"1":255}`, textOf([]byte{1, 255}))
	assert.Equal(t, `[null,null,null]`, textOf([]model.Value{math.NaN(), nil, model.Null{}}))
	assert.Equal(t, `{"b":2}`, textOf(model.ObjectOf("a", nil, "b", 2.0)))
	for _, value := range []model.Value{
		nil, model.Integer(math.MaxInt64), []model.Value{model.Integer(math.MinInt64)}, model.ObjectOf("a", model.Integer(math.MaxInt64)),
	} {
		_, isText := model.JSONText(value)
		assert.False(t, isText, "%v", value)
	}
}

func TestWhiteSpaceIsThatOfJavaScript(t *testing.T) {
	var inputs []string
	for point := rune(0); point <= 0x3001; point++ {
		inputs = append(inputs, string(point)+"x"+string(point))
	}
	inputs = append(inputs, "\uFEFFx\uFEFF", "\uFFFDx", "", " \u00a0 ", "\u180ex")
	for at, expected := range javaScript(t, "x.trim()", inputs) {
		require.Equal(t, expected, model.TrimJS(inputs[at]), "%q", inputs[at])
	}
}

func TestLetterCaseIsThatOfJavaScript(t *testing.T) {
	inputs := []string{
		"ASSISTANT", "İ", "ASSİSTANT", "ΣΟΦΟΣ", "ΑΣ ΑΣΑ", "Straße", "ﬁ", "ſ", "K", "ǅ", "Ω", "ı", "Ünïcödé", "ꭰ", "MIXED cAsE 1",
	}
	for at, expected := range javaScript(t, "x.toLowerCase()", inputs) {
		assert.Equal(t, expected, model.LowerJS(inputs[at]), inputs[at])
	}
	for at, expected := range javaScript(t, "x.toUpperCase()", inputs) {
		assert.Equal(t, expected, model.UpperJS(inputs[at]), inputs[at])
	}
}

func TestURLsAreFoundAsInJavaScript(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	pieces := []string{
		"http://", "https://", "HTTP://", "ttps://", "hhttps://", "://", "a.example/x", " ", "\u00a0", "\ufeff", ")", "]", "}",
		"<", ">", "\"", "'", ".", ",", "?", "!", ";:", "é😀", "(", "http", "s",
	}
	inputs := []string{"", "https://", "http://http://x", "see https://a.example/b?c=d). More: http://e.example!!"}
	for range 2000 {
		var text strings.Builder
		for range random.IntN(10) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		inputs = append(inputs, text.String())
	}
	const expression = `(x.match(/https?:\/\/[^\s<>"')\]}]+/g) ?? []).map((url) => url.replace(/[.,;:!?]+$/, '')).join(' ')`
	for at, expected := range javaScript(t, expression, inputs) {
		require.Equal(t, expected, strings.Join(model.URLsIn(inputs[at]), " "), "%q", inputs[at])
	}
}
