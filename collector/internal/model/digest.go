package model

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// digestLength is the length of a chunk's digest: the first 32 hex characters of the whole hash.
const digestLength = 32

// TextHash hashes at the hand-offs (spec §3 "Hashes"): SHA-256 over UTF-8, or HMAC-SHA-256 under the
// operator's key. The zero value is plain SHA-256. Texts are well formed.
type TextHash struct {
	key []byte
	// KeyName is the 8 hex that name the key, empty for plain SHA-256.
	KeyName string
}

// NewTextHash makes a hash under a key; without one it is plain SHA-256.
func NewTextHash(key string) TextHash {
	if key == "" {
		return TextHash{}
	}
	hash := TextHash{key: []byte(key)}
	hash.KeyName = hash.SHA256("ragspan")[:8]
	return hash
}

// SHA256 is the 64 hex over the text.
func (h TextHash) SHA256(text string) string {
	if h.key == nil {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:])
	}
	mac := hmac.New(sha256.New, h.key)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

// Digest is the first 32 hex of SHA256: a chunk's identity.
func (h TextHash) Digest(text string) string {
	return h.SHA256(text)[:digestLength]
}
