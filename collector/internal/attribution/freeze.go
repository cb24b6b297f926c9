package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// frozenRun is the three artifacts of a run: everything its verdict reads that does not depend on a
// case.
type frozenRun struct {
	run      *model.Run
	question *question
	calls    *runCalls
	records  *callRecords
	log      *runLog
	scans    *runScans
	// output is nil when none was logged.
	output     *readOutput
	outputText *outputText
	refusals   refusalSigns
	// service is nil when the case file names none.
	service *model.Service
	options *model.JudgingOptions
}

func freeze(run *model.Run, book *model.CaseBook, options *model.JudgingOptions) *frozenRun {
	frozen := &frozenRun{run: run, question: questionOf(run), service: serviceOf(run, book), options: options}
	frozen.calls = chooseCalls(run, frozen.question.asSegment.Or(""))
	frozen.records = assignRecords(run.Assemblies, frozen.calls.contributing)
	acceptForms := options.AcceptForms
	logged := &logOptions{optionTopK: options.TopK, standsWhole: wholeItems(run, frozen.calls, frozen.records)}
	if frozen.service != nil {
		acceptForms = slices.Concat(options.AcceptForms, frozen.service.AcceptForms)
		logged.serviceTopK = frozen.service.TopK
	}
	frozen.log = buildRunLog(run, logged)
	frozen.scans = scanSent(frozen.calls, frozen.records, frozen.log, acceptForms, options)
	if frozen.calls.answering != nil {
		frozen.output = readOutputOf(frozen.calls.answering)
	}
	if frozen.output != nil {
		frozen.outputText = newOutputText(frozen.output.text)
	}
	frozen.refusals = refusalSignsOf(frozen.calls.answering, frozen.service, options)
	return frozen
}
