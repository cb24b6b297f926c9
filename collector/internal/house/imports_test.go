package house_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	pdata = "go.opentelemetry.io/collector/pdata"
	text  = "golang.org/x/text"
)

// purity says what of the standard library a folder keeps away from.
type purity int

const (
	// anything may be imported.
	anything purity = iota
	// timeIsPassedIn: durations and points in time, no clock, no timer.
	timeIsPassedIn
	// pure: the same input always gives the same output: no clock, no environment, no file.
	pure
)

// folder is what one may import beside the standard library.
type folder struct {
	// internal are folders beside it.
	internal []string
	// modules are prefixes of packages from outside.
	modules []string
	is      purity
	// isForTests: nothing that ships imports it.
	isForTests bool
	// isForCommands: the components do not import it.
	isForCommands bool
}

// table is the whole of collector/internal. Where it differs from src/ of the TypeScript half:
//   - model and attribution import x/text, as Go's own library has neither NFC nor JavaScript's letter
//     case; model imports no semconv, which only those who read and write attributes need;
//   - cases imports attribution, whose folding and patterns a case is compiled to (as in src/);
//   - records and contentdigest are, beside emit, the places that know pdata: what comes in, and what text
//     leaves as; records asks the dialects which keys are theirs;
//   - pending (src/storage) and joining do not know each other: a run is judged on a snapshot, by the
//     processor;
//   - incidentfiles is for commands alone: the components neither read nor grow by them;
//   - journal knows bytes and the Collector's storage, nothing of ours.
var table = map[string]folder{
	"semconv":       {is: pure},
	"model":         {modules: []string{text}, is: pure},
	"translator":    {internal: []string{"model", "semconv"}, is: pure},
	"attribution":   {internal: []string{"model"}, modules: []string{text}, is: pure},
	"joining":       {internal: []string{"model", "attribution"}, is: pure},
	"pending":       {internal: []string{"model"}, is: timeIsPassedIn},
	"emit":          {internal: []string{"model", "semconv"}, modules: []string{pdata, "go.uber.org/zap"}, is: timeIsPassedIn},
	"records":       {internal: []string{"model", "translator"}, modules: []string{pdata}, is: pure},
	"contentdigest": {internal: []string{"model", "semconv"}, modules: []string{pdata}, is: pure},
	"metricvalues":  {internal: []string{"model"}, is: pure},
	"cases":         {internal: []string{"model", "attribution"}, modules: []string{"go.yaml.in/yaml"}},
	"files":         {internal: []string{"joining", "model", "semconv", "translator"}, is: pure},
	"incidentfiles": {internal: []string{"model"}, modules: []string{"google.golang.org/protobuf"}, isForCommands: true},
	"journal":       {modules: []string{"go.opentelemetry.io/collector/extension/xextension/storage"}},

	"vectors":     {internal: []string{"model", "records"}, modules: []string{pdata}, isForTests: true},
	"twin":        {internal: []string{"vectors"}, modules: []string{"github.com/stretchr/testify"}, isForTests: true},
	"conformance": {isForTests: true},
	"house":       {isForTests: true},
}

func TestEveryFolderImportsOnlyWhatItMay(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	files, err := goFiles(root)
	require.NoError(t, err)
	require.Greater(t, len(files), 100)
	for _, one := range files {
		for _, violation := range violations(one) {
			t.Errorf("%s: %s (see the table in internal/house/imports_test.go)", one.path, violation)
		}
	}
}

func TestTheTableNamesTheFoldersThatAreThere(t *testing.T) {
	entries, err := os.ReadDir("..")
	require.NoError(t, err)
	var found []string
	for _, entry := range entries {
		if entry.IsDir() && entry.Name() != "testdata" {
			found = append(found, entry.Name())
			assert.Contains(t, table, entry.Name(), "internal/%s: say in the table what it may import", entry.Name())
		}
	}
	for name, one := range table {
		assert.Contains(t, found, name, "the table names internal/%s, which is not there", name)
		for _, other := range one.internal {
			assert.Contains(t, table, other)
			assert.NotEqual(t, name, other)
		}
	}
}

