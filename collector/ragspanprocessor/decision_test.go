package ragspanprocessor

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/consumer/consumererror"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/pending"
)

func TestOnlyTheRootIsHeldAndTheVerdictStandsOnIt(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1, theRetrieval, theAssembly, theCall))
	assert.Equal(t, 3, rig.sink.SpanCount(), "RAG spans leave at once")
	rig.consume(incident(t, 1, theRoot))
	assert.Equal(t, 3, rig.sink.SpanCount(), "the root waits")
	rig.pass(1900 * time.Millisecond)
	assert.Equal(t, 3, rig.sink.SpanCount())
	rig.pass(200 * time.Millisecond)
	assert.Equal(t, 4, rig.sink.SpanCount())
	rig.only(model.VerdictH2, model.ReasonCut)
	on := rig.attached()
	require.Len(t, on[theRoot], 1)
	assert.Len(t, on, 1)
	assert.Equal(t, model.VerdictH2, on[theRoot][0].Verdict)
	assert.Equal(t, emit.OriginCollector, on[theRoot][0].Origin)
	assert.InDelta(t, 1, rig.count("ragspan.verdicts", "ragspan.verdict", "H2", "ragspan.reason", "cut", "ragspan.origin", "collector"), 0)
	assert.Empty(t, rig.said(), "what stands on a span is in no log record")
}

func TestWhatIsHeldFollowsTheAttachMode(t *testing.T) {
	for attach, leavesAtOnce := range map[Attach]int{AttachAnchor: 3, AttachTrace: 0, AttachNone: 4} {
		rig := newRig(t, withIncidentCases(t, func(config *Config) { config.Attach = attach }))
		rig.consume(incident(t, 1))
		assert.Equal(t, leavesAtOnce, rig.sink.SpanCount(), attach)
		rig.pass(3 * time.Second)
		assert.Equal(t, 4, rig.sink.SpanCount(), attach)
		rig.only(model.VerdictH2, model.ReasonCut)
		assert.Equal(t, attach != AttachNone, len(rig.attached()) == 1, attach)
	}
}

func TestARootThatNeverComesIsTimeoutInTheLogRecordAndTheMetric(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1, theRetrieval))
	rig.pass(5*time.Minute - time.Second)
	assert.Empty(t, rig.verdicts)
	rig.pass(2 * time.Second)
	rig.only(model.VerdictUnknown, model.ReasonTimeout)
	require.Len(t, rig.said(), 1)
	assert.Equal(t, "timeout", rig.said()[0]["ragspan.reason"])
	assert.InDelta(t, 1, rig.count("ragspan.verdicts", "ragspan.reason", "timeout"), 0)
}

func TestTheWaitIsNeverExtended(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1, theRetrieval))
	for range 4 {
		rig.pass(70 * time.Second)
		rig.consume(incident(t, 1, theAssembly))
	}
	rig.pass(21 * time.Second)
	require.Len(t, rig.verdicts, 1)
}

// Field case B36: retries deliver identical spans twice, before the verdict and after it.
func TestASpanSeenTwiceIsJudgedAndCountedOnce(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1))
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	for _, wait := range []time.Duration{10 * time.Second, 6 * time.Minute} {
		rig.pass(wait)
		before := rig.sink.SpanCount()
		rig.consume(incident(t, 1))
		rig.pass(3 * time.Second)
		assert.Equal(t, 4, rig.sink.SpanCount()-before, "duplicates pass")
	}
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.Len(t, rig.attached()[theRoot], 1, "duplicates pass unchanged")
	assert.InDelta(t, 1, rig.count("ragspan.verdicts"), 0)
	assert.Empty(t, rig.said())
}

