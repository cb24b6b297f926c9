package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// addSideNumbers adds what every run gets, with or without a case (spec §7): losses, fates, audit,
// hashes.
func addSideNumbers(verdict *model.RunVerdict, frozen *frozenRun) {
	log, fates := frozen.log, frozen.scans.all.fates()
	var expected []model.Loss
	if frozen.service != nil {
		expected = frozen.service.ExpectedLoss
	}
	verdict.Loss = lossOf(log, fates, frozen.scans.isEngineCut, expected)
	verdict.Chunks = countChunks(log, fates)
	verdict.Audit = auditInstructions(frozen, auditRun(frozen))
	hash := frozen.options.Hash
	if asked, isSet := frozen.question.text.Get(); isSet {
		verdict.SHA256.Input = hash.SHA256(asked)
	}
	verdict.SHA256.Context = contextSHA256(frozen)
	verdict.SHA256.Output = outputSHA256(frozen)
	verdict.SHA256.Config = configSHA256(pinSourcesOf(frozen), hash)
}

func pinSourcesOf(frozen *frozenRun) *pinSources {
	sources := &pinSources{}
	if answering := frozen.calls.answering; answering != nil {
		sources.call = answering.Model
		sources.record = frozen.records.byCall[answering]
	}
	if sources.record == nil {
		for _, span := range slices.Backward(frozen.run.Assemblies) {
			if span.Assembly != nil {
				sources.record = span.Assembly
				break
			}
		}
	}
	if len(frozen.log.snapshots) > 0 {
		sources.snapshot = frozen.log.snapshots[0]
	}
	if frozen.log.topKSource == model.TopKRequested {
		sources.requestedTopK = frozen.log.topK
	}
	return sources
}

func outputSHA256(frozen *frozenRun) string {
	answering, read := frozen.calls.answering, frozen.output
	if answering != nil && answering.Model.Output != nil && answering.Model.Output.SHA256 != "" {
		return answering.Model.Output.SHA256
	}
	if read == nil || read.lossy || model.IsInvalidText(read.text) {
		return ""
	}
	return frozen.options.Hash.SHA256(read.text)
}

func contextSHA256(frozen *frozenRun) string {
	answering := frozen.calls.answering
	if answering == nil {
		return ""
	}
	call := answering.Model
	if call.ContextSHA256 != "" {
		return call.ContextSHA256
	}
	if call.Messages == nil || call.ContextLossy || call.ContextInvalid {
		return ""
	}
	context := frozen.calls.contextOf(answering)
	// A hash over bytes that telemetry may have changed is nobody's.
	if slices.ContainsFunc(context.segments, func(one *segment) bool { return one.lossy }) {
		return ""
	}
	return frozen.options.Hash.SHA256(context.joined())
}

// contextBytesOf is UTF-8 bytes of the answering call's sent context, when its text or length is logged.
func contextBytesOf(frozen *frozenRun) model.Optional[int64] {
	answering := frozen.calls.answering
	if answering == nil {
		return model.Optional[int64]{}
	}
	if answering.Model.Messages == nil {
		return answering.Model.ContextBytes
	}
	return model.Some(int64(frozen.calls.contextOf(answering).byteLength))
}
