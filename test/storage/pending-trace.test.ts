import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/storage/held-span.js';
import { PendingTrace } from '../../src/storage/pending-trace.js';
import { span } from '../support/facts.js';

const place = (spanId: string, parentSpanId?: string, isLocalRoot = parentSpanId === undefined) => ({
  spanId,
  parentSpanId,
  isLocalRoot,
});

describe('a pending trace', () => {
  it('is open while a span is, or while a parent that ends here is awaited', () => {
    const trace = new PendingTrace<object>('t', 0);
    const child = trace.hold(place('child', 'root'), 0);
    trace.opened(child, {});
    expect(trace.isOpen).toBe(true);
    trace.ended(child, span('child'), true, 1);
    expect(trace.isOpen).toBe(true);
    trace.ended(trace.hold(place('root'), 0), span('root'), false, 1);
    expect(trace.isOpen).toBe(false);
  });

  it('does not wait for a remote parent', () => {
    const trace = new PendingTrace<object>('t', 0);
    trace.ended(trace.hold(place('child', 'far away', true), 0), span('child'), true, 1);
    expect(trace.isOpen).toBe(false);
  });

  it('knows the parts below each span, whatever the order in which spans end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        (shape, order) => {
          const spans = shape.map(([parent, isPart], index) => ({
            id: `s${index}`,
            parent: index === 0 ? undefined : `s${parent % index}`,
            isPart,
          }));
          const trace = new PendingTrace<object>('t', 0);
          const left = [...spans];
          while (left.length > 0) {
            const at = (order.next().value as number) % left.length;
            const [one] = left.splice(at, 1);
            if (one === undefined) break;
            trace.ended(trace.hold(place(one.id, one.parent), 0), span('x'), one.isPart, 1);
          }
          const below = (id: string): number =>
            spans
              .filter((one) => one.parent === id)
              .reduce((sum, one) => sum + (one.isPart ? 1 : 0) + below(one.id), 0);
          const spansBelow = (id: string): number =>
            spans.filter((one) => one.parent === id).reduce((sum, one) => sum + 1 + spansBelow(one.id), 0);
          for (const one of spans) {
            const held = trace.spans.get(one.id);
            expect(held?.partsBelow).toBe(below(one.id));
            expect(held?.spansBelow).toBe(spansBelow(one.id));
            expect(held === undefined ? -1 : partsOf(held)).toBe(below(one.id) + (one.isPart ? 1 : 0));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('walks a cycle once', () => {
    const trace = new PendingTrace<object>('t', 0);
    const a = trace.hold(place('a', 'b', false), 0);
    const b = trace.hold(place('b', 'a', false), 0);
    trace.ended(a, span('a'), true, 1);
    trace.ended(b, span('b'), true, 1);
    expect(trace.subtree(a)).toHaveLength(2);
    expect([...trace.above(a)]).toEqual([b]);
  });

  it('drops what is old, but not what younger spans stand under', () => {
    const trace = new PendingTrace<object>('t', 0);
    const root = trace.hold(place('root'), 0);
    trace.opened(root, {});
    trace.ended(trace.hold(place('old', 'root', false), 10), span('old', { at: [1, 5] }), true, 100);
    trace.ended(trace.hold(place('young', 'root', false), 500), span('young'), true, 100);
    expect(trace.dropOlder(100)).toEqual({ spans: 1, bytes: 100 });
    expect([...trace.spans.keys()]).toEqual(['root', 'young']);
    expect(trace.lostUntilUnixNano).toBe(5_000_000n);
    expect(trace.dropOlder(1_000)).toEqual({ spans: 2, bytes: 100 });
    expect(trace.spans.size).toBe(0);
    expect(trace.oldestHeldMillis(0)).toBeUndefined();
  });
});
