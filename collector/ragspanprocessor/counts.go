package ragspanprocessor

import (
	"context"
	"errors"
	"slices"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/metricvalues"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

const (
	mostCases   = 200
	mostOptedIn = 50

	attributeService = "ragspan.service.name"
)

// Reasons of ragspan.dropped.
const (
	droppedLate    = "late"
	droppedFault   = "fault"
	droppedRefused = "refused"
	droppedEvicted = "evicted"
	droppedJournal = "journal"
	// As in the Node package: log records of a span that did not come in time.
	droppedLogRecord = "log_record"
)

// counts are the metrics of spec §10, as the Collector's own.
type counts struct {
	telemetry *metadata.TelemetryBuilder
	verdicts  series
	runs      series
	chunks    series
	findings  series
	spans     series
	services  *metricvalues.CappedValues
	cases     *metricvalues.CappedValues
	optedIn   map[string]*metricvalues.CappedValues
}

// countedRun is one run as it is counted.
type countedRun struct {
	service      string
	verdict      model.VerdictName
	reason       model.Reason
	caseID       string
	loss         model.Loss
	outcome      model.Outcome
	fates        map[model.Fate]int64
	audit        map[model.Finding]int64
	weight       float64
	contextBytes model.Optional[int64]
	joinSeconds  float64
	// Opted in by metric_attributes.
	extra map[string]string
}

func newCounts(settings component.TelemetrySettings, pending func() int64) (*counts, error) {
	telemetry, err := metadata.NewTelemetryBuilder(settings)
	if err != nil {
		return nil, err
	}
	services, optional := shareOut(seriesLimit())
	made := &counts{
		telemetry: telemetry, services: metricvalues.NewCappedValues(services), cases: metricvalues.NewCappedValues(mostCases),
		optedIn: map[string]*metricvalues.CappedValues{},
	}
	made.verdicts.mostOptional, made.runs.mostOptional = optional, optional
	for _, name := range metricAttributeNames {
		made.optedIn[name] = metricvalues.NewCappedValues(mostOptedIn)
	}
	observed := func(of *series) metric.Float64Callback {
		return func(_ context.Context, observer metric.Float64Observer) error {
			of.observe(func(value float64, labels metric.MeasurementOption) { observer.Observe(value, labels) })
			return nil
		}
	}
	return made, errors.Join(
		telemetry.RegisterVerdictsCallback(observed(&made.verdicts)),
		telemetry.RegisterRunsCallback(observed(&made.runs)),
		telemetry.RegisterChunksCallback(observed(&made.chunks)),
		telemetry.RegisterAuditFindingsCallback(observed(&made.findings)),
		telemetry.RegisterSpansCallback(observed(&made.spans)),
		telemetry.RegisterPendingCallback(func(_ context.Context, observer metric.Int64Observer) error {
			observer.Observe(pending())
			return nil
		}),
	)
}

func (c *counts) shutdown() { c.telemetry.Shutdown() }

func (c *counts) span(facts *model.SpanFacts) {
	kind := ""
	switch facts.Kind {
	case model.KindRetrieval, model.KindRerank:
		kind = "retrieval"
	case model.KindAssembly:
		kind = "assembly"
	case model.KindModel:
		kind = "model"
	case model.KindTool, model.KindEmbedding, model.KindOther:
		return
	}
	service := c.service(serviceOf(facts.Resource))
	c.spans.add(facts.AdjustedCount, attribute.String(semconv.AttributeKind, kind),
		attribute.String(semconv.AttributeDialect, string(facts.Dialect)), attribute.String(attributeService, service))
}

func (c *counts) run(run *countedRun) {
	service := attribute.String(attributeService, c.service(run.service))
	origin := attribute.String(semconv.VerdictOrigin, emit.OriginCollector)
	var extra []attribute.KeyValue
	for name, value := range run.extra {
		shown, _ := c.optedIn[name].Of(value)
		extra = append(extra, attribute.String(name, shown))
	}
	labels := []attribute.KeyValue{attribute.String(semconv.VerdictVerdict, string(run.verdict)), origin, service}
	if run.reason != "" {
		labels = append(labels, attribute.String(semconv.VerdictReason, metricvalues.Closed(run.reason, metricvalues.ReasonsOf(run.verdict))))
	}
	optional := extra
	if run.caseID != "" {
		shown, _ := c.cases.Of(run.caseID)
		optional = append(slices.Clip(extra), attribute.String(semconv.VerdictCaseID, shown))
	}
	c.verdicts.addWith(run.weight, labels, optional)

	labels = []attribute.KeyValue{origin, service}
	if run.loss != "" {
		labels = append(labels, attribute.String(semconv.VerdictLoss, metricvalues.Closed(run.loss, model.Losses)))
	}
	if run.outcome != "" {
		labels = append(labels, attribute.String(semconv.VerdictOutcome, metricvalues.Closed(run.outcome, metricvalues.Outcomes)))
	}
	c.runs.addWith(run.weight, labels, extra)
	for fate, count := range run.fates {
		if metricvalues.IsCount(count) {
			c.chunks.add(float64(count)*run.weight, attribute.String(semconv.AttributeFate, string(fate)), service)
		}
	}
	for finding, count := range run.audit {
		if metricvalues.IsCount(count) {
			c.findings.add(float64(count)*run.weight, attribute.String(semconv.AttributeFinding, string(finding)), service)
		}
	}
	ofService := metric.WithAttributes(service)
	if size, isKnown := run.contextBytes.Get(); isKnown {
		c.telemetry.ContextSize.Record(context.Background(), size, ofService)
	}
	c.telemetry.JoinDuration.Record(context.Background(), max(run.joinSeconds, 0), ofService)
}

func (c *counts) dropped(reason string, count int) {
	if count > 0 {
		c.telemetry.Dropped.Add(context.Background(), int64(count), metric.WithAttributes(attribute.String(semconv.VerdictReason, reason)))
	}
}

func (c *counts) verified(agrees bool) {
	c.telemetry.ExistingVerified.Add(context.Background(), 1, metric.WithAttributes(attribute.Bool("ragspan.agrees", agrees)))
}

// service gives the name that is shown; at its first sight the closed set of its series begins, at zero.
func (c *counts) service(name string) string {
	shown, isNew := c.services.Of(name)
	if !isNew {
		return shown
	}
	service := attribute.String(attributeService, shown)
	origin := attribute.String(semconv.VerdictOrigin, emit.OriginCollector)
	for _, verdict := range metricvalues.VerdictNames {
		labels := []attribute.KeyValue{attribute.String(semconv.VerdictVerdict, string(verdict)), origin, service}
		reasons := metricvalues.ReasonsOf(verdict)
		if len(reasons) == 0 {
			c.verdicts.add(0, labels...)
		}
		for _, reason := range reasons {
			c.verdicts.add(0, append(slices.Clip(labels), attribute.String(semconv.VerdictReason, string(reason)))...)
		}
	}
	for _, loss := range model.Losses {
		for _, outcome := range metricvalues.Outcomes {
			c.runs.add(0, origin, service, attribute.String(semconv.VerdictLoss, string(loss)),
				attribute.String(semconv.VerdictOutcome, string(outcome)))
		}
	}
	for _, fate := range model.Fates {
		c.chunks.add(0, attribute.String(semconv.AttributeFate, string(fate)), service)
	}
	for _, finding := range model.Findings {
		c.findings.add(0, attribute.String(semconv.AttributeFinding, string(finding)), service)
	}
	return shown
}

func serviceOf(resource *model.Resource) string {
	if resource == nil || resource.Attributes == nil {
		return ""
	}
	name, _ := resource.Attributes.Get("service.name").(string)
	return name
}
