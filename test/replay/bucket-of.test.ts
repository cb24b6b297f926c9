import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, LEAST_REPLAYS, type BucketOptions } from '../../src/replay/buckets/bucket-of.js';
import type { ReplayEvidence } from '../../src/replay/buckets/replay-evidence.js';
import type { BucketViewMessage, VerdictMessage } from '../../src/proto/messages.generated.js';
import { made, PINS, type MadeRun, type RunShape } from './support.js';
import { cpuClock } from '../support/cpu-time.js';

const FAILS: RunShape = {};
const PASSES: RunShape = { output: 'It is pending.', verdict: { verdict: 'HOLD', reason: undefined as never } };
const REFUSES: RunShape = { output: 'I do not know.', verdict: { reason: 'refusal', outcome: 'abstained' } };
const H1 = { verdict: 'H1', reason: 'below_k', evidence: { rank: 47 }, explanation: 'rank 47/50 below k=5' };
const H2 = { verdict: 'H2', reason: 'cut', explanation: 'cut at 8192 token, chunk at 9104' };

const runs = (...shapes: readonly RunShape[]): MadeRun[] => shapes.map((shape) => made(shape));
const bucket = (
  subject: RunShape,
  replays: readonly ReplayEvidence[] = [],
  options: Partial<BucketOptions> = {},
): BucketViewMessage => bucketOf(made(subject), replays, { times: replays.length, ...options });

describe('a retrieval miss', () => {
  it('is an H1 that the application did not answer, or an H2', () => {
    expect(bucket({ verdict: { ...H1, outcome: 'abstained' } })).toMatchObject({
      bucket: 'retrieval_miss',
      because: expect.stringContaining('rank 47/50 below k=5'),
      first_fix: expect.stringContaining('rank 47'),
      replays: 0,
    });
    expect(bucket({ verdict: H2 })).toMatchObject({
      bucket: 'retrieval_miss',
      first_fix: expect.stringContaining('Account for the budget'),
    });
  });

  it('takes precedence over what replays say: nothing puts into the prompt what is not there', () => {
    const noisy = runs(FAILS, PASSES, FAILS);
    expect(bucket({ verdict: H2 }, noisy).bucket).toBe('retrieval_miss');
  });

  it('has a first fix for a reason that this ragspan does not know', () => {
    expect(bucket({ verdict: { ...H2, reason: 'of a later version' } }).first_fix).toBe('Repair assembly.');
    expect(bucket({ verdict: { ...H1, reason: '__proto__', outcome: 'abstained' } }).first_fix).toBe(
      'Repair retrieval.',
    );
  });
});

describe('a missing refusal', () => {
  it('is a retrieval that missed or found nothing, and an answer all the same; it precedes the miss itself', () => {
    expect(bucket({ verdict: H1 })).toMatchObject({
      bucket: 'missing_refusal',
      because: expect.stringContaining('the application answered'),
      // Both repairs are said, the refusal first.
      first_fix: expect.stringMatching(/refuse.*top_k/su),
    });
    expect(bucket({ verdict: { ...H1, reason: 'empty', outcome: 'answered_empty' } }).bucket).toBe('missing_refusal');
  });

  it('needs no case when zero items were retrieved', () => {
    const undeclared = { verdict: 'UNDECLARED', reason: undefined as never };
    expect(bucket({ verdict: { ...undeclared, outcome: 'answered_empty' } }).bucket).toBe('missing_refusal');
    expect(bucket({ verdict: { ...undeclared, outcome: 'answered' } }).bucket).toBe('not_established');
  });

  it('is none where the evidence came by another way than retrieval', () => {
    expect(bucket({ verdict: { verdict: 'HOLD', outcome: 'answered_empty' } }).bucket).toBe('not_established');
  });
});