func TestTheTableHasNoCycle(t *testing.T) {
	var path []string
	var walk func(name string)
	walk = func(name string) {
		require.NotContains(t, path, name, "a cycle: %v", path)
		path = append(path, name)
		for _, other := range table[name].internal {
			walk(other)
		}
		path = path[:len(path)-1]
	}
	for name := range table {
		walk(name)
	}
}

// A rule that does not fire on bad code protects nothing.
func TestTheRulesFire(t *testing.T) {
	const own = "github.com/ragspan/ragspan/collector/"
	for _, bad := range []struct{ path, source, says string }{
		{"internal/model/x.go", `import "` + own + `internal/semconv"`, "internal/semconv"},
		{"internal/model/x.go", `import "go.opentelemetry.io/collector/pdata/ptrace"`, "pdata/ptrace"},
		{"internal/model/x.go", `import "time"`, "time"},
		{"internal/translator/x.go", `import "` + own + `internal/attribution"`, "internal/attribution"},
		{"internal/translator/x.go", `import _ "os"`, "os"},
		{"internal/attribution/x.go", `import it "` + own + `internal/translator"`, "internal/translator"},
		{"internal/attribution/x.go", `import . "math/rand/v2"`, "math/rand/v2"},
		{"internal/joining/x.go", `import "` + own + `internal/pending"`, "internal/pending"},
		{"internal/emit/x.go", `import "` + own + `internal/joining"`, "internal/joining"},
		{"internal/emit/x.go", `import "go.uber.org/zapped"`, "go.uber.org/zapped"},
		{"internal/pending/x.go", `import "` + own + `internal/records"`, "internal/records"},
		{"internal/pending/x.go", "import \"time\"\nvar now = time.Now", "time.Now"},
		{"internal/pending/x.go", "import clock \"time\"\nfunc wait() { <-clock.After(1) }", "time.After"},
		{"internal/pending/x.go", `import . "time"`, "time"},
		{"internal/cases/x.go", `import "` + own + `ragspanprocessor"`, "ragspanprocessor"},
		{"internal/cases/sub/x.go", `import "` + own + `internal/translator"`, "internal/translator"},
		{"internal/files/x.go", `import "` + own + `ragspanconnector/internal/metadata"`, "ragspanconnector"},
		{"internal/unheard/x.go", `import "strings"`, "internal/unheard"},
		{"ragspanconnector/x.go", `import "` + own + `ragspanprocessor"`, "ragspanprocessor"},
		{"ragspanprocessor/x.go", `import "` + own + `internal/vectors"`, "internal/vectors"},
		{"ragspanprocessor/x.go", `import "` + own + `internal/incidentfiles/ragspanv1"`, "internal/incidentfiles"},
		{"cmd/ragspan-incidents/x.go", `import "` + own + `internal/vectors"`, "internal/vectors"},
		{"ragspanprocessor/x_test.go", `import "` + own + `ragspanconnector"`, "ragspanconnector"},
	} {
		found := violationsIn(t, bad.path, bad.source)
		if assert.Len(t, found, 1, "%s: %s", bad.path, bad.source) {
			assert.Contains(t, found[0], bad.says)
		}
	}
	for _, good := range []struct{ path, source string }{
		{"internal/model/x.go", `import "golang.org/x/text/cases"`},
		{"internal/model/x_test.go", `import "os"`},
		{"internal/joining/x_test.go", `import "` + own + `internal/vectors"`},
		{"internal/pending/x.go", "import \"time\"\nconst wait = 2 * time.Second"},
		{"internal/cases/x.go", "import \"time\"\nvar now = time.Now"},
		{"ragspanprocessor/x.go", "import \"time\"\nvar now = time.Now"},
		{"ragspanprocessor/x.go", `import "` + own + `ragspanprocessor/internal/metadata"`},
		{"ragspanprocessor/x.go", `import "` + own + `internal/emit"`},
		{"ragspanprocessor/x_test.go", `import "` + own + `internal/vectors"`},
		{"cmd/ragspan-incidents/x.go", `import "` + own + `internal/incidentfiles"`},
	} {
		assert.Empty(t, violationsIn(t, good.path, good.source), good.source)
	}
}

func violationsIn(t *testing.T, path, source string) []string {
	t.Helper()
	read, err := readSource(path, "package x\n"+source)
	require.NoError(t, err)
	found := violations(read)
	slices.Sort(found)
	return found
}
