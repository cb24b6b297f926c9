// Package incidentfiles reads, verifies and writes the files of the incident practice
// (proto/ragspan/v1): incidents, replay records, split tests and ledgers, as the TypeScript half writes
// them (src/incidents, src/replay, src/trials, src/ledger), and their binary forms.
//
// A file is sealed by a hash over the RFC 8785 form of its JSON: SHA-256, or HMAC-SHA-256 under the
// operator's key. What is read is what was hashed, members this version does not know included. Where
// two readers could take a text for two things (equal keys, bad UTF-8, lone surrogates, numbers out of
// range), it is refused. In binary there is no member that this version does not know: the seal could
// not cover it.
//
// Everything is bounded: bytes of a file, values in it, nesting, length of a line.
package incidentfiles
