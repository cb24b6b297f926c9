package attribution

import (
	"slices"

	"github.com/ragspan/ragspan/collector/internal/model"
)

// callRecords say which assembly record belongs to which call (spec §3 "Assembly record"): the one whose
// context hash is the call's, else the first contributing call begun after the assembly.
type callRecords struct {
	byCall map[*model.RunCall]*model.AssemblyRecord
	// loose are records of no contributing call: all there is of the sent context when no call is logged.
	loose []*model.AssemblyRecord
}

func assignRecords(assemblies []*model.SpanFacts, calls []*model.RunCall) *callRecords {
	records := &callRecords{byCall: map[*model.RunCall]*model.AssemblyRecord{}}
	// Later assemblies first, so that of two before one call the nearer is its own.
	for _, span := range slices.Backward(assemblies) {
		record := span.Assembly
		if record == nil {
			continue
		}
		var ofHash, ofTime *model.RunCall
		for _, call := range calls {
			if records.byCall[call] != nil {
				continue
			}
			if ofHash == nil && record.ContextSHA256 != "" && call.Model.ContextSHA256 == record.ContextSHA256 {
				ofHash = call
			}
			if ofTime == nil && beginsAfterAssembly(call, span) {
				ofTime = call
			}
		}
		switch {
		case ofHash != nil:
			records.byCall[ofHash] = record
		case ofTime != nil:
			records.byCall[ofTime] = record
		default:
			records.loose = slices.Insert(records.loose, 0, record)
		}
	}
	return records
}

func beginsAfterAssembly(call *model.RunCall, assembly *model.SpanFacts) bool {
	if call.Span.Resource.Key != assembly.Resource.Key {
		return true
	}
	return assembly.EndTimeUnixNano != 0 && call.Span.StartTimeUnixNano >= assembly.EndTimeUnixNano
}

// all are the records of calls, in the order of the calls given, then the loose ones.
func (r *callRecords) all(calls []*model.RunCall) []*model.AssemblyRecord {
	var all []*model.AssemblyRecord
	for _, call := range calls {
		if record := r.byCall[call]; record != nil {
			all = append(all, record)
		}
	}
	return append(all, r.loose...)
}
