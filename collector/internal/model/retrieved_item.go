package model

// ItemReading is one document as a dialect read it.
type ItemReading struct {
	Text Optional[CapturedText]
	// ID is empty when it is missing.
	ID    string
	Score Optional[float64]
	URLs  []string
	// LoggedDigest is 32 hex, empty when it was not logged.
	LoggedDigest string
	// LoggedBytes are UTF-8 bytes.
	LoggedBytes Optional[int64]
	// Lossy: a null, or a value of the wrong type, stood in the list.
	Lossy bool
	// Invalid: logged as a text that has no digest.
	Invalid bool
}

// ItemHashing is what an item's digest is made with.
type ItemHashing struct {
	Digest func(text string) string
	// IsForeign: logged digests were made with another key: text at hand is hashed again (spec §3
	// "Hashes").
	IsForeign bool
}

// NewRetrievedItem makes of what a log says of one item the item that is judged (spec §3 "Retrieval
// log", "Text", "Lossy").
func NewRetrievedItem(reading *ItemReading, hashing ItemHashing) RetrievedItem {
	item := RetrievedItem{
		ID: reading.ID, Score: reading.Score, URLs: reading.URLs,
		Lossy: reading.Lossy, Invalid: reading.Invalid,
	}
	captured, hasText := reading.Text.Get()
	if !hasText {
		item.Digest = reading.LoggedDigest
		item.Length = reading.LoggedBytes
		return item
	}
	item.Text = Some(captured.Text)
	item.Length = Some(int64(len(captured.Text)))
	item.Invalid = IsInvalidText(captured.Text)
	item.Lossy = item.Lossy || captured.Lossy
	logged := reading.LoggedDigest
	if hashing.IsForeign {
		logged = ""
	}
	if item.Invalid {
		item.Digest = logged
		return item
	}
	ours := hashing.Digest(captured.Text)
	switch {
	case logged != "":
		// The logged digest is that of the text at its source: immune to what telemetry did to the
		// text.
		item.Digest = logged
		item.Lossy = item.Lossy || logged != ours
	case !item.Lossy:
		item.Digest = ours
	}
	return item
}
