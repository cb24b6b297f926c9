package ragspanconnector

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
)

var weights = map[string]float64{"": 1, "ot=th:8": 2, "ot=th:c": 4, "ot=th:e": 8}

// someRuns of several services and verdicts, each with its weight; and what they sum up to.
func someRuns(random *rand.Rand, count int) (spans []func(ptrace.Traces), sum float64) {
	for at := range count {
		states := []string{"", "ot=th:8", "ot=th:c", "ot=th:e"}
		state := states[random.IntN(len(states))]
		verdict := metricvalues.VerdictNames[random.IntN(len(metricvalues.VerdictNames))]
		run := &model.RunVerdict{Verdict: verdict, Case: []string{"", "a", "b"}[random.IntN(3)], Loss: model.LossNone}
		if reasons := metricvalues.ReasonsOf(verdict); len(reasons) > 0 {
			run.Reason = reasons[random.IntN(len(reasons))]
		}
		service := []string{"a", "b", "c"}[random.IntN(3)]
		sum += weights[state]
		spans = append(spans, func(traces ptrace.Traces) {
			ofResource := traces.ResourceSpans().AppendEmpty()
			ofResource.Resource().Attributes().PutStr("service.name", service)
			span := ofResource.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
			span.SetTraceID(pcommon.TraceID{9, byte(at), byte(at >> 8)})
			span.SetSpanID(pcommon.SpanID{8, byte(at)})
			span.TraceState().FromRaw(state)
			attach(span, run)
		})
	}
	return spans, sum
}

func TestTheSumIsThatOfTheRunsHoweverTheyAreBatched(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 1))
		spans, sum := someRuns(random, 200)
		r := newRig(t, nil)
		random.Shuffle(len(spans), func(a, b int) { spans[a], spans[b] = spans[b], spans[a] })
		earlier := map[string]float64{}
		for at := 0; at < len(spans); {
			traces := ptrace.NewTraces()
			for range 1 + random.IntN(20) {
				if at < len(spans) {
					spans[at](traces)
					at++
				}
			}
			for range 1 + random.IntN(2) {
				r.consume(traces)
			}
			if random.IntN(3) == 0 {
				points := r.flush()
				for key, value := range earlier {
					require.GreaterOrEqual(t, points[key], value, "%s went down", key)
				}
				earlier = points
			}
		}
		require.NoError(t, r.c.Shutdown(context.Background()))
		last := r.last()
		for _, metric := range []string{"verdicts", "runs"} {
			counted := 0.0
			for _, service := range []string{"a", "b", "c"} {
				counted += total(last, service+" ragspan."+metric)
			}
			assert.Equal(t, sum, counted, "seed %d, ragspan.%s", seed, metric)
		}
	}
}

func TestManyAtOnceAreAllCounted(t *testing.T) {
	spans, sum := someRuns(rand.New(rand.NewPCG(7, 7)), 400)
	r := newRig(t, nil)
	require.NoError(t, r.c.Start(context.Background(), componenttest.NewNopHost()))
	var senders sync.WaitGroup
	for sender := range 4 {
		senders.Go(func() {
			for at := sender; at < len(spans); at += 4 {
				traces := ptrace.NewTraces()
				spans[at](traces)
				assert.NoError(t, r.c.ConsumeTraces(context.Background(), traces))
			}
		})
	}
	for range 5 {
		r.clock.fires <- r.clock.now()
	}
	senders.Wait()
	require.NoError(t, r.c.Shutdown(context.Background()))
	last := r.last()
	assert.Equal(t, sum, total(last, "a ragspan.verdicts")+total(last, "b ragspan.verdicts")+total(last, "c ragspan.verdicts"))
}
