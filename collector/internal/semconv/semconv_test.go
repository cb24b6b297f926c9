package semconv_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The Go prefix of each group of names in src/semconv.ts.
var prefixes = map[string]string{
	"GEN_AI": "GenAI", "RAGSPAN": "Ragspan", "CLAIMS": "Claims", "VERDICT": "Verdict", "METRIC": "Metric", "METRIC_ATTRIBUTE": "Attribute",
}

func TestNamesAreThoseOfTheTypeScriptHalf(t *testing.T) {
	theirs := typeScriptNames(t)
	require.Greater(t, len(theirs), 100)
	assert.Equal(t, theirs, goNames(t))
}

func typeScriptNames(t *testing.T) map[string]string {
	source, err := os.ReadFile("../../../src/semconv.ts")
	require.NoError(t, err)
	names := map[string]string{}
	single := regexp.MustCompile(`(?m)^export const (\w+) = '([^']*)';`)
	for _, found := range single.FindAllStringSubmatch(string(source), -1) {
		names[camel(found[1])] = found[2]
	}
	group := regexp.MustCompile(`(?ms)^export const (\w+) = \{(.*?)^\} as const;`)
	member := regexp.MustCompile(`(?m)^  (\w+): '([^']*)',`)
	for _, found := range group.FindAllStringSubmatch(string(source), -1) {
		prefix, isKnown := prefixes[found[1]]
		require.True(t, isKnown, "no Go prefix for %s", found[1])
		for _, one := range member.FindAllStringSubmatch(found[2], -1) {
			names[prefix+camel(one[1])] = one[2]
		}
	}
	return names
}

func camel(name string) string {
	var words strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		switch word {
		case "IDS":
			words.WriteString("IDs")
		case "ID", "URL", "SHA256":
			words.WriteString(word)
		default:
			words.WriteString(word[:1] + strings.ToLower(word[1:]))
		}
	}
	return words.String()
}

func goNames(t *testing.T) map[string]string {
	file, err := parser.ParseFile(token.NewFileSet(), "semconv.go", nil, 0)
	require.NoError(t, err)
	names := map[string]string{}
	for _, declaration := range file.Decls {
		group, isGroup := declaration.(*ast.GenDecl)
		require.True(t, isGroup)
		for _, spec := range group.Specs {
			value, isValue := spec.(*ast.ValueSpec)
			require.True(t, isValue)
			literal, isLiteral := value.Values[0].(*ast.BasicLit)
			require.True(t, isLiteral)
			text, err := strconv.Unquote(literal.Value)
			require.NoError(t, err)
			names[value.Names[0].Name] = text
		}
	}
	return names
}
