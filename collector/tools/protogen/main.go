// Protogen compiles proto/ragspan/v1/*.proto into Go, without protoc: a compiler in Go reads the files,
// and the generator of protoc-gen-go writes the messages. Run in collector/tools:
//
//	go run ./protogen            writes collector/internal/incidentfiles/ragspanv1
//	go run ./protogen --check    exit status 1 when it is out of date
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"
)

const (
	sourceRoot = "../../proto"
	goPackage  = "github.com/ragspan/ragspan/collector/internal/incidentfiles/ragspanv1"
	target     = "../internal/incidentfiles/ragspanv1"
)

func main() {
	isCheck := flag.Bool("check", false, "write nothing; exit status 1 when the files are out of date")
	flag.Parse()
	files, err := generated()
	if err == nil && *isCheck {
		err = compare(files)
	} else if err == nil {
		err = write(files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// generated are the Go files by name.
func generated() (map[string][]byte, error) {
	names, err := sources()
	if err != nil {
		return nil, err
	}
	compiler := protocompile.Compiler{
		Resolver: &protocompile.SourceResolver{ImportPaths: []string{sourceRoot}},
		// Comments go into the Go files.
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := compiler.Compile(context.Background(), names...)
	if err != nil {
		return nil, err
	}
	plugin, err := protogen.Options{}.New(request(names, compiled))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		internal_gengo.GenerateFile(plugin, plugin.FilesByPath[name])
	}
	response := plugin.Response()
	if response.Error != nil {
		return nil, fmt.Errorf("protoc-gen-go: %s", *response.Error)
	}
	files := map[string][]byte{}
	for _, file := range response.File {
		files[filepath.Base(file.GetName())] = []byte(file.GetContent())
	}
	return files, nil
}

// sources are the paths of the .proto files as they import each other, in order.
func sources() ([]string, error) {
	found, err := filepath.Glob(filepath.Join(sourceRoot, "ragspan", "v1", "*.proto"))
	if err != nil || len(found) == 0 {
		return nil, fmt.Errorf("no .proto file under %s: run this in collector/tools", sourceRoot)
	}
	for at, path := range found {
		inside, err := filepath.Rel(sourceRoot, path)
		if err != nil {
			return nil, err
		}
		found[at] = filepath.ToSlash(inside)
	}
	slices.Sort(found)
	return found, nil
}

// request is what protoc would hand to its plugin: each file after those it imports. The files name a
// package of their own as go_package; here it is ours.
func request(names []string, compiled linker.Files) *pluginpb.CodeGeneratorRequest {
	parameter := "paths=source_relative"
	for _, name := range names {
		parameter += ",M" + name + "=" + goPackage
	}
	asked := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: &parameter}
	seen := map[string]bool{}
	var add func(file linker.File)
	add = func(file linker.File) {
		if seen[file.Path()] {
			return
		}
		seen[file.Path()] = true
		described := protoutil.ProtoFromFileDescriptor(file)
		for _, imported := range described.Dependency {
			add(file.FindImportByPath(imported))
		}
		asked.ProtoFile = append(asked.ProtoFile, proto.CloneOf(described))
	}
	for _, file := range compiled {
		add(file)
	}
	return asked
}

func write(files map[string][]byte) error {
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	stale, err := others(files)
	if err != nil {
		return err
	}
	for _, path := range stale {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(target, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func compare(files map[string][]byte) error {
	const advice = "is out of date: run `go -C collector/tools run ./protogen`"
	stale, err := others(files)
	if err != nil {
		return err
	}
	if len(stale) > 0 {
		return fmt.Errorf("%s %s", stale[0], advice)
	}
	for name, content := range files {
		path := filepath.Join(target, name)
		if found, err := os.ReadFile(path); err != nil || !bytes.Equal(found, content) {
			return fmt.Errorf("%s %s", path, advice)
		}
	}
	return nil
}

// others are generated files there whose .proto is gone.
func others(files map[string][]byte) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(target, "*.pb.go"))
	return slices.DeleteFunc(found, func(path string) bool {
		_, isOurs := files[filepath.Base(path)]
		return isOurs
	}), err
}