// Field case B34: a late span changes a published verdict only as a revision.
func TestALateSpanLeavesAtOnceAndRevises(t *testing.T) {
	for _, onLate := range []OnLate{OnLateRevise, OnLateIgnore} {
		rig := newRig(t, withIncidentCases(t, func(config *Config) { config.OnLate = onLate }))
		rig.consume(incident(t, 1, theAssembly, theCall, theRoot))
		rig.pass(3 * time.Second)
		rig.only(model.VerdictUnknown, model.ReasonRetrievalUnlogged)
		rig.pass(32 * time.Second)
		before := rig.sink.SpanCount()
		rig.consume(incident(t, 1, theRetrieval))
		assert.Equal(t, 1, rig.sink.SpanCount()-before, "it leaves at once")
		assert.InDelta(t, 1, rig.count("ragspan.dropped", "ragspan.reason", "late"), 0)
		rig.pass(3 * time.Second)
		assert.InDelta(t, 1, rig.count("ragspan.verdicts"), 0, "a revision is never counted")
		assert.InDelta(t, 0, rig.count("ragspan.verdicts", "ragspan.verdict", "H1"), 0)
		if onLate == OnLateIgnore {
			assert.Empty(t, rig.said())
			continue
		}
		require.Len(t, rig.said(), 1)
		assert.Equal(t, "H2", rig.said()[0]["gen_ai.evaluation.score.label"])
		assert.EqualValues(t, 1, rig.said()[0]["ragspan.revision"])
	}
}

func TestEvictionByCountDecidesTheOldestAndForwardsIt(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.NumTraces, config.NumShards = 10, 1 }))
	for number := range uint64(11) {
		rig.consume(incident(t, number+1, theRetrieval, theRoot))
		rig.clock.advance(time.Millisecond)
	}
	rig.pass(0)
	rig.only(model.VerdictUnknown, model.ReasonEvicted)
	assert.Equal(t, 11+1, rig.sink.SpanCount(), "the evicted root has left")
	assert.InDelta(t, 1, rig.count("ragspan.dropped", "ragspan.reason", "evicted"), 0)
	rig.pass(3 * time.Second)
	assert.Equal(t, 22, rig.sink.SpanCount())
}

func TestEvictionByBytesForwardsEverySpan(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.MaxBufferedBytes, config.NumShards = 100_000, 1 }))
	for number := range uint64(50) {
		rig.consume(incident(t, number+1, theRetrieval, theRoot))
	}
	rig.pass(0)
	assert.NotEmpty(t, rig.verdicts)
	assert.LessOrEqual(t, rig.p.shards[0].store.Bytes(), int64(100_000))
	rig.pass(3 * time.Second)
	assert.Equal(t, 100, rig.sink.SpanCount())
	assert.Len(t, rig.verdicts, 50)
}

func TestATraceBeyondItsBoundIsJudgedAndPasses(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, func(config *Config) { config.MaximumTraceSizeBytes = 2000 }))
	rig.consume(incident(t, 1, theRetrieval, theRoot))
	rig.pass(0)
	rig.only(model.VerdictUnknown, model.ReasonEvicted)
	assert.Equal(t, 2, rig.sink.SpanCount())
	rig.consume(incident(t, 1, theCall))
	assert.Equal(t, 3, rig.sink.SpanCount())
	rig.pass(10 * time.Minute)
	assert.Len(t, rig.verdicts, 1)
}

// Field case B39: what waits at the end is decided and handed on.
func TestShutdownDecidesAllAndASecondDoesNothing(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	for number := range uint64(500) {
		if number < 200 {
			rig.consume(incident(t, number+1))
		} else {
			rig.consume(incident(t, number+1, theRetrieval))
		}
	}
	require.NoError(t, rig.p.Shutdown(t.Context()))
	require.NoError(t, rig.p.Shutdown(t.Context()))
	byReason := map[model.Reason]int{}
	for _, verdict := range rig.verdicts {
		byReason[verdict.Reason]++
	}
	assert.Equal(t, map[model.Reason]int{model.ReasonCut: 200, model.ReasonShutdown: 300}, byReason)
	assert.Equal(t, 200*4+300, rig.sink.SpanCount())
	require.NoError(t, rig.p.ConsumeTraces(t.Context(), incident(t, 9999)), "after the end spans pass")
	assert.Equal(t, 200*4+300+4, rig.sink.SpanCount())
}

func TestADownstreamThatRefusesForAMinuteLosesNothing(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1))
	rig.next.refuse(errors.New("full"))
	for range 60 {
		rig.pass(time.Second)
	}
	assert.Equal(t, 3, rig.sink.SpanCount())
	assert.Less(t, rig.next.calls, 12, "each wait is longer than the one before")
	require.Error(t, rig.p.ConsumeTraces(t.Context(), incident(t, 2)), "the sender hears of it")
	rig.next.refuse(nil)
	rig.pass(31 * time.Second)
	assert.Equal(t, 4, rig.sink.SpanCount())
	assert.Len(t, rig.attached()[theRoot], 1)
	rig.consume(incident(t, 2))
	rig.pass(3 * time.Second)
	assert.Equal(t, 8, rig.sink.SpanCount(), "what was refused and sent again is there once")
	assert.Len(t, rig.verdicts, 2)
	assert.InDelta(t, 2, rig.count("ragspan.verdicts"), 0)
}

