import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCases } from '../../src/cases/index.js';
import { diffIncident } from '../../src/incidents/diff.js';
import { freezeIncident } from '../../src/incidents/freeze-incident.js';
import { goldenCase } from '../../src/incidents/golden-case.js';
import { incidentText, sealed } from '../../src/incidents/incident-file.js';
import { checkSeal, predictable, predictIncident, predictionRows } from '../../src/incidents/predict.js';
import { divergenceText, paperForm } from '../../src/incidents/show/paper-form.js';
import { paperMarkdown } from '../../src/incidents/show/markdown.js';
import type { IncidentMessage } from '../../src/proto/messages.generated.js';
import { vectorRuns } from '../support/judge-vector.js';
import { canonical, FROZEN_AT, HASH } from './support.js';

const predict = (one: IncidentMessage): IncidentMessage => predictIncident(one, FROZEN_AT + 5n, HASH);

describe('predictions', () => {
  it('come from pins and need alone: other artifacts change nothing', async () => {
    const [a, c] = [await canonical('b'), await canonical('c')];
    const { triple: _triple, verdict: _verdict, ...blind } = a;
    expect(predictionRows(predictable(blind))).toEqual(predictionRows(predictable(a)));
    expect(predictionRows(predictable({ ...a, triple: c.triple as never, verdict: c.verdict as never }))).toEqual(
      predictionRows(predictable(a)),
    );
    expect(predict(blind).predictions).toEqual(predict(a).predictions);
  });

  it('say for each boundary what holding means, and what H1, H2 and H3 predict', async () => {
    const { boundaries } = paperForm(predict(await canonical('b')));
    expect(
      boundaries.map(({ boundary, predicted }) => [
        boundary,
        predicted.map((one) => `${one.hypothesis}: ${one.expects}`),
      ]),
    ).toEqual([
      ['retrieval', ['holds: rank ≤ 5', 'H1: rank > 5 or rank absent', 'H2: rank ≤ 5', 'H3: rank ≤ 5']],
      [
        'assembly',
        [
          'holds: bytes kept ≥ 35 and offset < 8192 token',
          'H1: offset absent',
          'H2: offset ≥ 8192 token or offset absent',
          'H3: offset present',
        ],
      ],
      ['generation', ['holds: expected text found', 'H3: contradicted, refused or missing']],
    ]);
  });

  it('are sealed once: pins, case, rows and time', async () => {
    const one = predict(await canonical('b'));
    expect(() => predict(one)).toThrow(/sealed at .*not written twice/u);
    expect(() => predict({ ...diffIncident(one, HASH), predictions: undefined as never })).toThrow(/already/u);
    expect(checkSeal(one, HASH).rows).toHaveLength(13);
    const { predictions } = one;
    if (predictions === undefined) throw new Error('no predictions');
    const forged: IncidentMessage[] = [
      { ...one, predictions: { ...predictions, rows: predictions.rows?.slice(1) ?? [] } },
      { ...one, predictions: { ...predictions, sealed_at_unix_nano: predictions.sealed_at_unix_nano - 1n } },
      { ...one, pins: { ...one.pins, top_k: 50 } },
      { ...one, case: { ...(one.case as { id: string }), id: 'other', needs: one.case?.needs ?? [] } },
    ];
    // Sealed anew as a whole, as somebody would who has the program.
    for (const wrong of forged)
      expect(() => diffIncident(sealed(wrong, HASH), HASH)).toThrow(/not those that were sealed/u);
  });

  it('bear the seal of their own incident: that of another with the same pins and need is none', async () => {
    const one = predict(await canonical('b'));
    const later = await canonical('b', { id: 'INC-later', nowUnixNano: FROZEN_AT + 60_000_000_000n });
    expect(later.pins).toEqual(one.pins);
    expect(later.case).toEqual(one.case);
    expect(() => diffIncident({ ...later, predictions: one.predictions as never }, HASH)).toThrow(
      /not those that were sealed/u,
    );
  });

  it('are never written after a diff, also when they were taken out again', async () => {
    const { predictions: _taken, ...diffed } = diffIncident(predict(await canonical('b')), HASH);
    expect(() => predict(diffed)).toThrow(/made already; a prediction after it is none/u);
  });

  it('say how many bytes must be kept only where one line is needed', async () => {
    const b = await canonical('b');
    const need = b.case?.needs?.[0] ?? {};
    const two = { pins: {}, case: { id: 'x', needs: [need, need] } };
    expect(predictionRows(two).some(({ measure }) => measure === 'kept_bytes')).toBe(false);
    expect(predictionRows({ ...two, case: { id: 'x', needs: [need] } })).toContainEqual(
      expect.objectContaining({ measure: 'kept_bytes', limit: 35 }),
    );
    // What cannot be numbered is predicted as absent.
    const absent = predictionRows(two).filter(({ relation }) => relation === 'absent');
    expect(absent.map(({ boundary, hypothesis }) => `${boundary} ${hypothesis}`)).toEqual([
      'retrieval H1',
      'assembly H1',
      'assembly H2',
    ]);
  });

  it('need a need', async () => {
    const { case: _case, ...bare } = await canonical('a');
    expect(() => predict(bare)).toThrow(/nothing says what it needed/u);
  });
});

