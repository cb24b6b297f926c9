package model

import "strings"

// URLsIn finds URLs as the claim audit reads them (spec §6 "Claim audit"): https?://[^\s<>"')\]}]+
// less trailing .,;:!?, in order of place. Linear time.
func URLsIn(text string) []string {
	var urls []string
	for scheme, start := nextURL(text, 0); scheme >= 0; {
		end := len(text)
		if at := strings.IndexFunc(text[start:], endsURL); at >= 0 {
			end = start + at
		}
		if end > start {
			urls = append(urls, strings.TrimRight(text[scheme:end], ".,;:!?"))
		}
		scheme, start = nextURL(text, end)
	}
	return urls
}

func endsURL(point rune) bool {
	return IsJSSpace(point) || strings.ContainsRune("<>\"')]}", point)
}

// nextURL gives the places of the next http:// or https:// and of what follows it.
func nextURL(text string, from int) (scheme, start int) {
	const separator = "://"
	for at := indexFrom(text, separator, from); at >= 0; at = indexFrom(text, separator, at+1) {
		before := text[from:at]
		switch {
		case strings.HasSuffix(before, "http"):
			return at - len("http"), at + len(separator)
		case strings.HasSuffix(before, "https"):
			return at - len("https"), at + len(separator)
		}
	}
	return -1, -1
}
