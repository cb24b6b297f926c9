package attribution

// Which missing texts may have left a trace at all: those of which a 16-byte block stands in what whole
// texts left. Mostly none has, and the search for kept parts ends here.
//
// How it works: each text gives a block every 16 bytes, and its last 16 bytes. A kept prefix holds the
// first block, a kept suffix the last one, and any 32 bytes that stand hold one of the rest: so they lie
// close around a block that was met, in the text as in the segment.

// edgeHit is a place of a first (last) block in a reading.
type edgeHit struct {
	text int
	// at is where the block starts.
	at int
	// part of the reading it lies in.
	part bounds
}

type traces struct {
	// Texts whose first (last) block stands, in order of finding.
	prefixes []int
	suffixes []int
	// Per text of which any block stands: where any 32 bytes of it that stand must lie.
	ranges map[int][]bounds
	// Per reading the same: places of its bytes, in order, apart.
	regions [][]bounds
	// Per reading: some first or last block stands in it.
	holdsEdge []bool
	// Per reading, in order of place; nil when there are too many.
	prefixHits [][]edgeHit
	suffixHits [][]edgeHit
}

// bytesPerHit: bytes of texts and segments for one hit that is kept.
const bytesPerHit = 8

// edgeTexts begin (end) with a block.
type edgeTexts struct {
	first, last []int
}

func findTraces(texts []*logText, wanted []int, readings []leftReading) *traces {
	size, left := 0, 0
	for _, index := range wanted {
		if length := len(texts[index].core); length >= blockBytes {
			size += length
		}
	}
	for _, one := range readings {
		left += sizeOf(one.parts)
	}
	index := blockIndex{table: newBlockTable(size/blockBytes + 2*len(wanted))}
	for _, text := range wanted {
		if len(texts[text].core) >= blockBytes {
			index.addBlocks(texts[text].core, text)
		}
	}
	found := &traces{
		ranges: map[int][]bounds{}, regions: make([][]bounds, len(readings)), holdsEdge: make([]bool, len(readings)),
		prefixHits: make([][]edgeHit, len(readings)), suffixHits: make([][]edgeHit, len(readings)),
	}
	if size == 0 {
		return found
	}
	hitsLeft := (size + left) / bytesPerHit
	addHits := func(hits *[]edgeHit, owned []int, at int, part bounds) {
		for _, text := range owned {
			if hitsLeft--; hitsLeft < 0 {
				return
			}
			*hits = append(*hits, edgeHit{text, at, part})
		}
	}
	for number, one := range readings {
		for _, part := range one.parts {
			index.table.scan(one.reading.text, part.from, part.to, 1, func(block, at int) bool {
				found.regions[number] = joinStretch(found.regions[number], max(part.from, at-blockBytes), min(part.to, at+2*blockBytes))
				if edge := index.edges[block]; len(edge.first)+len(edge.last) > 0 {
					found.holdsEdge[number] = true
					addHits(&found.prefixHits[number], edge.first, at, part)
					addHits(&found.suffixHits[number], edge.last, at, part)
				}
				// Each block tells of its texts once, however often it stands.
				for _, owner := range index.owners[block] {
					found.meet(owner, len(texts[owner.text].core))
				}
				index.owners[block] = nil
				return true
			})
		}
	}
	if hitsLeft < 0 {
		found.prefixHits, found.suffixHits = nil, nil
	}
	return found
}

func (t *traces) meet(owner blockOwner, length int) {
	if owner.at == 0 {
		t.prefixes = append(t.prefixes, owner.text)
	}
	if owner.at == length-blockBytes {
		t.suffixes = append(t.suffixes, owner.text)
	}
	around := bounds{max(0, owner.at-blockBytes), min(length, owner.at+2*blockBytes)}
	t.ranges[owner.text] = append(t.ranges[owner.text], around)
}

type blockIndex struct {
	table *blockTable
	// Per block.
	owners [][]blockOwner
	edges  []edgeTexts
}

func (i *blockIndex) addBlocks(core string, text int) {
	last := len(core) - blockBytes
	add := func(at int) {
		block := i.table.add(core, at)
		if block == len(i.owners) {
			i.owners = append(i.owners, nil)
			i.edges = append(i.edges, edgeTexts{})
		}
		i.owners[block] = append(i.owners[block], blockOwner{text, at})
		if at == 0 {
			i.edges[block].first = append(i.edges[block].first, text)
		}
		if at == last {
			i.edges[block].last = append(i.edges[block].last, text)
		}
	}
	for at := 0; at < last; at += blockBytes {
		add(at)
	}
	add(last)
}