describe('the diff', () => {
  it('is refused without sealed predictions', async () => {
    expect(() => diffIncident({ ...({} as IncidentMessage), id: 'INC-1' }, HASH)).toThrow(
      /sealed before it, and there are none/u,
    );
  });

  it.each([
    ['a', ['diverges', 'suspended', 'suspended'], ['H1']],
    ['b', ['holds', 'diverges', 'suspended'], ['H2']],
    ['c', ['holds', 'holds', 'diverges'], ['H3']],
  ] as const)('of incident %s marks the boundaries in order', async (name, states, fits) => {
    const { diff = [] } = diffIncident(predict(await canonical(name)), HASH);
    expect(diff.map(({ state }) => state)).toEqual(states);
    expect(diff.find(({ state }) => state === 'diverges')?.fits).toEqual(fits);
  });

  it('measures the rank against the k that was sealed, not against the log', async () => {
    const b = await canonical('b');
    const narrow = sealed({ ...b, pins: { ...b.pins, top_k: 2 } }, HASH);
    const [retrieval] = diffIncident(predict(narrow), HASH).diff ?? [];
    expect(retrieval).toMatchObject({ state: 'holds', measured: 3 });
    expect(retrieval?.fits).toBeUndefined();
  });

  it.each([
    ['output_unlogged', 2],
    ['output_incomplete', 2],
    ['output_unchecked', 2],
    ['engine_truncated', 1],
    ['transformed', 1],
    ['context_unlogged', 1],
    ['offset_unproven', 1],
    ['ambiguous_run', 0],
    ['case_stale', 0],
  ])('leaves open what %s leaves open, also where the bytes were seen', async (reason, index) => {
    const c = await canonical('c');
    const verdict = { ...(c.verdict as NonNullable<typeof c.verdict>), verdict: 'UNKNOWN', reason };
    const passed = { ...verdict, pattern: 'present/present/passes' };
    const { diff = [] } = diffIncident({ ...predict(c), verdict: passed }, HASH);
    expect(diff.map(({ state }) => state)).toEqual(
      [0, 1, 2].map((one) => (one < index ? 'holds' : one === index ? 'unknown' : 'suspended')),
    );
  });

  it('is the same by hashes alone', async () => {
    for (const name of ['a', 'b', 'c'] as const) {
      const withText = diffIncident(predict(await canonical(name)), HASH);
      const hashed = diffIncident(predict(await canonical(name, { withText: false })), HASH);
      expect(hashed.diff).toEqual(withText.diff);
    }
  });

  /** A call before the answering one, with one segment. */
  const earlier = (text: object) => ({
    sha256: '0'.repeat(64),
    bytes: 3,
    segments: [{ message: 0, part: 0, role: 'user', offset: 0, text: { sha256: '0'.repeat(64), bytes: 3, ...text } }],
  });

  it('looks at the calls before the answering one, too', async () => {
    const b = await canonical('b');
    const redactions = [{ offset: 0, bytes: 3, stored_bytes: 3, rule: 'x' }];
    const triple = { ...(b.triple as NonNullable<typeof b.triple>) };
    const redacted = { ...b, triple: { ...triple, earlier_contexts: [earlier({ text: '[x]', redactions })] } };
    expect(paperForm(redacted).redactions).toBe(paperForm(b).redactions + 1);
  });

  it('refuses artifacts that do not bear the verdict out', async () => {
    const b = await canonical('b');
    const c = await canonical('c');
    const triple = b.triple as NonNullable<typeof b.triple>;
    const verdict = b.verdict as NonNullable<typeof b.verdict>;
    const wrong: readonly (readonly [RegExp, Partial<IncidentMessage>])[] = [
      [/another trace/u, { triple: c.triple as never }],
      [/no item .* stands at rank 4/u, { verdict: { ...verdict, evidence: { ...verdict.evidence, rank: 4 } } }],
      [
        /context\.sha256/u,
        { triple: { ...triple, context: { ...(triple.context as { bytes: number }), sha256: '0' } } },
      ],
      [
        /is not the hash of the text/u,
        {
          triple: {
            ...triple,
            output: {
              text: {
                ...(triple.output?.text as { bytes: number; sha256: string }),
                text: 'x'.repeat(triple.output?.text?.bytes ?? 0),
              },
            },
          },
        },
      ],
      [
        /the text stands for 4 bytes/u,
        { triple: { ...triple, input: { ...(triple.input as { bytes: number; sha256: string }), text: 'what' } } },
      ],
      [
        /ends behind the output/u,
        { verdict: { ...verdict, evidence: { ...verdict.evidence, quote: { offset: 1e6, length: 1 } } } },
      ],
      [
        /earlier_contexts\[0\]\.segments\[0\]\.text\.sha256: is not the hash/u,
        { triple: { ...triple, earlier_contexts: [earlier({ text: 'xyz' })] } },
      ],
      [/triple: is missing/u, { triple: undefined as never }],
    ];
    for (const [problem, change] of wrong)
      expect(() => diffIncident({ ...predict(b), ...change }, HASH)).toThrow(problem);
    const items = triple.retrieval?.items ?? [];
    const retrieval = triple.retrieval as NonNullable<typeof triple.retrieval>;
    const more: readonly (readonly [RegExp, Partial<IncidentMessage>])[] = [
      // Another item at the rank, the item at another stage, the item below those handed on.
      [
        /stands at rank 3/u,
        {
          triple: {
            ...triple,
            retrieval: {
              ...retrieval,
              items: items.map((item) => (item.rank === 3 ? { ...item, digest: 'f'.repeat(32) } : item)),
            },
          },
        },
      ],
      [/stands at rank 3/u, { verdict: { ...verdict, evidence: { ...verdict.evidence, stage: 'rerank' } } }],
      [/was not handed on/u, { triple: { ...triple, retrieval: { ...retrieval, handed_on: 2 } } }],
      [
        /output\.text\.sha256: is not the output that was judged/u,
        { verdict: { ...verdict, sha256: { ...verdict.sha256, output: '0'.repeat(64) } } },
      ],
    ];
    for (const [problem, change] of more)
      expect(() => diffIncident({ ...predict(b), ...change }, HASH)).toThrow(problem);
    const inC = { ...(c.verdict as NonNullable<typeof c.verdict>) };
    expect(() =>
      diffIncident({ ...predict(c), verdict: { ...inC, evidence: { ...inC.evidence, offset: 0 } } }, HASH),
    ).toThrow(/does not stand at byte 0/u);
    expect(() =>
      diffIncident({ ...predict(c), verdict: { ...inC, evidence: { ...inC.evidence, offset: -1 } } }, HASH),
    ).toThrow(/the line stands at byte 110/u);
  });
});

