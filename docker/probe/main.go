// Probe asks one address and says by its exit status whether the answer was a good one. Health checks call it in images
// that hold no shell and no wget; which images do changes from version to version.
package main

import (
	"fmt"
	"net/http"
	"os"
	"time"
)

const timeout = 3 * time.Second

func main() {
	if len(os.Args) != 2 {
		fmt.Println("usage: probe URL; exit status 0 when URL answers with 2xx within", timeout)
		return
	}
	if err := ask(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func ask(url string) error {
	client := http.Client{Timeout: timeout}
	response, err := client.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("%s answers %s", url, response.Status)
	}
	return nil
}
