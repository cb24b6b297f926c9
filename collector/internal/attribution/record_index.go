package attribution

import "github.com/ragspan/ragspan/collector/internal/model"

// indexedRecord is an assembly record by digest: records and logs may both be long, and every item asks.
// A nil one has no chunks.
type indexedRecord struct {
	*model.AssemblyRecord
	byDigest map[string][]*model.AssembledChunk
	// Digests of a log → all recorded digests are in it.
	closedIn map[*digestSet]bool
}

// digestSet are digests of a log.
type digestSet struct {
	digests map[string]struct{}
}

func indexRecord(record *model.AssemblyRecord) *indexedRecord {
	if record == nil {
		return nil
	}
	made := &indexedRecord{record, map[string][]*model.AssembledChunk{}, map[*digestSet]bool{}}
	for at := range record.Chunks {
		if chunk := &record.Chunks[at]; chunk.Digest != "" {
			made.byDigest[chunk.Digest] = append(made.byDigest[chunk.Digest], chunk)
		}
	}
	return made
}

// chunksOf are the entries with that digest, in the order of the record.
func (r *indexedRecord) chunksOf(digest string) []*model.AssembledChunk {
	if r == nil || digest == "" {
		return nil
	}
	return r.byDigest[digest]
}

// isClosed: every recorded chunk has a digest, and it is one of the log's.
func (r *indexedRecord) isClosed(log *digestSet) bool {
	closed, isKnown := r.closedIn[log]
	if isKnown {
		return closed
	}
	closed = true
	for at := range r.Chunks {
		if _, isInLog := log.digests[r.Chunks[at].Digest]; r.Chunks[at].Digest == "" || !isInLog {
			closed = false
			break
		}
	}
	r.closedIn[log] = closed
	return closed
}
