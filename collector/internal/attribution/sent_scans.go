package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// runScans are the scans that the needs of a run are looked for in; the second and third are made only
// when asked for.
type runScans struct {
	// all contributing calls.
	all *runScan
	// isTruncated, per contributing call: its engine cut the prompt.
	isTruncated []bool
	// isEngineCut: some contributing call's engine did.
	isEngineCut bool
	// isUnlogged: no call and no record says what was sent.
	isUnlogged bool

	scan              func(calls []scanCall) *runScan
	contributing      []scanCall
	transformingCalls []scanCall
	untruncatedScan   *runScan
	transformingScan  *runScan
}

func scanSent(calls *runCalls, records *callRecords, log *runLog, acceptForms []model.Form, options *model.JudgingOptions) *runScans {
	indexed := map[*model.AssemblyRecord]*indexedRecord{}
	index := func(record *model.AssemblyRecord) *indexedRecord {
		if record != nil && indexed[record] == nil {
			indexed[record] = indexRecord(record)
		}
		return indexed[record]
	}
	withRecords := func(all []*model.RunCall) []scanCall {
		scanned := make([]scanCall, len(all))
		for at, call := range all {
			scanned[at] = scanCall{call.Model, calls.contextOf(call), index(records.byCall[call])}
		}
		return scanned
	}
	scans := &runScans{contributing: withRecords(calls.contributing), transformingCalls: withRecords(calls.transforming)}
	scans.scan = func(scanned []scanCall) *runScan {
		return newRunScan(&scanInput{
			calls: scanned, items: itemsOf(log.handedOn), otherItems: itemsOf(log.below, log.belowEarlier, log.rerankedOut),
			acceptForms: acceptForms, maxScanBytes: options.MaxScanBytes, hash: options.Hash,
		})
	}
	scanned := scans.contributing
	// Without any call that contributes, the assembly's own record is all there is of the context.
	if len(scanned) == 0 && len(records.loose) > 0 {
		call := &model.ModelCall{}
		scanned = []scanCall{{call, NewSentContext(call, ""), index(records.loose[len(records.loose)-1])}}
	}
	for at := range scans.contributing {
		scans.isTruncated = append(scans.isTruncated, isEngineTruncated(&scans.contributing[at]))
	}
	scans.isEngineCut = slices.Contains(scans.isTruncated, true)
	scans.isUnlogged = len(scanned) == 0
	scans.all = scans.scan(scanned)
	return scans
}

func itemsOf(lists ...[]*logItem) []*model.RetrievedItem {
	var items []*model.RetrievedItem
	for _, entry := range slices.Concat(lists...) {
		items = append(items, entry.item)
	}
	return items
}

// untruncated is of the contributing calls whose engine read what was sent; nil when that is all of them
// or none.
func (s *runScans) untruncated() *runScan {
	if s.untruncatedScan == nil && s.isEngineCut && slices.Contains(s.isTruncated, false) {
		var whole []scanCall
		for at, one := range s.contributing {
			if !s.isTruncated[at] {
				whole = append(whole, one)
			}
		}
		s.untruncatedScan = s.scan(whole)
	}
	return s.untruncatedScan
}

// transforming is of the calls whose short output a contributing call was given; nil when there is none.
func (s *runScans) transforming() *runScan {
	if s.transformingScan == nil && len(s.transformingCalls) > 0 {
		s.transformingScan = s.scan(s.transformingCalls)
	}
	return s.transformingScan
}
