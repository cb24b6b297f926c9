// Package conformance holds the tests that run the vectors of test/vectors end to end (spec §14): the
// same that the TypeScript half runs, compared byte for byte.
package conformance
