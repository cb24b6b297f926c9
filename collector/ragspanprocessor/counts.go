package ragspanprocessor

import (
	"context"
	"errors"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/ragspan/ragspan/collector/internal/emit"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
	"github.com/ragspan/ragspan/collector/ragspanprocessor/internal/metadata"
)

const (
	mostServices = 1000
	mostCases    = 200
	mostOptedIn  = 50
	// Of an opted-in value.
	mostValueBytes = 256

	attributeService = "ragspan.service.name"
)

// Reasons of ragspan.dropped.
const (
	droppedLate    = "late"
	droppedFault   = "fault"
	droppedRefused = "refused"
	droppedEvicted = "evicted"
	droppedJournal = "journal"
)

// counts are the metrics of spec §10, as the Collector's own.
type counts struct {
	telemetry *metadata.TelemetryBuilder
	verdicts  series
	runs      series
	chunks    series
	findings  series
	spans     series
	services  *cappedValues
	cases     *cappedValues
	optedIn   map[string]*cappedValues
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
	made := &counts{
		telemetry: telemetry, services: newCappedValues(mostServices), cases: newCappedValues(mostCases),
		optedIn: map[string]*cappedValues{},
	}
	for _, name := range metricAttributeNames {
		made.optedIn[name] = newCappedValues(mostOptedIn)
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
		shown, _ := c.optedIn[name].of(value[:min(len(value), mostValueBytes)])
		extra = append(extra, attribute.String(name, shown))
	}
	labels := append([]attribute.KeyValue{attribute.String(semconv.VerdictVerdict, string(run.verdict)), origin, service}, extra...)
	if run.reason != "" {
		labels = append(labels, attribute.String(semconv.VerdictReason, string(run.reason)))
	}
	if run.caseID != "" {
		shown, _ := c.cases.of(run.caseID)
		labels = append(labels, attribute.String(semconv.VerdictCaseID, shown))
	}
	c.verdicts.add(run.weight, labels...)

	labels = append([]attribute.KeyValue{origin, service}, extra...)
	if run.loss != "" {
		labels = append(labels, attribute.String(semconv.VerdictLoss, string(run.loss)))
	}
	if run.outcome != "" {
		labels = append(labels, attribute.String(semconv.VerdictOutcome, string(run.outcome)))
	}
	c.runs.add(run.weight, labels...)
	for fate, count := range run.fates {
		if count > 0 {
			c.chunks.add(float64(count)*run.weight, attribute.String(semconv.AttributeFate, string(fate)), service)
		}
	}
	for finding, count := range run.audit {
		if count > 0 {
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
	shown, isNew := c.services.of(name)
	if !isNew {
		return shown
	}
	service := attribute.String(attributeService, shown)
	origin := attribute.String(semconv.VerdictOrigin, emit.OriginCollector)
	verdict := func(name model.VerdictName, reasons ...model.Reason) {
		for _, reason := range reasons {
			labels := []attribute.KeyValue{attribute.String(semconv.VerdictVerdict, string(name)), origin, service}
			if reason != "" {
				labels = append(labels, attribute.String(semconv.VerdictReason, string(reason)))
			}
			c.verdicts.add(0, labels...)
		}
	}
	verdict(model.VerdictH1, model.H1Reasons...)
	verdict(model.VerdictH2, model.H2Reasons...)
	verdict(model.VerdictH3, model.H3Reasons...)
	verdict(model.VerdictH3a, model.H3Reasons...)
	verdict(model.VerdictH3b, model.ReasonContradiction)
	verdict(model.VerdictHold, "")
	verdict(model.VerdictUndeclared, "")
	verdict(model.VerdictUnknown, model.UnknownReasons...)
	for _, loss := range model.Losses {
		for _, outcome := range []model.Outcome{model.OutcomeAnswered, model.OutcomeAbstained, model.OutcomeAnsweredEmpty} {
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
