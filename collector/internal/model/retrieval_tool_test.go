package model_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ragspan/ragspan/collector/internal/model"
)

var plainHash = model.TextHash{}

func toolItems(t *testing.T, result string, tool model.RetrievalTool) []string {
	t.Helper()
	list := model.RetrievalToolList(result, tool, plainHash, false)
	require.NotNil(t, list.Items)
	texts := make([]string, len(list.Items))
	for at, item := range list.Items {
		texts[at] = item.ID + "=" + item.Text.Or("(none)")
	}
	return texts
}

func TestAToolResultWithoutPathIsItsLeaves(t *testing.T) {
	assert.Equal(t, []string{"=a", "=b"}, toolItems(t, `[{"x":"a","y":" "},"b",7]`, model.RetrievalTool{}))
	assert.Equal(t, []string{"=plain text"}, toolItems(t, `plain text`, model.RetrievalTool{}))
	blocks := `{"content":[{"type":"text","text":"{\"k\":\"inner\"}"},{"type":"text","text":"outer"}]}`
	assert.Equal(t, []string{"=inner", "=outer"}, toolItems(t, blocks, model.RetrievalTool{}))
}

func TestAToolResultWithPathIsWhatStandsThere(t *testing.T) {
	tool := model.RetrievalTool{Text: "results[].content", ID: "results[].url"}
	assert.Equal(t, []string{"https://a.example=A", "2=B", "=(none)", "=C", "=D"}, toolItems(t,
		`{"results":[{"content":"A","url":"https://a.example"},{"content":"B","url":2},{"url":"None"},{"content":["C","D"]}]}`, tool))
	assert.Empty(t, toolItems(t, `{"results":[]}`, tool), "an explicit empty list")
	assert.Equal(t, []string{"=x"}, toolItems(t, `{"documents":[{"text":"x"}]}`, model.RetrievalTool{Text: "documents.0.text"}))
	assert.Equal(t, []string{"i=x", "i=y"}, toolItems(t, `[{"id":"i","parts":[{"t":"x"},{"t":"y"}]}]`,
		model.RetrievalTool{Text: "[].parts[].t", ID: "[].id"}), "the id of an element around it")
}

func TestAToolResultWithoutTheDeclaredPlaceIsNoList(t *testing.T) {
	list := model.RetrievalToolList(`{"error":"quota"}`, model.RetrievalTool{Text: "results[].content"}, plainHash, false)
	assert.Nil(t, list.Items)
	assert.False(t, list.Lossy)
}

func TestToolResultsThatSayNothing(t *testing.T) {
	for _, result := range []model.Value{nil, model.Null{}} {
		assert.Nil(t, model.RetrievalToolList(result, model.RetrievalTool{}, plainHash, false).Items)
	}
	assert.Nil(t, model.RetrievalToolList([]model.Value{}, model.RetrievalTool{}, plainHash, true).Items, "damaged")
	assert.NotNil(t, model.RetrievalToolList([]model.Value{}, model.RetrievalTool{}, plainHash, false).Items)
}

func TestAHostileToolResultIsBounded(t *testing.T) {
	many := "[" + strings.Repeat(`{"t":"x"},`, 150_000) + `{"t":"x"}]`
	assert.Len(t, toolItems(t, many, model.RetrievalTool{Text: "[].t"}), 100_000)
}

func TestItemsAreHashedFromWhatIsWhole(t *testing.T) {
	read := func(reading model.ItemReading, isForeign bool) model.RetrievedItem {
		return model.NewRetrievedItem(&reading, model.ItemHashing{Digest: plainHash.Digest, IsForeign: isForeign})
	}
	captured := func(text string, lossy bool) model.Optional[model.CapturedText] {
		return model.Some(model.CapturedText{Text: text, Lossy: lossy})
	}
	ours := plainHash.Digest("abc")
	assert.Equal(t, ours, read(model.ItemReading{Text: captured("abc", false)}, false).Digest)
	assert.Empty(t, read(model.ItemReading{Text: captured("abc", true)}, false).Digest, "lossy text has no digest")
	fits := read(model.ItemReading{Text: captured("abc", false), LoggedDigest: ours}, false)
	assert.False(t, fits.Lossy)
	misfit := read(model.ItemReading{Text: captured("ab", false), LoggedDigest: ours}, false)
	assert.Equal(t, ours, misfit.Digest, "the digest of the text at its source")
	assert.True(t, misfit.Lossy)
	foreign := read(model.ItemReading{Text: captured("abc", false), LoggedDigest: "00"}, true)
	assert.Equal(t, ours, foreign.Digest, "hashed again")
	assert.False(t, foreign.Lossy)
	invalid := read(model.ItemReading{Text: captured("a\uFFFDb", false)}, false)
	assert.True(t, invalid.Invalid)
	assert.Empty(t, invalid.Digest)
	assert.Equal(t, int64(5), invalid.Length.Or(0))
	digestOnly := read(model.ItemReading{LoggedDigest: ours, LoggedBytes: model.Some(int64(3))}, false)
	assert.Equal(t, model.RetrievedItem{Digest: ours, Length: model.Some(int64(3))}, digestOnly)
}
