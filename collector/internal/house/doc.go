// Package house holds the tests of how this module is laid out: data walks through the folders in one
// direction, and a reader can follow it from their names.
//
//	pdata → records → translator → (model) → pending → joining → attribution → emit → pdata
//
// Which folder may import which stands in imports_test.go, as oxlint.config.ts has it for the TypeScript
// half.
package house