describe("a sampler's noise", () => {
  it('is another outcome from the same input and the same sent context', () => {
    expect(bucket(FAILS, runs(FAILS, PASSES, FAILS))).toMatchObject({
      bucket: 'sampler_noise',
      because: expect.stringContaining('H3a contradiction answered ×2, HOLD answered ×1'),
      replays: 3,
      distinct_outputs: 2,
      temperature: '0.7',
    });
  });

  it('is none when the replays agree and only the record had another outcome: a case or an application has changed', () => {
    expect(bucket(FAILS, runs(PASSES, PASSES, PASSES))).toMatchObject({
      bucket: 'not_established',
      because:
        'the replays agree with each other (HOLD answered in all 3) and not with the record (H3a contradiction answered): the case, the application or the model has changed behind the same pins',
    });
    expect(bucket(PASSES, runs(FAILS, FAILS, FAILS), { refusalPermission: ['x'] })).toMatchObject({
      bucket: 'not_established',
      distinct_outputs: 1,
    });
  });

  it('is none in other words of the same outcome', () => {
    const wordings = ['It was processed!', 'Processed it was.', 'It was processed'].map((output) => ({ output }));
    const view = bucket(FAILS, runs(...wordings));
    expect(view).toMatchObject({ bucket: 'not_established', distinct_outputs: 3 });
  });

  it('is never said of fewer than three replays', () => {
    expect(bucket(FAILS, runs(PASSES, FAILS))).toMatchObject({ bucket: 'not_established', replays: 2 });
    expect(LEAST_REPLAYS).toBe(3);
  });

  it('is never said of replays with other pins, another question, another context, or none that was logged', () => {
    const cool = { ...PINS, parameters: { temperature: '0' } };
    const asked = { ...PINS, input_sha256: 'a'.repeat(64) };
    const different: RunShape[] = [
      { ...PASSES, pins: cool },
      { ...PASSES, pins: asked },
      { ...PASSES, sent: ['another prompt'] },
    ];
    for (const shape of different)
      expect(bucket(FAILS, runs(FAILS, FAILS, shape)), JSON.stringify(shape)).toMatchObject({
        bucket: 'not_established',
        replays: 2,
      });
    const [one] = runs(PASSES);
    const { context: _context, ...rest } = one?.verdict.sha256 ?? {};
    const unlogged = { ...one, verdict: { ...(one as MadeRun).verdict, sha256: rest } };
    expect(bucket(FAILS, [...runs(FAILS, FAILS), unlogged as ReplayEvidence]).replays).toBe(2);
  });

  it('says what to do when temperature is 0 already', () => {
    const pins = { ...PINS, parameters: { temperature: '0' } };
    const at = (shape: RunShape): RunShape => ({ ...shape, pins });
    expect(bucket(at(FAILS), runs(at(FAILS), at(PASSES), at(FAILS)))).toMatchObject({
      bucket: 'sampler_noise',
      temperature: '0',
      first_fix: expect.stringContaining('seed'),
    });
  });
});

