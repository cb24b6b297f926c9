package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// logGroup is the items of a log that are judged together: equal texts share a fate (spec §4), whether
// they are known by text or by digest. Items without either are judged apart.
type logGroup struct {
	recorded
	item *model.RetrievedItem
	// text is the number of its text; −1: known by digest, or not at all.
	text int
}

type groupedLog struct {
	// In rank order.
	groups []*logGroup
	// Per item its group; −1 for one that is empty after trimming, which is not counted.
	groupOf []int
	// Distinct, those handed on first.
	texts []*logText
	// Of all items, handed on or not.
	digests *digestSet
	// A text the log has for a digest.
	textFor map[string]string
	// readDigests are those of items whose text is at hand, made when first asked for.
	readDigests *digestSet
}

// read gives the digests of items whose text is at hand.
func (l *groupedLog) read() *digestSet {
	if l.readDigests == nil {
		l.readDigests = &digestSet{map[string]struct{}{}}
		for digest := range l.textFor {
			l.readDigests.digests[digest] = struct{}{}
		}
	}
	return l.readDigests
}

const noText = -1

func groupLog(items, otherItems []*model.RetrievedItem, hash model.TextHash) *groupedLog {
	log := &groupedLog{digests: &digestSet{map[string]struct{}{}}, textFor: map[string]string{}, groupOf: make([]int, len(items))}
	for _, all := range [][]*model.RetrievedItem{items, otherItems} {
		for _, item := range all {
			if item.Digest == "" {
				continue
			}
			log.digests.digests[item.Digest] = struct{}{}
			if text, hasText := item.Text.Get(); hasText && !item.Lossy {
				log.textFor[item.Digest] = text
			}
		}
	}
	numbers := map[string]int{}
	addText := func(raw, core string, isHandedOn bool) int {
		number, isKnown := numbers[core]
		if !isKnown {
			number = len(log.texts)
			numbers[core] = number
			log.texts = append(log.texts, &logText{raw: raw, core: core, isHandedOn: isHandedOn})
		}
		return number
	}
	byText := map[int]int{}
	byDigest := map[string]int{}
	emptyDigest := ""
	for at, item := range items {
		text, hasText := item.Text.Get()
		if !hasText && item.Digest != "" {
			text, hasText = log.textFor[item.Digest]
		}
		number := noText
		if hasText {
			core := TrimWhiteSpace(text)
			if core == "" {
				log.groupOf[at] = -1
				continue
			}
			number = addText(text, core, true)
		} else {
			if emptyDigest == "" {
				emptyDigest = hash.Digest("")
			}
			if length, isSet := item.Length.Get(); (isSet && length == 0) || item.Digest == emptyDigest {
				log.groupOf[at] = -1
				continue
			}
		}
		group := len(log.groups)
		switch {
		case number != noText:
			if known, isKnown := byText[number]; isKnown {
				log.groupOf[at] = known
				continue
			}
			byText[number] = group
		case item.Digest != "":
			if known, isKnown := byDigest[item.Digest]; isKnown {
				log.groupOf[at] = known
				continue
			}
			byDigest[item.Digest] = group
		}
		log.groupOf[at] = group
		length := item.Length
		if !length.IsSet() && number != noText {
			length = model.Some(int64(len(log.texts[number].raw)))
		}
		log.groups = append(log.groups, &logGroup{
			recorded: recorded{digest: item.Digest, length: length, invalid: item.Invalid, lossy: item.Lossy},
			item:     item, text: number,
		})
	}
	for _, item := range otherItems {
		if text, hasText := item.Text.Get(); hasText {
			if core := TrimWhiteSpace(text); core != "" {
				addText(text, core, false)
			}
		}
	}
	return log
}
