// Ragspan-incidents verifies and lists the files of the incident practice, for teams whose services are
// not in Node. Run in collector:
//
//	go run ./cmd/ragspan-incidents verify FILE|DIR…
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const help = `Usage: ragspan-incidents verify [--json] FILE|DIR…

Verifies the hashes of incidents, replay records, split tests and ledgers, and lists them.
Of a folder the files *.json, *.jsonl and *.binpb in it. Incidents are also held against
the ledgers among the files: an incident that was entered with other evidence is refused.

  --json    one JSON object, for programs
  --help

RAGSPAN_HASH_KEY   the key the files were written under, if they were

Exit status: 0 all verified, 1 some refused, 2 wrong use.
`

func main() {
	os.Exit(run(os.Args[1:], os.Getenv("RAGSPAN_HASH_KEY"), os.Stdout, os.Stderr))
}

func run(arguments []string, key string, out, complaints io.Writer) int {
	var paths []string
	isJSON, isOver := false, false
	for _, one := range arguments {
		switch {
		case isOver || !strings.HasPrefix(one, "-"):
			paths = append(paths, one)
		case one == "--":
			isOver = true
		case one == "--json":
			isJSON = true
		case one == "--help" || one == "-h":
			fmt.Fprint(out, help)
			return 0
		default:
			return misuse(complaints, escaped(one)+" is no option")
		}
	}
	if len(paths) == 0 || paths[0] != "verify" {
		return misuse(complaints, "the command is verify")
	}
	if len(paths) == 1 {
		return misuse(complaints, "verify needs a file or a folder")
	}
	found := verify(paths[1:], model.NewTextHash(key))
	if isJSON {
		printJSON(out, found)
	} else {
		printText(out, complaints, found)
	}
	if len(found.refused) > 0 {
		return 1
	}
	return 0
}

func misuse(complaints io.Writer, problem string) int {
	fmt.Fprintf(complaints, "ragspan-incidents: %s\n\n%s", problem, help)
	return 2
}
