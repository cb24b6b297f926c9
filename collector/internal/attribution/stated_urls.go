package attribution

import (
	"strings"
	"unicode/utf8"
)

// statedURLs are those that an answer states (spec §6 "Claim audit", unknown_url):
// https?://[^\s<>"')\]}]+ less trailing .,;:!?
func statedURLs(passage string) []string {
	var urls []string
	for start := strings.Index(passage, "http"); start >= 0; {
		scheme := schemeLength(passage[start:])
		next := start + max(scheme, 4)
		if scheme > 0 {
			for next < len(passage) {
				point, size := utf8.DecodeRuneInString(passage[next:])
				if strings.ContainsRune(`<>"')]}`, point) || IsWhiteSpace(point) {
					break
				}
				next += size
			}
			end := next
			for end > start+scheme && strings.IndexByte(".,;:!?", passage[end-1]) >= 0 {
				end--
			}
			if end > start+scheme {
				urls = append(urls, passage[start:end])
			}
		}
		start = indexFrom(passage, "http", next)
	}
	return urls
}

func schemeLength(text string) int {
	for _, scheme := range []string{"https://", "http://"} {
		if strings.HasPrefix(text, scheme) {
			return len(scheme)
		}
	}
	return 0
}
