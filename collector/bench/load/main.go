// Command load sends generated traces to an OTLP/HTTP receiver as fast as it takes them, and prints what
// it sent as one JSON object. The traces depend on the flags alone, ids included.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"
)

type sent struct {
	Traces  int     `json:"traces"`
	Spans   int     `json:"spans"`
	Seconds float64 `json:"seconds"`
	// Refused requests: neither accepted nor sent again.
	Refused int `json:"refused"`
}

func main() {
	endpoint := flag.String("endpoint", "http://127.0.0.1:4318/v1/traces", "where OTLP/HTTP is taken")
	kind := flag.String("kind", "rag", "rag: traces with retrieval, assembly and model call; plain: without; mixed: one rag in five")
	traces := flag.Int("traces", 10_000, "number of traces")
	perRequest := flag.Int("per-request", 50, "traces in a request")
	workers := flag.Int("workers", 2, "requests in flight")
	seed := flag.Uint64("seed", 1, "another seed gives other ids")
	flag.Parse()
	if _, isKnown := shapes[*kind]; !isKnown {
		fmt.Fprintf(os.Stderr, "-kind %q: there are rag, plain and mixed\n", *kind)
		os.Exit(2)
	}

	started := time.Now()
	var all sent
	var mutex sync.Mutex
	var group sync.WaitGroup
	for worker := range *workers {
		group.Go(func() {
			var own sent
			for first := worker * *perRequest; first < *traces; first += *workers * *perRequest {
				size := min(*perRequest, *traces-first)
				for _, body := range requests(*kind, *seed, first, size) {
					if post(*endpoint, body.bytes) {
						own.Spans += body.spans
					} else {
						own.Refused++
					}
				}
				own.Traces += size
			}
			mutex.Lock()
			defer mutex.Unlock()
			all.Traces += own.Traces
			all.Spans += own.Spans
			all.Refused += own.Refused
		})
	}
	group.Wait()
	all.Seconds = time.Since(started).Seconds()
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		os.Exit(1)
	}
}

func post(endpoint string, body []byte) bool {
	response, err := http.Post(endpoint, "application/x-protobuf", bytes.NewReader(body)) //nolint:noctx // one endpoint, to its end
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
