package ragspanconnector

import (
	"context"
	"time"
)

// flush tells all series to the next consumer. What it refuses is in the next flush: the sums are
// cumulative. Not for concurrent use.
func (c *tracesToMetrics) flush(ctx context.Context) error {
	c.mutex.Lock()
	now := c.flushTime()
	metrics := c.counter.ledger.metrics(now)
	c.mutex.Unlock()
	if metrics.ResourceMetrics().Len() == 0 {
		return nil
	}
	if err := c.next.ConsumeMetrics(ctx, metrics); err != nil {
		return err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.counter.ledger.accepted()
	c.counter.ledger.expire(now)
	return nil
}

// flushTime is later than that of the flush before: two points of one series at one time are a conflict.
func (c *tracesToMetrics) flushTime() time.Time {
	now := c.clock.now()
	if !now.After(c.flushedAt) {
		now = c.flushedAt.Add(time.Millisecond)
	}
	c.flushedAt = now
	return now
}

// lastFlush also tells what a first flush at zero has withheld.
func (c *tracesToMetrics) lastFlush(ctx context.Context) error {
	if err := c.flush(ctx); err != nil {
		return err
	}
	c.mutex.Lock()
	withholds := c.counter.ledger.withholds()
	c.mutex.Unlock()
	if !withholds {
		return nil
	}
	return c.flush(ctx)
}
