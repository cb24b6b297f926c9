package ragspanprocessor

import (
	"fmt"

	"github.com/ragspan/ragspan/collector/internal/joining"
	"github.com/ragspan/ragspan/collector/internal/model"
	"github.com/ragspan/ragspan/collector/internal/semconv"
)

func (p *tracesProcessor) counted(one joining.JudgedRun, seconds float64) *countedRun {
	verdict := one.Verdict
	counted := &countedRun{
		service: runService(one.Run), verdict: verdict.Verdict, reason: verdict.Reason, caseID: verdict.Case,
		loss: verdict.Loss, outcome: verdict.Outcome, audit: verdict.Audit, weight: one.Run.AdjustedCount,
		contextBytes: one.ContextBytes, joinSeconds: seconds, extra: p.extraOf(one.Run, verdict),
	}
	if verdict.Chunks != nil {
		counted.fates = verdict.Chunks.ByFate
	}
	return counted
}

// runService is the application that answered: of the run's root, else of its first span.
func runService(run *model.Run) string {
	if run.Root != nil {
		if name := serviceOf(run.Root.Resource); name != "" {
			return name
		}
	}
	for _, member := range run.Members {
		if name := serviceOf(member.Resource); name != "" {
			return name
		}
	}
	return ""
}

// extraOf gives the attributes that metric_attributes opts in to, as far as the run has them.
func (p *tracesProcessor) extraOf(run *model.Run, verdict *model.RunVerdict) map[string]string {
	extra := map[string]string{}
	for _, name := range p.config.MetricAttributes {
		if value := extraValue(run, verdict, name); value != "" {
			extra[name] = value
		}
	}
	return extra
}

func extraValue(run *model.Run, verdict *model.RunVerdict, name string) string {
	switch name {
	case semconv.GenAIRequestModel:
		return requestModel(run, verdict)
	case semconv.RagspanAssemblyTemplateVersion:
		for _, span := range run.Assemblies {
			if span.Assembly != nil && span.Assembly.TemplateVersion != "" {
				return span.Assembly.TemplateVersion
			}
		}
	case semconv.GenAIDataSourceID:
		for _, one := range run.Retrievals {
			if one.List.Source != "" {
				return one.List.Source
			}
		}
	default:
		return attributeText(run, name)
	}
	return ""
}

func requestModel(run *model.Run, verdict *model.RunVerdict) string {
	for _, call := range run.Calls {
		if verdict != nil && call.Span.SpanID == verdict.AnsweredBy {
			return call.Model.Model
		}
	}
	if len(run.Calls) == 0 {
		return ""
	}
	return run.Calls[len(run.Calls)-1].Model.Model
}

func attributeText(run *model.Run, name string) string {
	bearers := run.Members
	if run.Root != nil {
		bearers = append([]*model.SpanFacts{run.Root}, bearers...)
	}
	for _, span := range bearers {
		if span.Attributes == nil {
			continue
		}
		switch value := span.Attributes.Get(name).(type) {
		case string:
			return value
		case float64, bool, model.Integer:
			return fmt.Sprint(value)
		}
	}
	return ""
}