describe('prompt pressure', () => {
  const markers = ['say that you do not know'];

  it('is the same failure each time, and no permission to refuse in the prompt', () => {
    expect(bucket(FAILS, runs(FAILS, FAILS, FAILS), { refusalPermission: markers })).toMatchObject({
      bucket: 'prompt_pressure',
      because: expect.stringContaining('in all 3 replays'),
      first_fix: expect.stringContaining('Permit a refusal'),
    });
  });

  it('is not established where the prompt permits a refusal, in whatever case and spacing', () => {
    const shape: RunShape = { sent: ['If it is not there, SAY that you\n do not know.', 'q'] };
    expect(bucket(shape, runs(shape, shape, shape), { refusalPermission: markers })).toMatchObject({
      bucket: 'not_established',
      because: expect.stringContaining('permits a refusal (message 0'),
    });
  });

  it('is not established without declared words, or without the text of the prompt', () => {
    const because = (options: Partial<BucketOptions>, shape: RunShape = FAILS): string =>
      bucket(shape, runs(shape, shape, shape), options).because;
    expect(because({})).toContain('no words were declared');
    expect(because({ refusalPermission: ['  '] })).toContain('no words were declared');
    expect(because({ refusalPermission: markers }, { keep: false })).toContain('text of the prompt was not kept');
  });

  it('is established by the text of a replay that sent the same bytes, when the record keeps none', () => {
    const shape: RunShape = { keep: false };
    const full = made(FAILS).triple;
    const options = { refusalPermission: markers, fullTriple: full };
    expect(bucket(shape, runs(shape, shape, shape), options).bucket).toBe('prompt_pressure');
    const other = made({ sent: ['another prompt'] }).triple;
    expect(bucket(shape, runs(shape, shape, shape), { ...options, fullTriple: other }).bucket).toBe('not_established');
  });

  it('is not established from a prompt that is redacted, lossy, or partly at the provider', () => {
    const subject = made(FAILS);
    const { context } = subject.triple;
    const [segment] = context?.segments ?? [];
    const broken = [
      { ...context, lossy: true },
      { ...context, provider_held: true },
      { ...context, segments: [] },
      {
        ...context,
        segments: [
          { ...segment, text: { ...segment?.text, redactions: [{ offset: 0, bytes: 1, stored_bytes: 1, rule: 'x' }] } },
        ],
      },
    ];
    for (const one of broken) {
      const changed = { ...subject, triple: { ...subject.triple, context: one } } as MadeRun;
      const view = bucketOf(changed, runs(FAILS, FAILS, FAILS), { times: 3, refusalPermission: markers });
      expect(view.bucket, view.because).toBe('not_established');
    }
  });

  it('hears no permission in what the assistant said itself', () => {
    const subject = made(FAILS);
    const segments = (subject.triple.context?.segments ?? []).map((one) => ({ ...one, role: 'assistant' }));
    const spoken = { ...subject, triple: { ...subject.triple, context: { ...subject.triple.context, segments } } };
    const view = bucketOf(spoken as MadeRun, runs(FAILS, FAILS, FAILS), { times: 3, refusalPermission: ['frame'] });
    expect(view.because).not.toContain('permits a refusal (message');
  });

  it('is not said of a refusal, of a corpus that is wrong, of what holds, or of what nobody declared', () => {
    const shapes: RunShape[] = [
      REFUSES,
      { verdict: { reason: 'refusal' } },
      { verdict: { verdict: 'H3b' } },
      PASSES,
      { verdict: { verdict: 'UNDECLARED', reason: undefined as never } },
    ];
    for (const shape of shapes)
      expect(bucket(shape, runs(shape, shape, shape), { refusalPermission: markers }).bucket).toBe('not_established');
  });

  it('is not said while a replay that was asked for is missing, failed, or not comparable', () => {
    const options = { refusalPermission: markers, times: 4 };
    const three = runs(FAILS, FAILS, FAILS);
    expect(bucket(FAILS, three, options).because).toContain('1 not made');
    expect(bucket(FAILS, [...three, { error: 'hung' }], options).because).toContain('1 failed or gave no run');
    expect(bucket(FAILS, [...three, ...runs({ sent: ['x'] })], options).because).toContain('1 sent another context');
    const [one] = runs(PASSES);
    expect(
      bucket(FAILS, [...three, { ...one, error: 'threw after its answer' } as ReplayEvidence], options).bucket,
    ).toBe('not_established');
    expect(bucket(FAILS, [...three, ...runs(FAILS)], options).bucket).toBe('prompt_pressure');
  });

  it('looks for its words in linear time', () => {
    const prompt = 'say that you do not kno '.repeat(40_000);
    const shape: RunShape = { sent: [prompt] };
    const cpuMillis = cpuClock();
    bucket(shape, runs(shape, shape, shape), { refusalPermission: Array.from({ length: 20 }, () => markers[0] ?? '') });
    expect(cpuMillis()).toBeLessThan(5_000);
  });
});

