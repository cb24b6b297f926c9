package ragspanconnector

import (
	"strings"
	"time"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

// runID is a run as it is counted once: the span that bears its verdict, and which of the verdicts there.
type runID struct {
	spanID
	ordinal int
}

// modelCall is what is remembered of one until the verdict names it, or of a verdict until its call comes.
type modelCall struct {
	contextBytes model.Optional[int64]
	model        string
	wantedBy     *application
}

// counter counts what was read. Not for concurrent use.
type counter struct {
	config *Config
	ledger *ledger
	// What was counted: a batch that is delivered again counts nothing.
	countedRuns  *recent[runID, struct{}]
	countedSpans *recent[spanID, struct{}]
	calls        *recent[spanID, modelCall]
	// Opted-in values by trace, the first seen of each.
	offered *recent[[16]byte, map[string]string]
	skipped func(reason string)
}

func newCounter(config *Config, skipped func(reason string)) *counter {
	return &counter{
		config: config, ledger: newLedger(config), skipped: skipped,
		countedRuns:  newRecent[runID, struct{}](config.CountedCacheSize),
		countedSpans: newRecent[spanID, struct{}](config.CountedCacheSize),
		calls:        newRecent[spanID, modelCall](config.CountedCacheSize),
		offered:      newRecent[[16]byte, map[string]string](config.CountedCacheSize),
	}
}

// count takes the parts of all runs first: a verdict may speak of a call in the same batch.
func (c *counter) count(batch []seenResource, now time.Time) {
	for at := range batch {
		of := &batch[at]
		application := c.ledger.of(of.kept, now)
		for span := range of.spans {
			c.part(application, &of.spans[span], now)
		}
	}
	for at := range batch {
		of := &batch[at]
		for span := range of.spans {
			if len(of.spans[span].verdicts) > 0 {
				c.verdicts(c.ledger.of(of.kept, now), &of.spans[span], now)
			}
		}
	}
}

func (c *counter) part(application *application, span *seenSpan, now time.Time) {
	c.offer(span)
	if span.kind == "" || !isNew(c.countedSpans, span.id) {
		return
	}
	c.grow(application.spans, span.weight, []label{
		{semconv.AttributeKind, span.kind}, {semconv.AttributeDialect, span.dialect},
	}, span.id, now)
	if span.kind != kindModel {
		return
	}
	call, _ := c.calls.get(span.id)
	if size, isKnown := span.contextBytes.Get(); isKnown && call.wantedBy != nil {
		c.size(call.wantedBy, size, span.id, now)
	}
	c.calls.put(span.id, modelCall{contextBytes: span.contextBytes, model: strings.Clone(span.offered[semconv.GenAIRequestModel])})
}

// offer remembers what the parts of a trace say of the attributes that are opted in to.
func (c *counter) offer(span *seenSpan) {
	if len(span.offered) == 0 {
		return
	}
	known, _ := c.offered.get(span.id.trace)
	if known == nil {
		known = map[string]string{}
	}
	for name, value := range span.offered {
		if _, isKnown := known[name]; !isKnown {
			known[name] = strings.Clone(value)
		}
	}
	c.offered.put(span.id.trace, known)
}

func (c *counter) verdicts(application *application, span *seenSpan, now time.Time) {
	for ordinal := range span.verdicts {
		verdict := &span.verdicts[ordinal]
		switch {
		case verdict.Revision > 0:
			c.skipped(skippedRevision)
		case !isNew(c.countedRuns, runID{span.id, ordinal}):
			c.skipped(skippedRepeated)
		default:
			c.run(application, span, verdict, now)
		}
	}
}

func (c *counter) run(application *application, span *seenSpan, run *emit.Existing, now time.Time) {
	callID, hasCall := answeringCall(span.id, run)
	call, _ := c.calls.get(callID)
	optional := c.optionalLabels(application, span, run, call.model)
	c.grow(application.verdicts, span.weight, c.within(application.verdicts,
		verdictLabels(run.Verdict, metricvalues.Closed(run.Reason, metricvalues.ReasonsOf(run.Verdict))), optional), span.id, now)
	c.grow(application.runs, span.weight, c.within(application.runs,
		runLabels(metricvalues.Closed(run.Loss, model.Losses), metricvalues.Closed(run.Outcome, metricvalues.Outcomes)), withoutCase(optional)), span.id, now)
	for _, fate := range model.Fates {
		c.several(application.chunks, semconv.AttributeFate, string(fate), run.Chunks[fate], span, now)
	}
	for _, finding := range model.Findings {
		c.several(application.findings, semconv.AttributeFinding, string(finding), run.Audit[finding], span, now)
	}
	if !hasCall {
		return
	}
	if size, isKnown := call.contextBytes.Get(); isKnown {
		c.size(application, size, callID, now)
	} else {
		call.wantedBy = application
		c.calls.put(callID, call)
	}
}

func (c *counter) several(of *family, name, value string, count int64, span *seenSpan, now time.Time) {
	if metricvalues.IsCount(count) {
		c.grow(of, float64(count)*span.weight, []label{{name, value}}, span.id, now)
	}
}

func (c *counter) grow(of *family, by float64, labels []label, from spanID, now time.Time) {
	series := of.add(by, labels, now)
	series.exemplars.add(exemplar{from.trace, from.span, by, now}, c.mostExemplars())
}

func (c *counter) size(of *application, size int64, from spanID, now time.Time) {
	of.contextSize.record(size)
	of.contextSize.exemplars.add(exemplar{from.trace, from.span, float64(size), now}, c.mostExemplars())
}

func (c *counter) mostExemplars() int {
	if !c.config.Exemplars.Enabled {
		return 0
	}
	return c.config.Exemplars.MaxPerDataPoint
}
