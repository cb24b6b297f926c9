package translator

import "github.com/ragspan/ragspan/collector/internal/model"

// finishRetrieval makes of what the dialects read the list that is judged: digests, hash keys,
// damage (spec §3). dropped: the span lost attributes or events.
func finishRetrieval(
	reading *retrievalReading, stage model.RetrievalStage, dropped bool, context *Context,
) *model.RetrievalList {
	hasLoggedDigests, hasDigestOnly := false, false
	for at := range reading.items {
		if reading.items[at].LoggedDigest != "" {
			hasLoggedDigests = true
			hasDigestOnly = hasDigestOnly || !reading.items[at].Text.IsSet()
		}
	}
	isForeign := hasLoggedDigests && reading.hashKey != context.Hash.KeyName
	hashing := model.ItemHashing{Digest: context.digest, IsForeign: isForeign}
	lossy := dropped || reading.broken
	list := &model.RetrievalList{
		Stage:       orWord(reading.stage, stage),
		QuerySHA256: querySHA256(reading, context.Hash),
		TopK:        reading.topK,
		HandedOn:    reading.handedOn,
		Count:       reading.count,
		Items:       finishItems(loggedItems(reading, lossy), hashing),
		Inputs:      finishItems(reading.inputs, hashing),
		Lossy:       lossy,
		Snapshot:    reading.snapshot,
		Source:      reading.source,
		HashKey:     reading.hashKey,
		ForeignHash: isForeign && hasDigestOnly,
	}
	if query, hasQuery := reading.query.Get(); hasQuery {
		list.Query = model.Some(query.Text)
	}
	return list
}

// loggedItems: only an explicit list is zero items: what is left of a damaged one may be empty for
// any reason.
func loggedItems(reading *retrievalReading, lossy bool) []model.ItemReading {
	count, hasCount := reading.count.Get()
	if reading.items == nil && hasCount && count == 0 {
		return []model.ItemReading{}
	}
	if len(reading.items) == 0 && (lossy || count > 0) {
		return nil
	}
	return reading.items
}

func finishItems(readings []model.ItemReading, hashing model.ItemHashing) []model.RetrievedItem {
	if readings == nil {
		return nil
	}
	items := make([]model.RetrievedItem, len(readings))
	for at := range readings {
		items[at] = model.NewRetrievedItem(&readings[at], hashing)
	}
	return items
}

// digest makes a text's digest, once where a memo is kept.
func (c *Context) digest(text string) string {
	if c.Memo == nil {
		return c.Hash.Digest(text)
	}
	digest, isKnown := c.Memo[text]
	if !isKnown {
		digest = c.Hash.Digest(text)
		c.Memo[text] = digest
	}
	return digest
}

// querySHA256: text at hand is hashed under our key; what was logged under another one cannot be
// compared.
func querySHA256(reading *retrievalReading, hash model.TextHash) string {
	if reading.querySHA256 != "" && reading.hashKey == hash.KeyName {
		return reading.querySHA256
	}
	query, hasQuery := reading.query.Get()
	if !hasQuery || query.Lossy || model.IsInvalidText(query.Text) {
		return ""
	}
	return hash.SHA256(query.Text)
}
