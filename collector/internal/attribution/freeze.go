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

func freeze(found *model.Run, book *model.CaseBook, options *model.JudgingOptions) *frozenRun {
	frozen := &frozenRun{question: questionOf(found), service: serviceOf(found, book), options: options}
	frozen.calls = chooseCalls(found, frozen.question.asSegment.Or(""))
	frozen.records = assignRecords(found.Assemblies, frozen.calls.contributing)
	frozen.run = recoverTexts(found, frozen.calls, frozen.records, options.Hash)
	acceptForms := options.AcceptForms
	logged := &logOptions{optionTopK: options.TopK, anyStandsWhole: wholeItems(frozen.calls, frozen.records)}
	if frozen.service != nil {
		acceptForms = slices.Concat(options.AcceptForms, frozen.service.AcceptForms)
		logged.serviceTopK = frozen.service.TopK
	}
	frozen.log = buildRunLog(frozen.run, logged)
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