func TestADownstreamThatRefusesForGoodIsCounted(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1))
	rig.next.refuse(consumererror.NewPermanent(errors.New("bad data")))
	rig.pass(3 * time.Second)
	assert.InDelta(t, 1, rig.count("ragspan.dropped", "ragspan.reason", "refused"), 0)
	assert.Equal(t, 1, rig.logs.FilterMessage("the next consumer refuses spans for good").Len())
}

// Field case B35: spans of one trace land on two Collectors.
func TestATraceSplitOverTwoProcessorsConvictsNowhere(t *testing.T) {
	first, second := newRig(t, withIncidentCases(t, nil)), newRig(t, withIncidentCases(t, nil))
	first.consume(incident(t, 1, theRetrieval))
	second.consume(incident(t, 1, theAssembly, theCall, theRoot))
	first.pass(10 * time.Minute)
	second.pass(10 * time.Minute)
	second.only(model.VerdictUnknown, model.ReasonRetrievalUnlogged)
	for _, verdict := range first.verdicts {
		assert.Equal(t, model.VerdictUnknown, verdict.Verdict)
	}
}

// Field case B38: a sampler before us has lost spans.
func TestPartialTracesConvictNobodyOfRetrieval(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	for number := range uint64(100) {
		rig.consume(incident(t, number+1, theAssembly, theCall, theRoot))
	}
	rig.pass(3 * time.Second)
	assert.Len(t, rig.verdicts, 100)
	assert.InDelta(t, 100, rig.count("ragspan.verdicts", "ragspan.reason", "retrieval_unlogged"), 0)
	assert.InDelta(t, 0, rig.count("ragspan.verdicts", "ragspan.verdict", "H1"), 0)
}

func TestACaseFileThatTurnsBadLeavesTheLastGoodOne(t *testing.T) {
	source, err := os.ReadFile(filepath.Join(incidentFolder(t), "cases.yaml"))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "cases.yaml")
	require.NoError(t, os.WriteFile(path, source, 0o600))
	rig := newRig(t, func(config *Config) { config.Cases = path })
	require.NoError(t, os.WriteFile(path, []byte("version: 1\ncases: [{id: BAD ID}]\n"), 0o600))
	rig.p.watch.Check()
	assert.NotZero(t, rig.logs.FilterMessageSnippet("the last good one stays in force").Len())
	rig.consume(incident(t, 1))
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
}

func TestSpansWithoutAPartPassAndNothingIsHeld(t *testing.T) {
	rig := newRig(t, nil)
	rig.consume(plainBatch(1))
	assert.Equal(t, 800, rig.sink.SpanCount())
	assert.Zero(t, rig.p.held.Load())
}

// The root of another service came first: it is above parts that come later.
func TestARootThatCameBeforeItsPartsIsKnown(t *testing.T) {
	rig := newRig(t, withIncidentCases(t, nil))
	rig.consume(incident(t, 1, theRoot))
	assert.Equal(t, 1, rig.sink.SpanCount(), "nothing says yet that it concerns a run")
	rig.consume(incident(t, 1, theRetrieval, theAssembly, theCall))
	rig.pass(3 * time.Second)
	rig.only(model.VerdictH2, model.ReasonCut)
	assert.Len(t, rig.said(), 1, "no span can be written any more")
}

// Judging reads a copy: a span that comes again, better than before, changes the original at that moment.
func TestWhatIsJudgedDoesNotChangeMeanwhile(t *testing.T) {
	failed := &model.SpanFacts{Status: model.StatusError}
	span := &pending.Span{Facts: failed}
	judged := copied([]*pending.Span{span})
	span.Facts, span.LimitsVersion = &model.SpanFacts{Status: model.StatusOK}, 7
	assert.Same(t, failed, judged[0].Facts)
	assert.Zero(t, judged[0].LimitsVersion)
}
