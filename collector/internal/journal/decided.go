package journal

import "context"

// MarkDecided keeps a key and its value, the newest maxDecided of them. A key that is marked again has
// its last value.
func (j *Journal) MarkDecided(ctx context.Context, key string, value []byte) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.isClosed {
		return ErrClosed
	}
	_, err := j.decided.append(ctx, encodeDecided(key, value), j.oldestDecided(j.decided.head+1))
	return err
}

// oldestDecided is the tail once head is the head. A journal opened with a lower bound gets rid of what
// is too much step by step.
func (j *Journal) oldestDecided(head uint64) uint64 {
	tail := j.decided.tail
	if head > j.maxDecided {
		tail = max(tail, head-j.maxDecided)
	}
	return min(tail, j.decided.tail+removeAtOnce)
}

// RecoverDecided gives the decided keys, each once with its last value, in the order of their last
// marking. Damaged ones are counted and left out.
func (j *Journal) RecoverDecided(ctx context.Context, visit func(key string, value []byte)) error {
	j.mutex.Lock()
	reading := *j.decided
	isClosed := j.isClosed
	j.mutex.Unlock()
	if isClosed {
		return ErrClosed
	}
	type mark struct {
		key   string
		value []byte
	}
	first := reading.tail
	if reading.head > j.maxDecided {
		first = max(first, reading.head-j.maxDecided)
	}
	var marks []mark
	last := map[string]int{}
	damaged := 0
	err := reading.read(ctx, first, reading.head, func(_ uint64, payload []byte, err error) error {
		if payload == nil && err == nil {
			return nil
		}
		key, value := "", []byte(nil)
		if err == nil {
			key, value, err = decodeDecided(payload)
		}
		if err != nil {
			damaged++
			return nil
		}
		last[key] = len(marks)
		marks = append(marks, mark{key, value})
		return nil
	})
	j.mutex.Lock()
	j.decided.damaged += damaged
	j.mutex.Unlock()
	if err != nil {
		return err
	}
	for at, one := range marks {
		if last[one.key] == at {
			visit(one.key, one.value)
		}
	}
	return nil
}

// forgetDecided removes all decided keys.
func (j *Journal) forgetDecided(ctx context.Context) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	for j.decided.tail < j.decided.head {
		tail := min(j.decided.tail+removeAtOnce, j.decided.head)
		numbers := make([]uint64, 0, tail-j.decided.tail)
		for number := j.decided.tail; number < tail; number++ {
			numbers = append(numbers, number)
		}
		if err := j.decided.remove(ctx, numbers, tail); err != nil {
			return err
		}
	}
	return nil
}