/** Diffed as it was judged. */
async function diffedVector(name: string): Promise<IncidentMessage> {
  const [run] = await vectorRuns(join('test/vectors', name));
  if (run === undefined) throw new Error('no run');
  return diffIncident(predict(freezeIncident(run, { withText: true, nowUnixNano: FROZEN_AT })), HASH);
}

describe('artifacts that were redacted', () => {
  it('are not measured as if the bytes before the line were those that were sent', async () => {
    // Long texts lose their first bytes; line and question are shorter.
    const begins = { rule: 'begins', find: (text: string) => (text.length > 60 ? [{ start: 0, end: 3 }] : []) };
    const frozen = await canonical('c', { redactors: [begins] });
    expect(frozen.case?.needs?.[0]?.line).toBeDefined();
    expect(frozen.triple?.context?.segments?.some(({ text }) => text?.redactions !== undefined)).toBe(true);
    expect(diffIncident(predict(frozen), HASH).diff?.map(({ state }) => state)).toEqual(['holds', 'holds', 'diverges']);
  });
});

describe('what an engineer reads', () => {
  it.each([
    ['handed-on-less-than-k', 0, 'ABSENT', 'rank 2/3, k = 3 (≤ k, not handed on)'],
    ['h1-reranked-out', 0, 'ABSENT', 'rank 12/24, k = 8 (dropped by a later stage)'],
    ['log-enclosing-replaces', 0, 'ABSENT', 'rank 2/2, k = 2 (dropped by a later stage)'],
    ['log-enclosing-dropped-but-sent', 0, 'ABSENT', 'rank 2/3, k = 2 (≤ k, not handed on)'],
    ['route-candidate-sent-all-the-same', 0, 'ABSENT', 'rank 3/3, k = 2 (> k)'],
    ['agent-loop', 0, 'PRESENT', 'rank 3/4, k = 4 (≤ k)'],
    ['b29-refine-split', 1, 'ABSENT', 'no offset, 43 of 43 bytes kept, over several calls'],
    ['b29-first-words', 1, 'ABSENT', 'no offset, 20 of 43 bytes kept'],
    ['h2-refusal-abstained', 2, 'REFUSES', ''],
    ['h1-empty-abstained', 2, 'REFUSES', ''],
    ['join-two-questions-by-bytes', 2, 'UNSUPPORTED', ''],
    ['b46-near-duplicate', 2, 'CONTRADICTS', 'output byte 21, 7 bytes'],
  ] as const)('of %s, boundary %i: %s %s', async (name, index, found, numbers) => {
    expect(paperForm(await diffedVector(name)).boundaries[index]).toMatchObject({ found, numbers });
  });

  it('goes on with every hypothesis where the evidence came another way', async () => {
    const { diff = [] } = await diffedVector('h3a-outside-retrieval');
    expect(diff.map(({ state, fits }) => [state, fits])).toEqual([
      ['bypassed', ['H1']],
      ['holds', ['holds', 'H3']],
      ['diverges', ['H3']],
    ]);
  });

  it('does not say that nothing diverges where a boundary is not known', async () => {
    const form = paperForm(await diffedVector('b12-json-cut-by-limit'));
    expect(divergenceText(form)).toBe('not established: assembly is not known');
    expect(paperMarkdown(form)).toContain('| First divergence | not established: assembly is not known |');
    expect(divergenceText(paperForm(await diffedVector('agent-loop')))).toBe('none');
  });
});

