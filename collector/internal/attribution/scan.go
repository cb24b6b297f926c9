package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// Knowledge is what R or S say of a need.
type Knowledge string

// Values of R and S.
const (
	knownIn  Knowledge = "in"
	knownOut Knowledge = "out"
	notKnown Knowledge = "unknown"
)

// scanCall is a contributing call with what it was sent.
type scanCall struct {
	call    *model.ModelCall
	context *SentContext
	// record is nil when the call has none.
	record *indexedRecord
}

type scanInput struct {
	// Contributing calls in order.
	calls []scanCall
	// items handed on, in rank order; duplicates included.
	items []*model.RetrievedItem
	// otherItems are candidates not handed on.
	otherItems   []*model.RetrievedItem
	acceptForms  []model.Form
	maxScanBytes int64
	hash         model.TextHash
}

// sentFinding is S of something that is looked for, and its place.
type sentFinding struct {
	state Knowledge
	// reason of what is not known.
	reason model.Reason
	// call is the index of the first one that holds it.
	call           model.Optional[int]
	offset         model.Optional[int64]
	message        model.Optional[int64]
	part           model.Optional[int64]
	form           model.Form
	keptBytes      model.Optional[int64]
	plannedAt      model.Optional[int64]
	cut            *model.Cut
	offsetMismatch bool
	selfReport     bool
	split          bool
}

type itemFate struct {
	sentFinding
	fate model.Fate
}

// blankFate is of an item that is empty after trimming: nothing of it can be lost.
var blankFate = itemFate{sentFinding: sentFinding{state: knownIn}, fate: model.FateSent}

// runScan tells what became of a log's items, and of needs, in the contributing calls of a run (spec
// §4): the one entrance to the byte work. Lazy: a run whose chunks all stand costs little more than
// comparing them, and nothing is searched that nobody asks for.
type runScan struct {
	input      *scanInput
	log        *groupedLog
	segments   *runSegments
	standings  *itemStandings
	needs      *needSearch
	standingOf []*standing
	groupFates []groupFate
	itemFates  []itemFate
}

func newRunScan(input *scanInput) *runScan {
	log := groupLog(input.items, input.otherItems, input.hash)
	segments := newRunSegments(input.calls)
	question := ""
	for at := range input.calls {
		if question = input.calls[at].context.question; question != "" {
			break
		}
	}
	texts := newTextScan(segments.distinct, log.texts, question)
	standings := &itemStandings{input: input, log: log, segments: segments, scan: texts}
	return &runScan{
		input: input, log: log, segments: segments, standings: standings,
		needs:      &needSearch{input: input, log: log, segments: segments, texts: texts, standings: standings},
		standingOf: make([]*standing, len(log.groups)),
	}
}

// fates are one per item handed on, without its place (ofItem tells it). Beyond maxScanBytes all are
// unknown.
func (s *runScan) fates() []itemFate {
	if s.itemFates != nil {
		return s.itemFates
	}
	s.itemFates = make([]itemFate, len(s.log.groupOf))
	exceeds := s.exceedsMaxScan()
	for at, number := range s.log.groupOf {
		switch {
		case number < 0:
			s.itemFates[at] = blankFate
		case exceeds:
			s.itemFates[at] = itemFate{sentFinding: sentFinding{state: notKnown}, fate: model.FateUnknown}
		default:
			s.itemFates[at] = describe(s.log.groups[number], s.standing(number), s.groupFate(number))
		}
	}
	return s.itemFates
}

// ofItem is the fate of one item as the need's item: judged whatever maxScanBytes says.
func (s *runScan) ofItem(index int) itemFate {
	number := s.log.groupOf[index]
	if number < 0 {
		return blankFate
	}
	group, stands := s.log.groups[number], s.standing(number)
	found := describe(group, stands, s.groupFate(number))
	if stands.state == knownIn {
		at := s.needs.placeOf(group, stands)
		found.call, found.offset, found.message, found.part = at.call, at.offset, at.message, at.part
		if at.form != "" {
			found.form = at.form
		}
		if at.keptBytes.IsSet() {
			found.keptBytes = at.keptBytes
		}
	}
	found.plannedAt = plannedPlace(s.input.calls, group.digest)
	found.offsetMismatch = stands.state != notKnown && offsetMisses(s.input.calls, group, stands, found.offset)
	found.selfReport = stands.state == knownOut && s.needs.isSelfReport(group)
	return found
}

// ofLine is S of a line; itemIndex is the need's item when the line is in the log, −1 when it is not.
func (s *runScan) ofLine(line string, itemIndex int) sentFinding {
	number := -1
	var group *logGroup
	if itemIndex >= 0 {
		if number = s.log.groupOf[itemIndex]; number >= 0 {
			group = s.log.groups[number]
		}
	}
	finding := s.needs.findLine(line, group)
	if group == nil || finding.state != knownOut {
		return finding
	}
	fate := s.groupFate(number)
	// What ends where a value limit may have cut says nothing of what came after.
	if fate.reason != "" {
		return sentFinding{state: notKnown, reason: fate.reason}
	}
	if fate.cut != nil {
		finding.cut = fate.cut
	}
	finding.split = finding.split || s.standing(number).isSplit
	return finding
}

// ofText is S of the text of a candidate that was not handed on.
func (s *runScan) ofText(text string) sentFinding { return s.needs.findText(text) }

// ofDigest is S of a needed digest whose text may be nowhere; of no digest at all when it is empty.
func (s *runScan) ofDigest(digest string) sentFinding { return s.needs.findDigest(digest) }

func (s *runScan) standing(number int) *standing {
	if s.standingOf[number] == nil {
		s.standingOf[number] = s.standings.of(s.log.groups[number])
	}
	return s.standingOf[number]
}

func (s *runScan) groupFate(number int) groupFate {
	if s.groupFates == nil {
		items := make([]rankedItem, len(s.log.groups))
		for group := range items {
			items[group] = rankedItem{s.standing(group), s.log.groups[group].digest}
		}
		records := make([]*indexedRecord, len(s.input.calls))
		for call := range records {
			records[call] = s.input.calls[call].record
		}
		s.groupFates = assignFates(items, records, s.standings)
	}
	return s.groupFates[number]
}

// exceedsMaxScan counts contexts and log together.
func (s *runScan) exceedsMaxScan() bool {
	size := int64(0)
	for _, one := range s.segments.distinct {
		size += int64(len(one.text))
	}
	for _, one := range s.log.texts {
		size += int64(len(one.raw))
	}
	return size > s.input.maxScanBytes
}

// describe is all of an item's fate but its place.
func describe(group *logGroup, stands *standing, fate groupFate) itemFate {
	found := itemFate{
		sentFinding: sentFinding{state: stands.state, reason: stands.reason, form: stands.form, cut: fate.cut, split: stands.isSplit},
		fate:        fate.fate,
	}
	if fate.reason != "" && stands.state == knownOut {
		found.state, found.reason = notKnown, fate.reason
	}
	switch {
	case stands.state == knownIn:
		found.keptBytes = group.length
	case stands.shows != showsAltered && stands.shows != showsUnknown:
		found.keptBytes = model.Some(mostKeptBytes(stands.parts))
	}
	return found
}
