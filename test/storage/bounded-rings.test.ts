import { describe, expect, it } from 'vitest';
import { LogEvents } from '../../src/storage/log-events.js';
import { placeOf, RecentSpans } from '../../src/storage/recent-spans.js';

const event = (text: string) => ({
  name: 'gen_ai.choice',
  timeUnixNano: 0n,
  attributes: { body: text },
  droppedAttributesCount: 0,
});

describe('the ring of recent spans', () => {
  it('gives those that are meant, oldest first, and forgets beyond its size', () => {
    const ring = new RecentSpans<number>(3);
    for (const span of [1, 2, 3, 4, 5]) ring.add(span);
    expect(ring.matching((span) => span !== 4)).toEqual([3, 5]);
    ring.clear();
    expect(ring.matching(() => true)).toEqual([]);
  });

  it('takes a span without parent, or with a remote one, for a local root', () => {
    const name = { traceId: 't', spanId: '1' };
    expect(placeOf(name, undefined)).toEqual({ spanId: '1', parentSpanId: undefined, isLocalRoot: true });
    expect(placeOf(name, { spanId: '0', isRemote: true })).toEqual({
      spanId: '1',
      parentSpanId: '0',
      isLocalRoot: true,
    });
    expect(placeOf(name, { spanId: '0' }).isLocalRoot).toBe(false);
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
