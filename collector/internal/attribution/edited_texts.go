package attribution

// windowBytes: an item is edited when so many consecutive bytes of its rest stand in what is left.
const windowBytes = 2 * blockBytes

type window [windowBytes]byte

// restOfText is what of a text (its trimmed bytes) is not kept.
type restOfText struct {
	text int
	bounds
}

// sharedOwner marks a window that several items hold.
const sharedOwner = -1

// findEditedTexts gives the items of which 32 consecutive bytes stand outside all claimed stretches,
// bytes that no other item of the log holds: edited (spec §4 "Parts"). readings: with the stretches of
// all segments already taken out.
//
// How it works: of the two sides, rests of items and what is left of the segments, the smaller one goes
// into a table of windows and the other is walked. The windows that stand go into a second table, and
// all items are walked for those that others hold. Each walk hashes a byte once.
func findEditedTexts(texts []*logText, rests []restOfText, readings []leftReading) map[int]bool {
	edited := map[int]bool{}
	ofRests, ofReadings := 0, 0
	for _, rest := range rests {
		ofRests += windowsOf(rest.bounds)
	}
	for _, one := range readings {
		for _, part := range one.parts {
			ofReadings += windowsOf(part)
		}
	}
	if ofRests == 0 || ofReadings == 0 {
		return edited
	}
	standing := newWindowTable(0)
	own := func(key window, text int) {
		number, isNew := standing.add(key)
		if isNew {
			standing.owners = append(standing.owners, text)
		} else if standing.owners[number] != text {
			standing.owners[number] = sharedOwner
		}
	}
	if ofRests <= ofReadings {
		walkReadings(texts, rests, readings, ofRests, own)
	} else {
		walkRests(texts, rests, readings, ofReadings, own)
	}
	if len(standing.numbers) == 0 {
		return edited
	}
	for text, one := range texts {
		standing.scan(one.raw, bounds{0, len(one.raw)}, func(number int32, _ window) {
			if standing.owners[number] != text {
				standing.owners[number] = sharedOwner
			}
		})
	}
	for _, owner := range standing.owners {
		if owner != sharedOwner {
			edited[owner] = true
		}
	}
	return edited
}

func windowsOf(part bounds) int { return max(0, part.to-part.from-windowBytes+1) }

func walkReadings(texts []*logText, rests []restOfText, readings []leftReading, windows int, own func(window, int)) {
	table := newWindowTable(windows)
	var holders [][]int
	for _, rest := range rests {
		for at := rest.from; at+windowBytes <= rest.to; at++ {
			number, isNew := table.add(windowAt(texts[rest.text].core, at))
			if isNew {
				holders = append(holders, nil)
			}
			held := holders[number]
			if len(held) == 0 || held[len(held)-1] != rest.text {
				holders[number] = append(held, rest.text)
			}
		}
	}
	for _, one := range readings {
		for _, part := range one.parts {
			table.scan(one.reading.text, part, func(number int32, key window) {
				for _, text := range holders[number] {
					own(key, text)
				}
				holders[number] = nil
			})
		}
	}
}

func walkRests(texts []*logText, rests []restOfText, readings []leftReading, windows int, own func(window, int)) {
	table := newWindowTable(windows)
	for _, one := range readings {
		for _, part := range one.parts {
			for at := part.from; at+windowBytes <= part.to; at++ {
				table.add(windowAt(one.reading.text, at))
			}
		}
	}
	for _, rest := range rests {
		table.scan(texts[rest.text].core, rest.bounds, func(_ int32, key window) { own(key, rest.text) })
	}
}

// windowTable holds distinct windows of 32 bytes, to find where they stand in other bytes.
type windowTable struct {
	// One bit per prefix of the hash of the first 8 bytes.
	filter  [1 << (filterBits - 6)]uint64
	numbers map[window]int32
	owners  []int
}

func newWindowTable(capacity int) *windowTable {
	return &windowTable{numbers: make(map[window]int32, capacity)}
}

func windowAt(text string, at int) (key window) {
	copy(key[:], text[at:at+windowBytes])
	return key
}

// add gives the number of a window, counted from 0: equal ones share it.
func (t *windowTable) add(key window) (number int32, isNew bool) {
	if number, isThere := t.numbers[key]; isThere {
		return number, false
	}
	bit := filterBit(string(key[:8]), 0)
	t.filter[bit>>6] |= 1 << (bit & 63)
	number = int32(len(t.numbers))
	t.numbers[key] = number
	return number, true
}

// scan calls visit with each window that stands in the part.
func (t *windowTable) scan(text string, part bounds, visit func(number int32, key window)) {
	for at := part.from; at+windowBytes <= part.to; at++ {
		bit := filterBit(text, at)
		if t.filter[bit>>6]>>(bit&63)&1 == 0 {
			continue
		}
		key := windowAt(text, at)
		if number, isThere := t.numbers[key]; isThere {
			visit(number, key)
		}
	}
}
