package cases

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ragspan/ragspan/collector/internal/model"
)

const (
	// maxSourceUnits: UTF-16 units.
	maxSourceUnits = 4 * 1024 * 1024
	// maxNodes: a case has about fifty: thousands of cases fit.
	maxNodes = 300_000
)

// sourceTree is YAML or JSON (which is YAML) as a tree with places (spec §8): failsafe schema, so that
// scalars are their source text; aliases, anchors, tags, merge keys and duplicate keys are errors.
type sourceTree struct {
	problems *problems
	places   map[string]Position
	nodes    int
	isTooBig bool
}

// treeOfYAML gives nil when nothing of the file can be read, or not as it was meant.
func treeOfYAML(source string, found *problems) (*tree, *sourceTree) {
	s := &sourceTree{problems: found, places: map[string]Position{}}
	if model.UTF16Length(source) > maxSourceUnits {
		s.problems.report(&rootPath, fmt.Sprintf("the file is longer than %d characters; split it", maxSourceUnits))
		return nil, s
	}
	isBroken := s.refuseDirectives(source)
	document, isRead := s.readDocument(source)
	if !isRead {
		return nil, s
	}
	if document == nil || isBlankNode(document) {
		if s.problems.isEmpty() {
			s.problems.report(&rootPath, "the file is empty; write at least `version: 1`")
		}
		return nil, s
	}
	built := s.build(document, &rootPath, 0)
	if isBroken || s.isTooBig {
		return nil, s
	}
	return built, s
}

// positionOf is where the key, or the item of a list, stands; else the nearest key above it.
func (s *sourceTree) positionOf(path *keyPath) Position {
	for at := path; at != nil; at = at.parent {
		if position, isThere := s.places[at.text]; isThere {
			return position
		}
	}
	return Position{1, 1}
}

// refuseDirectives: YAML, but none that a case file may have.
func (s *sourceTree) refuseDirectives(source string) bool {
	isRefused := false
	number := 0
	for line := range strings.Lines(source) {
		number++
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "" || trimmed[0] == '#':
		case line[0] == '%':
			if !strings.HasPrefix(line, "%YAML") {
				s.problems.add(foundProblem{path: &rootPath, text: "a directive stands here; remove it", at: &Position{number, 1}})
				isRefused = true
			}
		default:
			return isRefused
		}
	}
	return isRefused
}

// readDocument gives false when the file is no YAML.
func (s *sourceTree) readDocument(source string) (*yaml.Node, bool) {
	document, err := firstDocument(source)
	if err != nil {
		// JSON may be indented with tabs, and spells characters beyond the BMP as surrogates.
		if other := asYAML(source); other != source {
			if again, stillWrong := firstDocument(other); stillWrong == nil {
				document, err = again, nil
			}
		}
	}
	switch {
	case errors.Is(err, errSecondDocument):
		text := err.Error()
		s.problems.add(foundProblem{path: &rootPath, text: text, at: &Position{max(1, document.Line), max(1, document.Column)}})
		return nil, false
	case err != nil:
		line, said := splitError(err)
		s.problems.add(foundProblem{path: &rootPath, text: "no YAML: " + said, at: &Position{line, 1}})
		return nil, false
	}
	return document, true
}

var errSecondDocument = errors.New("a second document starts here; put everything in one")

// firstDocument gives nil for a file without one.
func firstDocument(source string) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(strings.NewReader(source))
	var first, second yaml.Node
	if err := decoder.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	switch err := decoder.Decode(&second); {
	case err == nil:
		return &second, errSecondDocument
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	if len(first.Content) == 0 {
		return nil, nil
	}
	return first.Content[0], nil
}

var surrogatePair = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)

func asYAML(source string) string {
	spaced := strings.ReplaceAll(source, "\t", " ")
	return surrogatePair.ReplaceAllStringFunc(spaced, func(pair string) string {
		high, _ := strconv.ParseUint(pair[2:6], 16, 32)
		low, _ := strconv.ParseUint(pair[8:12], 16, 32)
		return fmt.Sprintf(`\U%08X`, 0x10000+(high-0xD800)<<10+low-0xDC00)
	})
}

var errorLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)

