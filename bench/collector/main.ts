/**
 * `npm run bench:collector [traces] [rounds]`: ragspan beside groupbytrace and tail_sampling between one
 * receiver and one exporter, each under the same generated load, in turn. Spans per second per core are
 * spans by the CPU time of the Collector itself, so that the load, which shares the machine, does not count.
 */
import { fileURLToPath } from 'node:url';
import { built, hashOf } from '../../scripts/binary-cache.ts';
import { exec } from '../../scripts/exec.ts';
import { buildDistribution } from '../../scripts/go-programs.ts';
import { bytes, isMissed, tableOf, type Row } from '../table.ts';
import { median } from '../timing.ts';
import { measure, type Load, type Measured } from './collector-run.ts';

const WAIT_SECONDS = 2;
const DRAIN_MILLIS = 5_000;
const ROOM = 400_000;

/** All hold a trace for two seconds, and none drops one for want of room. */
const sides = {
  'pass-through': {},
  ragspan: {
    ragspan: {
      decision_wait_after_root_received: `${WAIT_SECONDS}s`,
      num_traces: ROOM,
      max_buffered_bytes: 4 * 1024 ** 3,
      decision_cache: { size: 2 * ROOM },
    },
  },
  'ragspan, attach: trace': {
    ragspan: {
      attach: 'trace',
      decision_wait: '30s',
      decision_wait_after_root_received: `${WAIT_SECONDS}s`,
      num_traces: ROOM,
      max_buffered_bytes: 4 * 1024 ** 3,
      decision_cache: { size: 2 * ROOM },
    },
  },
  groupbytrace: { groupbytrace: { wait_duration: `${WAIT_SECONDS}s`, num_traces: ROOM } },
  tail_sampling: {
    tail_sampling: {
      decision_wait: `${WAIT_SECONDS}s`,
      num_traces: ROOM,
      policies: [{ name: 'all', type: 'always_sample' }],
    },
  },
} as const;
type Side = keyof typeof sides;

const collector = fileURLToPath(new URL('../../collector', import.meta.url));
const [traces = 20_000, rounds = 5] = process.argv.slice(2).map(Number);
const programs = { collector: (await buildDistribution('bench')).path, load: await buildLoad() };

