// Package cases reads case files (spec §8): what must survive every hand-off, and what an answer must and
// must not say. The Go twin of src/cases: the same keys, the same rules, and a problem for everything
// that does not fit, with its line, column, key and what to do.
package cases
