package attribution

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ragspan/ragspan/collector/internal/model"
)

func TestPinsAreSpelledAsJavaScriptSpellsThem(t *testing.T) {
	for spelled, value := range map[string]any{
		"0.1": 0.1, `"1000000000000000000000"`: 1e21, "100": 100.0, "1e-7": 1e-7, `"9007199254740992"`: 9007199254740992.0,
		`"9223372036854775807"`: model.Integer(9223372036854775807), `["a","\""]`: []string{"a", `"`}, `"x"`: "x",
	} {
		got, err := model.CanonicalJSON(pinValue(value))
		assert.NoError(t, err)
		assert.Equal(t, spelled, got)
	}
}

func TestNoPinsHaveNoFingerprint(t *testing.T) {
	assert.Empty(t, configSHA256(&pinSources{call: &model.ModelCall{}}, model.TextHash{}))
	hash := model.TextHash{}
	call := &model.ModelCall{Model: "m", Pins: model.RequestPins{"temperature": 0.0, "stop": []string{"\n"}}}
	assert.Equal(t, hash.SHA256(`{"model":"m","stop":["\n"],"temperature":0,"top_k":5}`),
		configSHA256(&pinSources{call: call, requestedTopK: model.Some[int64](5)}, hash))
}

func TestTheTableSaysWhatIsPossible(t *testing.T) {
	h1, h2, h3, hold := model.VerdictH1, model.VerdictH2, model.VerdictH3, model.VerdictHold
	for _, one := range []struct {
		r, s Knowledge
		o    outputKnowledge
		want []model.VerdictName
	}{
		{knownIn, knownOut, outputPasses, []model.VerdictName{h2}},
		{knownOut, knownOut, outputPasses, []model.VerdictName{h1}},
		{notKnown, knownOut, outputFails, []model.VerdictName{h1, h2}},
		{knownIn, notKnown, outputFails, []model.VerdictName{h2, h3}},
		{knownOut, knownIn, outputUnknown, []model.VerdictName{h3, hold}},
		{notKnown, notKnown, outputUnknown, []model.VerdictName{h1, h2, h3, hold}},
	} {
		assert.Equal(t, one.want, possibleVerdicts(one.r, one.s, one.o))
	}
}
