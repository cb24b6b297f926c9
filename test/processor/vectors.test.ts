import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compilePattern, parseCases } from '../../src/cases/index.js';
import { judgingOptions, optionsFromSnakeCase, readOptions } from '../../src/config/index.js';
import { bytesSource, readSpanRecords } from '../../src/files/index.js';
import { judgeRun, runsOf } from '../../src/joining/judge-trace.js';
import type { RunVerdict } from '../../src/model/verdict.js';
import type { Pipeline } from '../../src/processor/pipeline.js';
import { configuredValueLimit, translateSpan, ValueLimitSurvey } from '../../src/translator/index.js';
import { vectorNames } from '../support/judge-vector.js';
import { testLogs } from '../support/sdk.js';
import { replay } from './replay.js';
import { casesOf, testProcessor } from './support.js';

const folder = join(import.meta.dirname, '../vectors');

async function inProcess(name: string): Promise<{ verdicts: string[]; expected: string[] }> {
  const file = (one: string): string => join(folder, name, one);
  const { records } = await readSpanRecords([bytesSource('trace.json', readFileSync(file('trace.json')))]);
  const given = existsSync(file('options.json'))
    ? (JSON.parse(readFileSync(file('options.json'), 'utf8')) as Record<string, unknown>)
    : {};
  const manifest = given['corpus_manifest'];
  if (typeof manifest === 'string') given['corpus_manifest'] = file(manifest);
  const options = optionsFromSnakeCase(given);
  const settings = readOptions(options, {});
  const parsed = existsSync(file('cases.yaml'))
    ? parseCases(readFileSync(file('cases.yaml'), 'utf8'), 'cases.yaml')
    : undefined;
  const book = parsed !== undefined && 'book' in parsed ? parsed.book : undefined;
  const fixed = judgingOptions(
    settings,
    (source) => {
      const compiled = compilePattern(source);
      return 'pattern' in compiled ? compiled.pattern : undefined;
    },
    () => undefined,
  );
  const survey = new ValueLimitSurvey();
  for (const record of records) survey.add(record);
  const resourceOf = new Map(records.map((record) => [`${record.traceId}/${record.spanId}`, record.resource.key]));
  let last = 0n;
  for (const record of records) if ((record.endTimeUnixNano ?? 0n) > last) last = record.endTimeUnixNano ?? 0n;
  const judged = new Map<string, RunVerdict>();
  const pipeline: Pipeline = {
    isReady: true,
    translate: (record) =>
      translateSpan(record, {
        hash: fixed.hash,
        limits:
          settings.valueLengthLimit === undefined
            ? survey.limitsOf(resourceOf.get(`${record.traceId}/${record.spanId}`) ?? '')
            : configuredValueLimit(settings.valueLengthLimit),
      }),
    runsOf: (facts) => runsOf(facts, book, fixed),
    judge: (run, cutShort) => {
      const result = judgeRun(run, book, {
        ...fixed,
        nowUnixMillis: Number(last / 1_000_000n),
        ...(cutShort === undefined ? {} : { cutShort }),
      });
      if (result !== undefined)
        judged.set(
          `${result.verdict.trace_id} ${result.verdict.verdict} ${result.verdict.reason ?? ''}`,
          result.verdict,
        );
      return result;
    },
  };
  const logs = testLogs();
  const { processor } = testProcessor(
    { ...options, emit: ['log_event'], loggerProvider: logs.provider },
    { cases: casesOf(book), pipeline },
  );
  await replay(processor, records);
  // A revision stands for the verdict it revises.
  const final: string[] = [];
  for (const record of logs.exporter.getFinishedLogRecords()) {
    const attributes = record.attributes as Record<string, unknown>;
    if (attributes['ragspan.revision'] !== undefined) final.pop();
    final.push(
      `${record.spanContext?.traceId ?? ''} ${String(attributes['gen_ai.evaluation.score.label'])} ${(attributes['ragspan.reason'] as string | undefined) ?? ''} ${String(attributes['gen_ai.evaluation.explanation'])}`,
    );
  }
  const expected = (JSON.parse(readFileSync(file('verdict.json'), 'utf8')) as { runs?: RunVerdict[] }).runs ?? [];
  return {
    verdicts: final.sort(),
    expected: expected.map((run) => `${run.trace_id} ${run.verdict} ${run.reason ?? ''} ${run.explanation}`).sort(),
  };
}

describe('a run in process has the verdict that it has in a file', () => {
  for (const name of vectorNames(folder)) {
    it(`in ${name}`, async () => {
      const { verdicts, expected } = await inProcess(name);
      expect(verdicts).toEqual(expected);
    });
  }
});
