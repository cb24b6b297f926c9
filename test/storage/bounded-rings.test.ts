import { describe, expect, it } from 'vitest';
import { LogEvents } from '../../src/storage/log-events.js';
import { RecentSpans } from '../../src/storage/recent-spans.js';

const event = (text: string) => ({ name: 'gen_ai.choice', timeUnixNano: 0n, attributes: { body: text }, droppedAttributesCount: 0 });

describe('the ring of recent spans', () => {
  it('gives the spans of one trace, oldest first, and forgets beyond its size', () => {
    const ring = new RecentSpans(3);
    for (const spanId of ['1', '2', '3', '4']) {
      ring.add({ traceId: spanId === '3' ? 'other' : 't', spanId }, spanId === '2' ? { spanId: '1', isRemote: true } : undefined, [1, 2]);
    }
    expect(ring.ofTrace('t')).toEqual([
      { place: { spanId: '2', parentSpanId: '1', isLocalRoot: true }, startTime: [1, 2] },
      { place: { spanId: '4', parentSpanId: undefined, isLocalRoot: true }, startTime: [1, 2] },
    ]);
    ring.clear();
    expect(ring.ofTrace('t')).toEqual([]);
  });
});

describe('log events that wait for their span', () => {
  const bounds = { maxSpans: 2, maxBytes: 10_000, timeoutMillis: 100 };

  it('are given once, in order', () => {
    const events = new LogEvents(bounds);
    events.add('t', 's', event('a'), 0);
    events.add('t', 's', event('b'), 1);
    expect(events.has('t', 's')).toBe(true);
    expect(events.peek('t', 's')).toHaveLength(2);
    expect(events.take('t', 's')?.map((one) => one.attributes['body'])).toEqual(['a', 'b']);
    expect(events.take('t', 's')).toBeUndefined();
    expect(events.size).toBe(0);
  });

  it('are bounded by count, bytes and age', () => {
    const events = new LogEvents(bounds);
    events.add('t', '1', event('a'), 0);
    events.add('t', '2', event('b'), 10);
    expect(events.add('t', '3', event('c'), 20)).toBe(1);
    expect(events.has('t', '1')).toBe(false);
    expect(events.add('t', '4', event('x'.repeat(20_000)), 30)).toBe(3);
    expect(events.size).toBe(0);
    events.add('t', '5', event('e'), 40);
    expect(events.nextMillis).toBe(140);
    expect(events.expire(139)).toBe(0);
    expect(events.expire(140)).toBe(1);
    expect(events.nextMillis).toBeUndefined();
  });
});
