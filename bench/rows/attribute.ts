/** Attributing a run against hashing the same bytes; and an agent that sends its history again each step. */
import { builtinInstructionPatterns } from '../../src/attribution/audit/instructions/instruction-text.js';
import { judgeRun } from '../../src/joining/judge-trace.js';
import { inTurn } from '../timing.ts';
import { millis, ratio, type Row } from '../table.ts';
import { BOOK, factsOf, HASH, OPTIONS, prose, random, runOf, texts, type Texts } from '../workload.ts';

/** Different runs in turn, so that nothing is remembered from the round before. */
const POOL = 64;
const BATCH = 32;

export function attributeRow(): Row[] {
  const pool = Array.from({ length: POOL }, (_, seed) => texts(seed, 20, 1024, 28 * 1024, 2048));
  const runs = pool.map((one, id) => runOf(factsOf(id, one), BOOK));
  const judge = (round: number): unknown => each(round, (index) => judgeRun(runs[index] as never, BOOK, OPTIONS));
  const hash = (round: number): unknown => each(round, (index) => hashAll(pool[index] as Texts));
  const verdict = judgeRun(runs[0] as never, BOOK, OPTIONS)?.verdict;
  if (verdict?.verdict !== 'HOLD' || verdict.chunks?.sent !== 20)
    throw new Error(`unexpected verdict ${JSON.stringify(verdict)}`);
  const { ratio: value, firstMillis, secondMillis } = inTurn(judge, hash, 200);
  const patterns = builtinInstructionPatterns();
  const look = (round: number): unknown =>
    each(round, (index) => pool[index]?.chunks.filter((text) => patterns.standIn(text)).length);
  // What is left of a run's judging without it is what it is set against.
  const { ratio: share, firstMillis: looking } = inTurn(look, judge, 200);
  const note = `${millis(firstMillis / BATCH)} a run; SHA-256 of its ${pool[0] === undefined ? 0 : Math.round(size(pool[0]) / 1024)} KB ${millis(secondMillis / BATCH)}`;
  return [
    {
      what: 'attribute a run: 20 chunks of 1 KB, 28 KB context, 2 KB output, against SHA-256',
      value,
      goal: 1.5,
      show: ratio,
      note,
    },
    {
      what: 'the same with its chunks read for instruction-like text, against without',
      value: 1 / (1 - share),
      goal: 1.05,
      show: ratio,
      note: `${millis(looking / BATCH)} of a run`,
    },
  ];
}

function each(round: number, work: (index: number) => unknown): unknown {
  let last: unknown;
  for (let i = 0; i < BATCH; i += 1) last = work((round * BATCH + i) % POOL);
  return last;
}

const size = ({ chunks, prompts, output }: Texts): number =>
  [...chunks, ...prompts, output].reduce((sum, text) => sum + text.length, 0);

function hashAll({ chunks, prompts, output }: Texts): number {
  let length = 0;
  for (const text of chunks) length += HASH.digest(text).length;
  for (const text of prompts) length += HASH.sha256(text).length;
  return length + HASH.sha256(output).length;
}

const STEPS = 12;

/** 12 calls, each with everything before it, against a run of one call: the last, whole. */
export function agentRow(): Row {
  const pool = Array.from({ length: 16 }, (_, seed) => {
    const one = texts(seed, 20, 1024, 28 * 1024, 2048);
    const next = random(seed + 1000);
    const steps = Array.from({ length: STEPS - 1 }, (__, step) => `Step ${step}: ${prose(2048, next)}`);
    return { ...one, prompts: [...one.prompts, ...steps] };
  });
  const agent = pool.map((one, id) => runOf(factsOf(id, one), BOOK));
  const single = pool.map((one, id) => {
    const facts = factsOf(id, one);
    const calls = facts.filter(({ kind }) => kind === 'model');
    return runOf([...facts.filter(({ kind }) => kind !== 'model'), ...calls.slice(-1)], BOOK);
  });
  const judge =
    (runs: typeof agent) =>
    (round: number): unknown =>
      judgeRun(runs[round % runs.length] as never, BOOK, OPTIONS);
  const { ratio: value, firstMillis, secondMillis } = inTurn(judge(agent), judge(single), 400);
  return {
    what: `an agent of ${STEPS} steps that sends its history again, against its last step alone`,
    value,
    goal: 2,
    show: ratio,
    note: `${millis(firstMillis)} against ${millis(secondMillis)}`,
  };
}