describe('an UNKNOWN', () => {
  const unknown: RunShape = { verdict: { verdict: 'UNKNOWN', reason: 'output_unchecked' } };

  it('in the record is said, and its replays may still show noise', () => {
    expect(bucket(unknown).because).toContain('the verdict is UNKNOWN (output_unchecked)');
    expect(bucket(unknown, runs(FAILS, PASSES, FAILS)).bucket).toBe('sampler_noise');
    expect(bucket(unknown, runs(FAILS, FAILS, FAILS), { refusalPermission: ['x'] })).toMatchObject({
      bucket: 'not_established',
      because: expect.stringContaining('H3a contradiction answered in all 3 replays'),
    });
  });

  it('among the replays is no other outcome', () => {
    expect(bucket(FAILS, runs(FAILS, FAILS, unknown))).toMatchObject({ bucket: 'not_established', replays: 2 });
  });
});

describe('the buckets, whatever the runs', () => {
  const shape = fc.constantFrom<RunShape>(
    FAILS,
    PASSES,
    REFUSES,
    { verdict: H1 },
    { verdict: { ...H1, outcome: 'abstained' } },
    { verdict: H2 },
    { verdict: { verdict: 'UNKNOWN', reason: 'timeout' } },
    { verdict: { verdict: 'UNDECLARED', reason: undefined as never, outcome: 'answered_empty' } },
    { verdict: { verdict: 'H3b' } },
    { sent: ['another prompt'] },
    { pins: { ...PINS, top_k: 9 } },
    { keep: false },
  );
  const evidence = fc.oneof(
    { weight: 6, arbitrary: shape.map((one): ReplayEvidence => made(one)) },
    fc.constant<ReplayEvidence>({ error: 'hung' }),
    fc.constant<ReplayEvidence>({}),
  );
  const replays = fc.array(evidence, { maxLength: 8 });
  const permission = fc.constantFrom([], ['say that you do not know'], ['frame']);

  it('move only towards not_established when replays are removed', () => {
    fc.assert(
      fc.property(shape, replays, permission, fc.nat({ max: 7 }), (subject, all, words, at) => {
        const options = { times: all.length, refusalPermission: words };
        const whole = bucketOf(made(subject), all, options);
        const fewer = bucketOf(made(subject), all.toSpliced(at, 1), options);
        if (fewer.bucket !== whole.bucket) expect(fewer.bucket).toBe('not_established');
      }),
      { numRuns: 1000 },
    );
  });

  it('do not depend on the order of replays', () => {
    fc.assert(
      fc.property(shape, replays, permission, (subject, all, words) => {
        const options = { times: all.length, refusalPermission: words };
        expect(bucketOf(made(subject), all.toReversed(), options).bucket).toBe(
          bucketOf(made(subject), all, options).bucket,
        );
      }),
    );
  });

  it('never change a verdict or anything they are given', () => {
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      Object.values(value).forEach(freeze);
    };
    fc.assert(
      fc.property(shape, replays, permission, (subject, all, words) => {
        const run = made(subject);
        const before: VerdictMessage = structuredClone(run.verdict);
        freeze(run);
        all.forEach(freeze);
        bucketOf(run, all, { times: all.length, refusalPermission: words });
        expect(run.verdict).toEqual(before);
      }),
    );
  });

  it('are never guessed: without three comparable replays only the bytes of the one run speak', () => {
    fc.assert(
      fc.property(shape, fc.array(evidence, { maxLength: 2 }), permission, (subject, all, words) => {
        const view = bucketOf(made(subject), all, { times: all.length, refusalPermission: words });
        expect(['retrieval_miss', 'missing_refusal', 'not_established']).toContain(view.bucket);
        const alone = bucketOf(made(subject), [], { times: 0 });
        expect(view.bucket).toBe(alone.bucket);
      }),
    );
  });
});
