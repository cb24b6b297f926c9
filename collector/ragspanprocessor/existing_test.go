package ragspanprocessor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// withSDKVerdict puts a verdict on the root as an SDK does.
func withSDKVerdict(traces ptrace.Traces, verdict model.VerdictName, reason model.Reason) ptrace.Traces {
	for _, one := range traces.ResourceSpans().All() {
		for _, ofScope := range one.ScopeSpans().All() {
			for _, span := range ofScope.Spans().All() {
				if id := span.SpanID(); id[7] == theRoot {
					emit.Attach(span, &model.RunVerdict{Verdict: verdict, Reason: reason}, emit.Facts{Origin: emit.OriginSDK},
						emit.Carriers{Attributes: true, SpanEvent: true}, 0)
				}
			}
		}
	}
	return traces
}

func TestAVerdictOfTheSDKIsKeptVerifiedOrReplaced(t *testing.T) {
	for _, one := range []struct {
		mode    OnExisting
		sdk     model.VerdictName
		reason  model.Reason
		stands  model.VerdictName
		origin  string
		differs bool
	}{
		{OnExistingKeep, model.VerdictHold, "", model.VerdictHold, emit.OriginSDK, false},
		{OnExistingVerify, model.VerdictHold, "", model.VerdictHold, emit.OriginSDK, true},
		{OnExistingVerify, model.VerdictH2, model.ReasonCut, model.VerdictH2, emit.OriginSDK, false},
		{OnExistingRecompute, model.VerdictHold, "", model.VerdictH2, emit.OriginCollector, false},
		{OnExistingKeep, model.VerdictUnknown, model.ReasonRetrievalUnlogged, model.VerdictH2, emit.OriginCollector, false},
		{OnExistingVerify, model.VerdictUnknown, model.ReasonRetrievalUnlogged, model.VerdictH2, emit.OriginCollector, false},
	} {
		rig := newRig(t, withIncidentCases(t, func(config *Config) { config.OnExisting = one.mode }))
		rig.consume(withSDKVerdict(incident(t, 1), one.sdk, one.reason))
		rig.pass(3 * time.Second)
		on := rig.attached()[theRoot]
		require.Len(t, on, 1)
		assert.Equal(t, one.stands, on[0].Verdict, one)
		assert.Equal(t, one.origin, on[0].Origin, one)
		assert.InDelta(t, 1, rig.count("ragspan.verdicts", "ragspan.verdict", string(one.stands)), 0, one)
		assert.InDelta(t, 1, rig.count("ragspan.verdicts"), 0, one)
		assert.Equal(t, one.differs, rig.logs.FilterMessageSnippet("the verdict of the SDK is another").Len() == 1, one)
		assert.Equal(t, 4, rig.sink.SpanCount())
	}
}

func TestAnUnknownOfTheSDKStandsWhereNoMoreCanBeSaid(t *testing.T) {
	rig := newRig(t, nil)
	rig.consume(withSDKVerdict(incident(t, 1), model.VerdictUnknown, model.ReasonOutputUnlogged))
	rig.pass(3 * time.Second)
	on := rig.attached()[theRoot]
	require.Len(t, on, 1)
	assert.Equal(t, model.ReasonOutputUnlogged, on[0].Reason)
	assert.InDelta(t, 1, rig.count("ragspan.verdicts", "ragspan.reason", "output_unlogged"), 0)
}

func TestAVerdictThatIsNoWordOfOursIsNone(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(each(incident(t, 1), func(span ptrace.Span) {
		if id := span.SpanID(); id[7] == theRoot {
			span.Attributes().PutStr("ragspan.verdict", "FINE")
		}
	}))
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
	require.Len(t, rig.attached()[theRoot], 1)
	assert.Equal(t, model.VerdictH2, rig.attached()[theRoot][0].Verdict)
	assert.NotContains(t, rig.sums("ragspan.verdicts", "ragspan.verdict"), "FINE")
}
