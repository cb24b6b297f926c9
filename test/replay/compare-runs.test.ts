import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText } from '../../src/incidents/redaction/redact-text.js';
import { builtInRedactors } from '../../src/incidents/redaction/built-in-redactors.js';
import type { ReplayBoundaryMessage, TextMessage } from '../../src/proto/messages.generated.js';
import { compareRuns, type RunComparison } from '../../src/replay/compare/compare-runs.js';
import { firstDifference } from '../../src/replay/compare/first-difference.js';
import { context, HASH, item, made, PINS, text, type MadeRun } from './support.js';

const states = ({ boundaries }: RunComparison): readonly string[] => boundaries.map(({ state }) => state);
const of = (comparison: RunComparison, name: string): ReplayBoundaryMessage =>
  comparison.boundaries.find(({ boundary }) => boundary === name) as ReplayBoundaryMessage;

describe('two runs compared', () => {
  it('are the same when hashes and ranks are', () => {
    const comparison = compareRuns(made(), made());
    expect(states(comparison)).toEqual(['same', 'same', 'same']);
    expect(comparison).toMatchObject({ pins: [] });
    expect(comparison.changed).toBeUndefined();
  });

  it('are the same without any text, by hashes alone', () => {
    expect(states(compareRuns(made({ keep: false }), made()))).toEqual(['same', 'same', 'same']);
  });

  it('name retrieval first, and suspend what follows from it', () => {
    const now = made({ items: [item('b', 1), item('a', 2)], sent: ['frame b a', 'q'], output: 'other' });
    const comparison = compareRuns(made(), now);
    expect(comparison.changed).toBe('retrieval');
    expect(states(comparison)).toEqual(['changed', 'suspended', 'suspended']);
    // What is suspended shows no finding of its own; verdict and outcome are facts.
    expect(of(comparison, 'assembly')).toEqual({ boundary: 'assembly', state: 'suspended' });
    expect(of(comparison, 'generation').artifact).toBeUndefined();
    expect(of(comparison, 'generation').verdict_after).toBe('H3a contradiction');
  });

  it('show what came, what went and what moved', () => {
    const before = made({ items: [item('a', 1), item('b', 2), item('c', 3)] });
    const after = made({ items: [item('c', 1), item('a', 2), item('d', 3)] });
    const ranks = of(compareRuns(before, after), 'retrieval').items?.map((one) => [
      one.id,
      one.rank_before,
      one.rank_after,
    ]);
    expect(ranks).toEqual([
      ['doc/a', 1, 2],
      ['doc/b', 2, undefined],
      ['doc/c', 3, 1],
      ['doc/d', undefined, 3],
    ]);
  });

  it('are never ruled by scores or ids, which are shown', () => {
    const before = made({ items: [item('a', 1, { score: 0.9, id: 'x' }), item('b', 2)] });
    const after = made({ items: [item('a', 1, { score: 0.1, id: 'y' }), item('b', 2)] });
    const comparison = compareRuns(before, after);
    expect(states(comparison)).toEqual(['same', 'same', 'same']);
    expect(of(comparison, 'retrieval').items?.[0]).toMatchObject({ score_before: 0.9, score_after: 0.1 });
  });

  it('compare what was handed on, not the candidates below', () => {
    const run = (below: string): MadeRun => {
      const one = made({ items: [item('a', 1), item(below, 2, { fate: undefined as never })] });
      return { ...one, triple: { ...one.triple, retrieval: { ...one.triple.retrieval, handed_on: 1 } } };
    };
    expect(states(compareRuns(run('x'), run('y')))[0]).toBe('same');
  });

  it('keep a text that stands twice in a list apart', () => {
    const before = made({ items: [item('a', 1), item('a', 2), item('b', 3)] });
    const after = made({ items: [item('a', 1), item('b', 2), item('a', 3)] });
    expect(compareRuns(before, after).changed).toBe('retrieval');
    expect(of(compareRuns(before, before), 'retrieval').items).toHaveLength(3);
  });

  it('say nothing of a list that was not logged, lost items, or has no digest', () => {
    const [one] = [made()];
    const triple = (retrieval: object | undefined): MadeRun =>
      ({ ...one, triple: { ...one.triple, retrieval } }) as MadeRun;
    const reasonOf = (run: MadeRun): unknown => of(compareRuns(one, run), 'retrieval');
    expect(reasonOf(triple(undefined))).toMatchObject({ state: 'unknown', reason: 'retrieval_unlogged' });
    expect(reasonOf(triple({ content_off: true }))).toMatchObject({ state: 'unknown', reason: 'content_off' });
    expect(reasonOf(triple({ ...one.triple.retrieval, items: [item('x', 1)], lossy: true }))).toMatchObject({
      state: 'unknown',
      reason: 'lossy_capture',
    });
    const items = [item('a', 1), { rank: 2 }];
    expect(reasonOf(triple({ items }))).toMatchObject({ state: 'unknown', reason: 'invalid_text' });
  });

  it('tell an empty list from a full one', () => {
    expect(compareRuns(made(), made({ items: [] })).changed).toBe('retrieval');
    expect(compareRuns(made({ items: [] }), made({ items: [] })).changed).toBeUndefined();
  });

  it('name assembly with the first byte that differs and the chunks whose fate changed', () => {
    const after = made({
      items: [item('a', 1), item('b', 2, { fate: 'cut' })],
      sent: ['frame a', 'Where is my refund?'],
    });
    const comparison = compareRuns(made(), after);
    expect(comparison.changed).toBe('assembly');
    expect(of(comparison, 'assembly')).toMatchObject({
      artifact: { first_difference: { offset: 7, precision: 'byte', message: 0, part: 0, role: 'user' } },
      fates: [{ id: 'doc/b', before: 'sent', after: 'cut' }],
    });
    expect(of(comparison, 'generation').state).toBe('suspended');
  });

  it('find the difference in a later segment by its offset in the whole context', () => {
    const difference = of(compareRuns(made(), made({ sent: ['frame a b', 'Where is my rebate?'] })), 'assembly')
      .artifact?.first_difference;
    expect(difference).toEqual({ offset: 24, precision: 'byte', message: 1, part: 0, role: 'user' });
  });

  it('without text name the part that differs', () => {
    const difference = of(compareRuns(made({ keep: false }), made({ sent: ['frame a b', 'other'] })), 'assembly')
      .artifact?.first_difference;
    expect(difference).toEqual({ offset: 10, precision: 'segment', message: 1, part: 0, role: 'user' });
  });

  it('find where one context ends and the other goes on', () => {
    const longer = made({ sent: ['frame a b', 'Where is my refund?', 'and more'] });
    const difference = { offset: 30, precision: 'byte', message: 2 };
    expect(of(compareRuns(made(), longer), 'assembly').artifact?.first_difference).toMatchObject(difference);
    expect(of(compareRuns(longer, made()), 'assembly').artifact?.first_difference).toMatchObject(difference);
  });

  it('compare the contexts of every contributing call', () => {
    const [one] = [made()];
    const withEarlier = (words: string): MadeRun => ({
      ...one,
      triple: { ...one.triple, earlier_contexts: [context([words])] },
    });
    expect(compareRuns(withEarlier('map 1'), withEarlier('map 1')).changed).toBeUndefined();
    expect(of(compareRuns(withEarlier('map 1'), withEarlier('map 2')), 'assembly').artifact).toMatchObject({
      first_difference: { offset: 4, precision: 'byte' },
    });
    expect(compareRuns(withEarlier('map 1'), one).changed).toBe('assembly');
    // One call more that sent the very same.
    const twice = { ...one, triple: { ...one.triple, earlier_contexts: [one.triple.context] } } as MadeRun;
    expect(compareRuns(one, twice).changed).toBe('assembly');
    expect(compareRuns(twice, one).changed).toBe('assembly');
  });

  it('say nothing of a context that is unlogged, lossy, or partly at the provider', () => {
    const [one] = [made()];
    const withContext = (change: object | undefined): MadeRun =>
      ({
        ...one,
        triple: { ...one.triple, context: change === undefined ? undefined : { ...one.triple.context, ...change } },
      }) as MadeRun;
    const assembly = (run: MadeRun): unknown => of(compareRuns(one, run), 'assembly');
    expect(assembly(withContext(undefined))).toMatchObject({ state: 'unknown', reason: 'context_unlogged' });
    expect(assembly(withContext({ lossy: true, sha256: 'f'.repeat(64) }))).toMatchObject({
      state: 'unknown',
      reason: 'lossy_capture',
    });
    expect(assembly(withContext({ provider_held: true }))).toMatchObject({
      state: 'unknown',
      reason: 'context_unlogged',
    });
  });

  it('name generation with outcome and verdict, when all that was given to it is the same', () => {
    const now = made({ output: 'It is pending.', verdict: { verdict: 'HOLD', reason: undefined as never } });
    const comparison = compareRuns(made(), now);
    expect(comparison.changed).toBe('generation');
    expect(of(comparison, 'generation')).toMatchObject({
      artifact: { bytes_before: 17, bytes_after: 14, first_difference: { offset: 3, precision: 'byte' } },
      verdict_before: 'H3a contradiction',
      verdict_after: 'HOLD',
      outcome_after: 'answered',
    });
  });

  it('without text say that the output is another, and not where', () => {
    const artifact = of(compareRuns(made({ keep: false }), made({ output: 'other' })), 'generation').artifact;
    expect(artifact).toEqual({
      sha256_before: HASH.sha256('It was processed.'),
      sha256_after: HASH.sha256('other'),
      bytes_before: 17,
      bytes_after: 5,
    });
  });

  it('say nothing of an output that is unlogged or lossy', () => {
    const [one] = [made()];
    const withOutput = (output: object | undefined): MadeRun =>
      ({ ...one, triple: { ...one.triple, output } }) as MadeRun;
    expect(of(compareRuns(one, withOutput(undefined)), 'generation')).toMatchObject({ reason: 'output_unlogged' });
    expect(of(compareRuns(one, withOutput({ text: { ...text('x'), lossy: true } })), 'generation')).toMatchObject({
      state: 'unknown',
      reason: 'lossy_capture',
    });
  });

  it('are told apart by nothing when there is no run at all', () => {
    expect(states(compareRuns({}, {}))).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

describe('pins', () => {
  it('that differ are named, the question first', () => {
    const pins = { ...PINS, input_sha256: 'd'.repeat(64), top_k: 5, parameters: { temperature: '0.7', seed: '1' } };
    expect(compareRuns(made(), made({ pins })).pins).toEqual([
      { pin: 'input_sha256', from: JSON.stringify(PINS.input_sha256), to: JSON.stringify('d'.repeat(64)) },
      { pin: 'top_k', from: '3', to: '5' },
      { pin: 'seed', to: '1' },
    ]);
  });

  it('that one side did not log differ, too', () => {
    const { model: _model, ...pins } = PINS;
    expect(compareRuns(made(), made({ pins })).pins).toEqual([{ pin: 'model', from: '"ledger-model"' }]);
  });

  it('are named once, though the request names the model among its parameters', () => {
    const run = (model: string): MadeRun => made({ pins: { ...PINS, model, parameters: { model: `"${model}"` } } });
    expect(compareRuns(run('a'), run('b')).pins).toEqual([{ pin: 'model', from: '"a"', to: '"b"' }]);
  });

  it('give the fingerprint only when nothing else explains it', () => {
    const other = { config_sha256: 'e'.repeat(64) };
    expect(compareRuns(made(), made({ pins: { ...PINS, ...other } })).pins.map(({ pin }) => pin)).toEqual([
      'config_sha256',
    ]);
    expect(compareRuns(made(), made({ pins: { ...PINS, ...other, top_k: 9 } })).pins.map(({ pin }) => pin)).toEqual([
      'top_k',
    ]);
  });

  it('may be named as members of every object are', () => {
    const pins = { ...PINS, parameters: { ...PINS.parameters, constructor: '1', toString: '2' } };
    expect(compareRuns(made(), made({ pins })).pins.map(({ pin }) => pin)).toEqual(['constructor', 'toString']);
  });
});

describe('the first difference', () => {
  const redacted = (words: string): TextMessage => {
    const { text: stored, redactions } = redactText(words, builtInRedactors);
    return { ...text(words), text: stored, redactions };
  };

  it('is the first byte that differs, whatever the texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
        const difference = firstDifference(text(before), text(after));
        const [a, b] = [Buffer.from(before), Buffer.from(after)];
        if (a.equals(b)) {
          expect(difference).toBeUndefined();
          return;
        }
        const offset = difference?.offset ?? -1;
        expect(a.subarray(0, offset).equals(b.subarray(0, offset))).toBe(true);
        expect(a[offset]).not.toBe(b[offset]);
      }),
    );
  });

  it('is exact before a mark, and at or before a known byte behind one', () => {
    const before = redacted('Ask jo@example.com or the desk upstairs.');
    expect(before.redactions).toHaveLength(1);
    expect(firstDifference(before, text('Ask jo@example.com or the desk upstairs.'))?.precision).toBe('redacted');
    expect(firstDifference(before, text('Tell jo@example.com or the desk upstairs.'))).toEqual({
      offset: 0,
      precision: 'byte',
    });
    expect(firstDifference(before, text('Ask jo@example.com or the desk below.'))).toEqual({
      offset: 31,
      precision: 'at_or_before',
    });
    expect(firstDifference(before, text('Ask al@example.com or the desk upstairs.'))).toEqual({
      offset: 4,
      precision: 'redacted',
    });
    expect(firstDifference(before, text('Ask jo'))).toEqual({ offset: 4, precision: 'redacted' });
  });

  it('is never claimed beyond the first that differs, whatever was redacted', () => {
    const part = fc.oneof(
      fc.constantFrom('mail a@example.com ', 'card 4111 1111 1111 1111 ', 'plain words ', 'x', 'é'),
      fc.string({ maxLength: 5, unit: 'grapheme' }),
    );
    const words = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const difference = firstDifference(redacted(before), text(after));
        const [a, b] = [Buffer.from(before), Buffer.from(after)];
        if (a.equals(b)) return;
        let first = 0;
        while (a[first] === b[first]) first += 1;
        if (difference?.precision === 'byte') expect(difference.offset).toBe(first);
        else if (difference?.precision === 'at_or_before') expect(difference.offset).toBeGreaterThanOrEqual(first);
        else expect(difference?.precision).toBe('redacted');
      }),
    );
  });

  it('trusts no redaction that runs backwards', () => {
    const before = {
      ...text('abc'),
      redactions: [
        { offset: 2, bytes: 1, stored_bytes: 1, rule: 'x' },
        { offset: 0, bytes: 1, stored_bytes: 1, rule: 'x' },
      ],
    };
    expect(firstDifference(before, text('abd'))).toEqual({ offset: 0, precision: 'segment' });
  });
});
