package house_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/ragspan/ragspan/collector"

// source is a Go file of the module, with its path inside.
type source struct {
	path string
	file *ast.File
}

// goFiles reads all files of the module; folders with a module of their own are not part of it.
func goFiles(root string) ([]source, error) {
	var found []source
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if path != root && (err == nil || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".")) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		read, err := readSource(filepath.ToSlash(inside), string(content))
		found = append(found, read)
		return err
	})
	return found, err
}

func readSource(path, content string) (source, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, content, 0)
	return source{path, file}, err
}

// violations are what a file imports or calls and may not.
func violations(one source) []string {
	place := placeOf(one.path)
	isTest := strings.HasSuffix(one.path, "_test.go")
	var found []string
	for _, spec := range one.file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return []string{err.Error()}
		}
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if why := importViolation(place, imported, name, isTest); why != "" {
			found = append(found, why)
		}
		if imported == "time" && !isTest && table[strings.TrimPrefix(place, "internal/")].is == timeIsPassedIn {
			found = append(found, clockCalls(one.file, name)...)
		}
	}
	return found
}

// placeOf is internal/model, ragspanprocessor, …: the folder that the table and the components name.
func placeOf(path string) string {
	parts := strings.Split(path, "/")
	if parts[0] == "internal" && len(parts) > 2 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

func importViolation(place, imported, name string, isTest bool) string {
	inside, isOurs := strings.CutPrefix(imported, module+"/")
	if isOurs {
		return ownViolation(place, placeOf(inside+"/x.go"), isTest)
	}
	folderName, isInternal := strings.CutPrefix(place, "internal/")
	if !isInternal || isTest {
		return ""
	}
	rules, isKnown := table[folderName]
	switch {
	case !isKnown:
		return place + " is not in the table"
	case strings.Contains(strings.Split(imported, "/")[0], "."):
		if !slices.ContainsFunc(rules.modules, func(prefix string) bool { return imported == prefix || strings.HasPrefix(imported, prefix+"/") }) {
			return fmt.Sprintf("%s may not import %s", place, imported)
		}
	case rules.is != anything && (isImpure(imported) || imported == "time" && (rules.is == pure || name == ".")):
		return fmt.Sprintf("%s has no clock, environment, file or chance: it may not import %s", place, imported)
	}
	return ""
}

// ownViolation: nothing imports the components, and what ships imports nothing that is for tests.
func ownViolation(place, target string, isTest bool) string {
	folderName, isInternal := strings.CutPrefix(place, "internal/")
	targetName, isTargetInternal := strings.CutPrefix(target, "internal/")
	switch {
	case place == target:
		return ""
	case !isTargetInternal:
		if isComponent(target) && place != "bench" && place != "distribution" {
			return fmt.Sprintf("nothing imports the component %s", target)
		}
		return ""
	case isTest:
		return ""
	case isInternal:
		if _, isKnown := table[folderName]; !isKnown {
			return place + " is not in the table"
		}
		if !slices.Contains(table[folderName].internal, targetName) {
			return fmt.Sprintf("%s may not import %s", place, target)
		}
	case table[targetName].isForCommands && isComponent(place):
		return fmt.Sprintf("%s is for commands alone", target)
	case table[targetName].isForTests && place != "bench":
		return fmt.Sprintf("%s is for tests alone", target)
	}
	return ""
}

func isComponent(folderName string) bool {
	return folderName == "ragspanprocessor" || folderName == "ragspanconnector"
}

func isImpure(imported string) bool {
	for _, one := range []string{
		"crypto/rand", "io/fs", "log", "math/rand", "net", "os", "path/filepath", "plugin", "runtime", "syscall", "testing", "unsafe",
	} {
		if imported == one || strings.HasPrefix(imported, one+"/") {
			return true
		}
	}
	return false
}

// clockCalls are the places where a file asks what time it is, or waits.
func clockCalls(file *ast.File, name string) []string {
	if name == "" {
		name = "time"
	}
	var found []string
	ast.Inspect(file, func(node ast.Node) bool {
		selector, isSelector := node.(*ast.SelectorExpr)
		if !isSelector {
			return true
		}
		if of, isName := selector.X.(*ast.Ident); !isName || of.Name != name {
			return true
		}
		switch selector.Sel.Name {
		case "Now", "Since", "Until", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick", "Sleep":
			found = append(found, "time is passed in: no time."+selector.Sel.Name)
		}
		return true
	})
	return found
}
