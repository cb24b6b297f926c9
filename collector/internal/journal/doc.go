// Package journal keeps what a restart must not lose in the Collector's storage: the spans of runs that
// are not decided yet, and the keys of runs that are (spec §11 "Everything held is bounded by count,
// bytes and age").
//
// How it works. A storage client can get, set and delete keys and cannot list them, so a journal numbers
// its entries and keeps the bounds [tail, head) of the numbers that may exist. An entry is written before
// the head that covers it, and deleted before the tail that leaves it out: a Collector killed between any
// two operations finds every entry whose Append had returned and whose Release had not, and at most one
// more, whose Append was under way. Bounds are written to two keys in turn, each with a checksum: of two,
// one is always whole.
//
// Entries carry the checksum of their number and payload, and the epoch of the journal they belong to:
// what is damaged, or left of a journal whose bounds were lost, is counted and skipped, never fatal.
//
// Decided keys are a second such sequence, whose tail follows the head at a fixed distance: the oldest go
// first.
//
// One journal per shard, safe for concurrent use; Shards opens them all, and those of a former run with
// more shards as long as they hold anything.
package journal
