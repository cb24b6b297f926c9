package ragspanprocessor

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/ragspan/ragspan/collector/internal/cases"
	"github.com/ragspan/ragspan/collector/internal/model"
)

// judgingOptions are the options that change a verdict (spec §12), read and compiled.
func judgingOptions(config *Config) (model.JudgingOptions, error) {
	refusals, err := compileRefusals(config.Refusals)
	if err != nil {
		return model.JudgingOptions{}, err
	}
	corpus, err := readCorpus(config.CorpusManifest)
	if err != nil {
		return model.JudgingOptions{}, err
	}
	options := model.JudgingOptions{
		Corpus:       corpus,
		MaxScanBytes: config.MaxScanBytes,
		Refusals:     refusals,
		Hash:         model.NewTextHash(string(config.HashKey)),
	}
	for _, form := range config.AcceptForms {
		options.AcceptForms = append(options.AcceptForms, model.Form(form))
	}
	for _, tool := range config.RetrievalTools {
		options.RetrievalTools = append(options.RetrievalTools, model.RetrievalTool(tool))
	}
	if config.TopK > 0 {
		options.TopK = model.Some(config.TopK)
	}
	return options, nil
}

// compileRefusals reads plain strings, patterns between slashes, and {text: "/literal/"}.
func compileRefusals(written []any) ([]model.TextPattern, error) {
	var patterns []model.TextPattern
	var problems []error
	for at, one := range written {
		shape, isPattern := refusalShape(one)
		if !isPattern {
			problems = append(problems, fmt.Errorf("refusals[%d]: %v is neither a text nor {text: …}", at, one))
			continue
		}
		pattern, err := cases.CompilePattern(shape, false)
		if err != nil {
			problems = append(problems, fmt.Errorf("refusals[%d]: %q: %w", at, shape.Source, err))
			continue
		}
		patterns = append(patterns, pattern)
	}
	return patterns, errors.Join(problems...)
}

func refusalShape(written any) (cases.PatternShape, bool) {
	switch held := written.(type) {
	case string:
		return cases.PatternShape{Source: held}, held != ""
	case map[string]any:
		text, isText := held["text"].(string)
		return cases.PatternShape{Source: text, IsText: true}, isText && text != "" && len(held) == 1
	}
	return cases.PatternShape{}, false
}

var corpusLine = regexp.MustCompile(`^([0-9a-f]{32})(?:[0-9a-f]{32})?$`)

// readCorpus reads a digest a line, or the whole hash it is the first half of; blank lines and those that
// start with # are skipped.
func readCorpus(path string) (map[string]struct{}, error) {
	if path == "" {
		return nil, nil
	}
	manifest, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("corpus_manifest: %q: %w", path, err)
	}
	corpus := map[string]struct{}{}
	for at, line := range strings.Split(string(manifest), "\n") {
		word := strings.ToLower(strings.TrimSpace(line))
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		found := corpusLine.FindStringSubmatch(word)
		if found == nil {
			return nil, fmt.Errorf("corpus_manifest: %s:%d: not a digest of 32 hex characters", path, at+1)
		}
		corpus[found[1]] = struct{}{}
	}
	return corpus, nil
}