const results = new Map<string, Measured[]>();
const keyOf = (side: Side, kind: Load['kind']): string => `${side} ${kind}`;
const plans: readonly (readonly [Side, Load['kind']])[] = [
  ...(['ragspan', 'ragspan, attach: trace', 'groupbytrace', 'tail_sampling'] as const).map(
    (side) => [side, 'rag'] as const,
  ),
  ...(['ragspan', 'groupbytrace', 'tail_sampling'] as const).map((side) => [side, 'mixed'] as const),
  ...(['pass-through', 'ragspan', 'groupbytrace', 'tail_sampling'] as const).map((side) => [side, 'plain'] as const),
];
for (let round = 0; round < rounds; round += 1)
  // Every other round backwards: a drift of the machine hits all sides alike.
  for (const [side, kind] of round % 2 === 0 ? plans : plans.toReversed()) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${round + 1} of ${rounds}: ${keyOf(side, kind)}`);
    const measured = await measure(programs, sides[side], { kind, traces, seed: round + 1 }, DRAIN_MILLIS);
    const key = keyOf(side, kind);
    results.set(key, [...(results.get(key) ?? []), measured]);
  }
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

const of = (side: Side, kind: Load['kind'], what: (one: Measured) => number): number =>
  median((results.get(keyOf(side, kind)) ?? []).map(what));
const rate = (side: Side, kind: Load['kind']): number => of(side, kind, (one) => one.spansPerCoreSecond);
const thousands = (value: number): string => `${(value / 1000).toFixed(0)} k`;
const figures = (side: Side, kind: Load['kind']): string =>
  `${thousands(rate(side, kind))} spans/s/core, peak ${of(side, kind, (one) => one.peakMebibytes).toFixed(0)} MiB`;

/** Median of the rounds' own ratios of CPU time, second side by first. */
function cpuRatio(side: Side, other: Side, kind: Load['kind']): number {
  const others = results.get(keyOf(other, kind)) ?? [];
  return median(
    (results.get(keyOf(side, kind)) ?? []).map((one, at) => one.cpuSeconds / (others[at]?.cpuSeconds ?? Number.NaN)),
  );
}

const share = (value: number): string => `${value.toFixed(2)} ×`;
const rows: Row[] = [
  {
    what: 'CPU time of mixed traffic (one trace in five is a run), against groupbytrace',
    value: cpuRatio('ragspan', 'groupbytrace', 'mixed'),
    goal: 1 / 1.5,
    show: share,
    note: `${figures('ragspan', 'mixed')} against ${figures('groupbytrace', 'mixed')}`,
  },
  {
    what: 'the same, against tail_sampling(always_sample)',
    value: cpuRatio('ragspan', 'tail_sampling', 'mixed'),
    show: share,
    note: figures('tail_sampling', 'mixed'),
  },
  {
    what: 'CPU time of RAG traces alone, each judged, against groupbytrace',
    value: cpuRatio('ragspan', 'groupbytrace', 'rag'),
    goal: 1 / 1.5,
    show: share,
    note: `${figures('ragspan', 'rag')} against ${figures('groupbytrace', 'rag')}`,
  },
  {
    what: 'the same, attach: trace',
    value: cpuRatio('ragspan, attach: trace', 'groupbytrace', 'rag'),
    show: share,
    note: figures('ragspan, attach: trace', 'rag'),
  },
  {
    what: 'CPU time of RAG traces, against tail_sampling(always_sample)',
    value: cpuRatio('ragspan', 'tail_sampling', 'rag'),
    show: share,
    note: figures('tail_sampling', 'rag'),
  },
  {
    what: 'CPU time of traces without a RAG span, against a pass-through',
    value: cpuRatio('ragspan', 'pass-through', 'plain'),
    goal: 1.05,
    show: share,
    note: `${figures('ragspan', 'plain')} against ${figures('pass-through', 'plain')}`,
  },
  {
    what: 'the same, groupbytrace against a pass-through',
    value: cpuRatio('groupbytrace', 'pass-through', 'plain'),
    show: share,
    note: figures('groupbytrace', 'plain'),
  },
  {
    what: 'the same, tail_sampling against a pass-through',
    value: cpuRatio('tail_sampling', 'pass-through', 'plain'),
    show: share,
    note: figures('tail_sampling', 'plain'),
  },
  await pendingRow(),
  {
    what: 'spans lost by ragspan',
    value: Math.max(
      ...[...results]
        .filter(([key]) => key.startsWith('ragspan'))
        .flatMap(([, all]) => all.map((one) => Math.abs(one.lost))),
    ),
    goal: 0,
    show: (value) => `${value}`,
    note: `of ${[...results.values()].flat().reduce((sum, one) => sum + one.spans, 0)} sent over all sides; by the others ${Math.max(
      ...[...results].filter(([key]) => !key.startsWith('ragspan')).flatMap(([, all]) => all.map((one) => one.lost)),
    )}`,
  },
];
console.log(tableOf(rows));
const missed = rows.filter(isMissed).length;
console.log(missed === 0 ? 'every goal is met' : `${missed} goals missed`);

/** Of a run whose retrieval, assembly and model call have ended, and whose root has not come; hashes alone. */
async function pendingRow(): Promise<Row> {
  const argv = ['go', 'test', './ragspanprocessor', '-run', '^$', '-bench', 'PendingRun', '-benchtime', '3x'] as const;
  const { output } = await exec({ argv, cwd: collector });
  const held = Number(/([\d.]+) B\/run/.exec(output)?.[1]);
  return {
    what: 'held per pending run (six spans, the root not among them), text left out',
    value: held,
    goal: 4096,
    show: bytes,
    note: 'heap after a collection, 20,000 runs',
  };
}

async function buildLoad(): Promise<string> {
  const folder = `${collector}/distribution/build`;
  const { path } = await built({
    name: 'ragspan-load',
    hash: hashOf([], collector, [`${collector}/bench/load`, `${collector}/go.mod`, `${collector}/go.sum`]),
    folder: `${folder}/load`,
    build: async () => {
      const output = `${folder}/ragspan-load`;
      const { status, output: said } = await exec({
        argv: ['go', 'build', '-o', output, './bench/load'],
        cwd: collector,
      });
      if (status !== 0) throw new Error(said);
      return output;
    },
  });
  return path;
}
