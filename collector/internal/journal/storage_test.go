package journal_test

import (
	"bytes"
	"context"
	"errors"
	"sync"

	"go.opentelemetry.io/collector/extension/xextension/storage"
)

var errKilled = errors.New("killed")

// memory is a storage that outlives its clients.
type memory struct {
	mutex sync.Mutex
	held  map[string][]byte
	// left is how many more operations are done before the Collector is killed; less than 0: all.
	left int
	// done counts operations.
	done int
}

func newMemory() *memory { return &memory{held: map[string][]byte{}, left: -1} }

func (m *memory) do(operation *storage.Operation) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.left == 0 {
		return errKilled
	}
	m.left--
	m.done++
	switch operation.Type {
	case storage.Get:
		operation.Value = bytes.Clone(m.held[operation.Key])
	case storage.Set:
		m.held[operation.Key] = bytes.Clone(operation.Value)
	case storage.Delete:
		delete(m.held, operation.Key)
	}
	return nil
}

// Batch is no transaction: a kill comes between any two operations.
func (m *memory) Batch(_ context.Context, operations ...*storage.Operation) error {
	for _, one := range operations {
		if err := m.do(one); err != nil {
			return err
		}
	}
	return nil
}

func (m *memory) Get(_ context.Context, key string) ([]byte, error) {
	read := storage.GetOperation(key)
	err := m.do(read)
	return read.Value, err
}

func (m *memory) Set(_ context.Context, key string, value []byte) error {
	return m.do(storage.SetOperation(key, value))
}

func (m *memory) Delete(_ context.Context, key string) error {
	return m.do(storage.DeleteOperation(key))
}

func (m *memory) Close(context.Context) error { return nil }