describe('the paper form', () => {
  it('says the next step of the practice', async () => {
    const frozen = await canonical('c');
    expect(paperForm(frozen).next).toContain('predict INC-10c');
    expect(paperForm(predict(frozen)).next).toContain('diff INC-10c');
    const diffed = diffIncident(predict(frozen), HASH);
    expect(paperForm(diffed).next).toContain('split-test');
    const trial = {
      repair: 'ground',
      number: 1,
      at_unix_nano: 0n,
      triple_sha256: '',
      config_sha256: '',
      incident: 'INC-10c',
    };
    const tried = {
      ...diffed,
      trials: [
        { ...trial, verdict: { trace_id: '', verdict: 'HOLD', explanation: '' } },
        { ...trial, number: 2 },
        // It threw after its answer: it recovered nothing.
        { ...trial, number: 3, error: 'Error: no', verdict: { trace_id: '', verdict: 'HOLD', explanation: '' } },
      ],
    };
    expect(paperForm(tried)).toMatchObject({
      next: 'No repair has recovered it in every trial: try another, ragspan split-test',
      re_runs: { by_repair: [{ repair: 'ground', recovered: 1, trials: 3 }] },
    });
    const control = [1, 2, 3].map((number) => ({ ...trial, repair: '', number }));
    expect(paperForm({ ...diffed, trials: control }).next).toContain('Prove one repair');
    const hold = { trace_id: '', verdict: 'HOLD', explanation: '' };
    const held = [4, 5, 6].map((number) => ({ ...trial, number, verdict: hold }));
    expect(paperForm({ ...diffed, trials: [...control, ...held.slice(1)] }).next).toContain('try another');
    expect(paperForm({ ...diffed, trials: [...tried.trials, ...held] }).next).toBe(
      'Make it a golden case: ragspan incident to-case INC-10c',
    );
    expect(paperForm({ ...frozen, next: 'Call the vendor.' }).next).toBe('Call the vendor.');
  });

  it('as Markdown keeps text of the run text', async () => {
    const frozen = await canonical('c');
    const evil = '``` | </table><script>alert(1)</script>\n# x';
    const form = paperForm({
      ...frozen,
      triple: { ...frozen.triple, trace_id: '', input: { sha256: '', bytes: 0, text: evil } },
      notes: [evil],
    });
    const text = paperMarkdown(form);
    expect(text).toContain('```` ``` \\| </table><script>alert(1)</script> # x ````');
    expect(text).toContain('\\<script\\>');
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(1);
  });
});