func splitError(err error) (line int, said string) {
	text, _, _ := strings.Cut(err.Error(), "\n")
	found := errorLine.FindStringSubmatch(text)
	line = 1
	if number, wrong := strconv.Atoi(found[1]); wrong == nil {
		line = max(1, number)
	}
	return line, text[len(found[0]):]
}

// build gives nil for what is left out, and reported.
func (s *sourceTree) build(node *yaml.Node, path *keyPath, depth int) *tree {
	if s.nodes++; s.isTooBig {
		return nil
	}
	if depth > maxDepth || s.nodes > maxNodes {
		s.isTooBig = true
		text := fmt.Sprintf("the file is nested more than %d deep; a case file needs 8", maxDepth)
		if depth <= maxDepth {
			text = fmt.Sprintf("the file has more than %d entries; split it", maxNodes)
		}
		s.problems.add(foundProblem{path: path, text: text, at: positionOfNode(node)})
		return nil
	}
	s.refuseMarks(node, path)
	switch node.Kind {
	case yaml.MappingNode:
		return s.buildMap(node, path, depth)
	case yaml.SequenceNode:
		list := &tree{kind: treeList}
		for index, item := range node.Content {
			below := path.item(index)
			s.place(below, item)
			if built := s.build(item, below, depth+1); built != nil {
				list.items = append(list.items, built)
			}
		}
		return list
	case yaml.ScalarNode:
		return &tree{text: node.Value}
	case yaml.AliasNode, yaml.DocumentNode:
	}
	return nil
}

func (s *sourceTree) buildMap(node *yaml.Node, path *keyPath, depth int) *tree {
	built := &tree{kind: treeMap, fields: map[string]*tree{}}
	for at := 0; at+1 < len(node.Content); at += 2 {
		keyNode, value := node.Content[at], node.Content[at+1]
		key, isKey := s.keyOf(keyNode, path)
		if !isKey {
			continue
		}
		below := path.key(key)
		if value.Kind == yaml.ScalarNode && !isBlankNode(value) {
			s.place(below, value)
		} else {
			s.place(below, keyNode)
		}
		if built.fields[key] != nil {
			s.problems.add(foundProblem{path: below, text: "is there twice; keep one", at: positionOfNode(keyNode)})
			continue
		}
		field := s.build(value, below, depth+1)
		if field == nil {
			field = &tree{}
		}
		built.keys = append(built.keys, key)
		built.fields[key] = field
	}
	return built
}

func (s *sourceTree) keyOf(node *yaml.Node, path *keyPath) (string, bool) {
	if node.Kind != yaml.ScalarNode {
		s.problems.add(foundProblem{path: path, text: "has a key that is no plain text; write a plain key", at: positionOfNode(node)})
		return "", false
	}
	s.refuseMarks(node, path.key(node.Value))
	if node.Value != "<<" {
		return node.Value, true
	}
	s.problems.add(foundProblem{path: path, text: "has a merge key `<<`; write its keys out", at: positionOfNode(node)})
	return "", false
}

// refuseMarks: what is marked is still read, to find what else is wrong with it.
func (s *sourceTree) refuseMarks(node *yaml.Node, path *keyPath) {
	refuse := func(text, problem string) {
		s.problems.add(foundProblem{path: path, value: quoted(text), text: quoted(text) + " " + problem, at: positionOfNode(node)})
	}
	switch {
	case node.Kind == yaml.AliasNode:
		refuse("*"+node.Value, "is an alias; write the value out")
	case node.Anchor != "":
		refuse("&"+node.Anchor, "is an anchor; remove it")
	}
	if node.Style&yaml.TaggedStyle != 0 {
		refuse(node.LongTag(), "is a tag; remove it, every scalar is text")
	}
}

func (s *sourceTree) place(path *keyPath, node *yaml.Node) {
	if _, isThere := s.places[path.text]; !isThere {
		s.places[path.text] = *positionOfNode(node)
	}
}

func positionOfNode(node *yaml.Node) *Position {
	return &Position{max(1, node.Line), max(1, node.Column)}
}

// isBlankNode: nothing is written there; "" is something.
func isBlankNode(node *yaml.Node) bool {
	return node.Kind == yaml.ScalarNode && node.Value == "" && node.Style == 0 && node.Anchor == ""
}
