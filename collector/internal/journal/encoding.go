package journal

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errDamaged: bytes that are not what was written.
var errDamaged = errors.New("damaged")

const (
	formatVersion = 1

	checksumLength = 4
	// version, checksum, epoch
	entryHeader = 1 + checksumLength + 8
	// version, checksum, epoch, generation, tail, head
	boundsLength = 1 + checksumLength + 4*8
)

// encodeEntry: a checksum over the epoch, the number and the payload stands before the last.
func encodeEntry(epoch, number uint64, payload []byte) []byte {
	encoded := make([]byte, entryHeader, entryHeader+len(payload))
	encoded[0] = formatVersion
	binary.BigEndian.PutUint64(encoded[1+checksumLength:], epoch)
	encoded = append(encoded, payload...)
	binary.BigEndian.PutUint32(encoded[1:], entryChecksum(number, encoded))
	return encoded
}

func entryChecksum(number uint64, encoded []byte) uint32 {
	sum := crc32.Checksum(binary.BigEndian.AppendUint64(nil, number), castagnoli)
	return crc32.Update(sum, castagnoli, encoded[1+checksumLength:])
}

// decodeEntry gives the payload, which shares the memory of encoded.
func decodeEntry(epoch, number uint64, encoded []byte) ([]byte, error) {
	if len(encoded) < entryHeader || encoded[0] != formatVersion ||
		binary.BigEndian.Uint32(encoded[1:]) != entryChecksum(number, encoded) ||
		binary.BigEndian.Uint64(encoded[1+checksumLength:]) != epoch {
		return nil, errDamaged
	}
	return encoded[entryHeader:], nil
}

// bounds are what a sequence persists of itself.
type bounds struct {
	// epoch tells this sequence's entries from those left of one whose bounds were lost.
	epoch uint64
	// generation counts the writes of bounds: of two that are whole, the greater counts.
	generation uint64
	// tail is the least number that may exist, head the next one to be given.
	tail uint64
	head uint64
}

func (b bounds) encode() []byte {
	encoded := make([]byte, 1+checksumLength, boundsLength)
	encoded[0] = formatVersion
	for _, one := range []uint64{b.epoch, b.generation, b.tail, b.head} {
		encoded = binary.BigEndian.AppendUint64(encoded, one)
	}
	binary.BigEndian.PutUint32(encoded[1:], crc32.Checksum(encoded[1+checksumLength:], castagnoli))
	return encoded
}

func decodeBounds(encoded []byte) (bounds, error) {
	if len(encoded) != boundsLength || encoded[0] != formatVersion ||
		binary.BigEndian.Uint32(encoded[1:]) != crc32.Checksum(encoded[1+checksumLength:], castagnoli) {
		return bounds{}, errDamaged
	}
	at := func(index int) uint64 { return binary.BigEndian.Uint64(encoded[1+checksumLength+8*index:]) }
	read := bounds{epoch: at(0), generation: at(1), tail: at(2), head: at(3)}
	if read.tail > read.head {
		return bounds{}, errDamaged
	}
	return read, nil
}

// encodeDecided puts a key and its value into one payload.
func encodeDecided(key string, value []byte) []byte {
	payload := binary.AppendUvarint(make([]byte, 0, binary.MaxVarintLen64+len(key)+len(value)), uint64(len(key)))
	return append(append(payload, key...), value...)
}

func decodeDecided(payload []byte) (key string, value []byte, err error) {
	length, size := binary.Uvarint(payload)
	if size <= 0 || length > uint64(len(payload)-size) {
		return "", nil, errDamaged
	}
	end := size + int(length)
	return string(payload[size:end]), payload[end:], nil
}