describe('golden cases', () => {
  it('without text need the chunk, or take the line when it is given again', async () => {
    const hashed = await canonical('b', { withText: false });
    expect(incidentText(hashed, HASH)).not.toContain('refund PENDING');
    const bare = goldenCase(hashed, { hash: HASH });
    expect(bare.warnings).toEqual([expect.stringMatching(/give the text with --line/u)]);
    expect(bare.item).toContain('chunk:');
    expect(bare.item).toContain('input_sha256:');
    const whole = goldenCase(hashed, {
      hash: HASH,
      lines: ['refund PENDING, no reference issued'],
      input: 'Where is my refund?',
    });
    expect(whole.warnings).toEqual([]);
    expect(parseCases(`version: 1\ncases:\n${whole.item}`, 'x')).toMatchObject({
      book: { cases: [{ id: 'inc-10b' }] },
    });
    expect(whole.item).toContain('line: "refund PENDING, no reference issued"');
    expect(() => goldenCase(hashed, { hash: HASH, lines: ['refund pending'] })).toThrow(
      /not the line that was frozen/u,
    );
    expect(() => goldenCase(hashed, { hash: HASH, input: 'x' })).toThrow(/not the one that was frozen/u);
  });

  it.each([
    [
      'hold-accepted-by-service',
      ['the evidence was sent in the form html, which `accept_forms` allowed: keep it there'],
    ],
    ['log-k-of-service', ['k came from `services:` of the case file: keep it there']],
    ['h3b-incorrect-chunk', ['keep the chunks or the line that is incorrect declared: they make it H3b']],
    ['agent-loop', []],
  ])('say what of the verdict of %s no case can carry', async (name, warnings) => {
    expect(goldenCase(await diffedVector(name), { hash: HASH }).warnings).toEqual(warnings);
  });

  it('keep hostile text inside its quotes', async () => {
    const frozen = await canonical('c');
    const evil = '"]}\n- id: x\n#: &a *b !!js/function |';
    const golden = goldenCase(
      { ...frozen, case: { ...(frozen.case as { id: string }), when: { input: evil }, needs: [{ line: evil }] } },
      { hash: HASH },
    );
    const parsed = parseCases(`version: 1\ncases:\n${golden.item}`, 'x');
    expect(parsed).toHaveProperty('book');
    if (!('book' in parsed)) return;
    expect(parsed.book.cases).toHaveLength(1);
    expect(parsed.book.cases[0]?.needs[0]?.line?.source).toBe(evil);
  });
});
