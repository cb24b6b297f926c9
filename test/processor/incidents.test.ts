import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readIncident } from '../../src/incidents/incident-file.js';
import { textHash } from '../../src/model/digest.js';
import { disableGlobals, testMetrics, testProvider } from '../support/sdk.js';
import { run, SENT, testProcessor } from './support.js';

const hash = textHash();
const folder = (): string => join(mkdtempSync(join(tmpdir(), 'ragspan-frozen-')), 'incidents');
afterEach(() => disableGlobals());

describe('the option incidents', () => {
  it('is off by default', async () => {
    const { processor } = testProcessor();
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    run(tracer, { output: '14 days' });
    await provider.forceFlush();
    expect(existsSync('incidents')).toBe(false);
  });

  it('freezes the runs it is asked for, and no text unasked', async () => {
    const dir = folder();
    const { processor } = testProcessor({ incidents: { dir, when: ['H3'] } });
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    run(tracer);
    run(tracer, { output: 'The window is 14 days.' });
    expect(existsSync(dir)).toBe(false);
    await provider.forceFlush();
    const [file, ...others] = readdirSync(dir);
    expect(others).toEqual([]);
    const incident = await readIncident(join(dir, file ?? ''), hash);
    expect(incident).toMatchObject({
      verdict: { verdict: 'H3a', reason: 'contradiction', origin: 'sdk' },
      case: { id: 't0' },
      pins: { top_k: 3 },
      triple: { retrieval: { handed_on: 3 }, context: { bytes: SENT.length } },
    });
    expect(readFileSync(join(dir, file ?? ''), 'utf8')).not.toMatch(/window is|Context:/u);
  });

  it('counts and tells what the end of the process leaves unwritten', async () => {
    const dir = folder();
    const { processor, lines } = testProcessor({ incidents: { dir, when: ['H3'] } });
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    run(tracer, { output: 'The window is 14 days.' });
    run(tracer, { output: 'The window is 14 days.' });
    processor.decideAll();
    processor.loseIncidents();
    processor.loseIncidents();
    expect(lines.filter((line) => line.includes('not written'))).toEqual([
      expect.stringContaining('2 incidents were not written: the process ended first') as string,
    ]);
    await provider.forceFlush();
    expect(existsSync(dir)).toBe(false);
  });

  it('keeps text with consent, redacted by its own and the built-in redactors', async () => {
    const dir = folder();
    const { processor } = testProcessor({
      incidents: {
        dir,
        withText: true,
        redactors: [
          'email',
          {
            rule: 'days',
            find: (text) => [...text.matchAll(/14 days/gu)].map(({ index }) => ({ start: index, end: index + 7 })),
          },
        ],
      },
    });
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    run(tracer, { output: 'The window is 14 days, ask jane@example.test.' });
    await provider.forceFlush();
    const incident = await readIncident(join(dir, readdirSync(dir)[0] ?? ''), hash);
    expect(incident.triple?.output?.text).toMatchObject({
      text: 'The window is [redacted:days], ask [redacted:email].',
      redactions: [
        { offset: 14, bytes: 7, rule: 'days' },
        { offset: 27, bytes: 17, rule: 'email' },
      ],
    });
  });

  it('bounds rate, queue and number of files, counts what it leaves out and says it once', async () => {
    const metrics = testMetrics();
    const dir = folder();
    const { processor, lines, clock } = testProcessor({
      incidents: { dir, maxPerMinute: 3 },
      meterProvider: metrics.provider,
    });
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    for (let count = 0; count < 10; count += 1) run(tracer, { output: '14 days' });
    await provider.forceFlush();
    expect(readdirSync(dir)).toHaveLength(3);
    expect(lines.filter((line) => line.includes('incidents a minute'))).toHaveLength(1);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'incident_rate' })).toBe(7);
    clock.advance(60_000);
    run(tracer, { output: '14 days' });
    await provider.forceFlush();
    expect(readdirSync(dir)).toHaveLength(4);

    const full = testProcessor({ incidents: { dir, maxFiles: 4 }, meterProvider: metrics.provider });
    const second = testProvider((batched) => [full.processor, batched]);
    run(second.tracer, { output: '14 days' });
    await second.provider.forceFlush();
    expect(readdirSync(dir)).toHaveLength(4);
    expect(full.lines).toEqual([expect.stringContaining('holds 4 incidents')]);

    const busy = testProcessor({ incidents: { dir: folder(), maxPerMinute: 1000 }, meterProvider: metrics.provider });
    const third = testProvider((batched) => [busy.processor, batched]);
    for (let count = 0; count < 80; count += 1) run(third.tracer, { output: '14 days' });
    await third.provider.forceFlush();
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'incident_queue' })).toBe(30);
  });

  it('counts what the folder holds now: others write to it, and it is emptied while the process runs', async () => {
    const metrics = testMetrics();
    const dir = folder();
    const options = { incidents: { dir, maxFiles: 2 }, meterProvider: metrics.provider };
    const [one, other] = [testProcessor(options), testProcessor(options)];
    const providers = [one, other].map(({ processor }) => testProvider((batched) => [processor, batched]));
    const wrongAnswer = async (by: number): Promise<number> => {
      const [provider, dropped] = [providers[by], await metrics.sum('ragspan.dropped')];
      if (provider === undefined) throw new Error('no such process');
      run(provider.tracer, { output: '14 days' });
      await provider.provider.forceFlush();
      return ((await metrics.sum('ragspan.dropped')) ?? 0) - (dropped ?? 0);
    };
    expect([await wrongAnswer(0), await wrongAnswer(1), await wrongAnswer(0), await wrongAnswer(1)]).toEqual([
      0, 0, 1, 1,
    ]);
    expect(readdirSync(dir)).toHaveLength(2);
    const told = (): readonly string[] => one.lines.filter((line) => line.startsWith(dir));
    const full = `${dir} holds 2 incidents: no more are written`;
    expect(told()).toEqual([full]);
    // Moved to an archive.
    rmSync(dir, { recursive: true });
    one.clock.advance(60_000);
    expect([await wrongAnswer(0), await wrongAnswer(0), await wrongAnswer(0)]).toEqual([0, 0, 1]);
    expect(readdirSync(dir)).toHaveLength(2);
    const again = `${dir} has room again: incidents are written again`;
    expect(told()).toEqual([full, again]);
    one.clock.advance(60_000);
    expect(await wrongAnswer(0)).toBe(1);
    expect(told()).toEqual([full, again, full]);
  });

  it('never breaks the application: a folder that cannot be written is told once, spans go on', async () => {
    const metrics = testMetrics();
    const { processor, lines } = testProcessor({ incidents: { dir: '/dev/null/x' }, meterProvider: metrics.provider });
    const { provider, tracer, exporter } = testProvider((batched) => [processor, batched]);
    run(tracer, { output: '14 days' });
    run(tracer, { output: '14 days' });
    await provider.forceFlush();
    expect(exporter.getFinishedSpans().filter((span) => span.attributes['ragspan.verdict'] === 'H3a')).toHaveLength(2);
    expect(lines).toEqual([expect.stringContaining('an incident could not be written: /dev/null/x')]);
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'incident_failed' })).toBe(2);
  });

  it('writes what is waiting before shutdown is done', async () => {
    const dir = folder();
    const { processor } = testProcessor({ incidents: dir });
    const { provider, tracer } = testProvider((batched) => [processor, batched]);
    run(tracer, { output: '14 days' });
    await provider.shutdown();
    expect(readdirSync(dir)).toHaveLength(1);
  });
});

describe('onDecided', () => {
  it('is told of every run whose verdict stands, whatever it throws', async () => {
    const metrics = testMetrics();
    const seen: string[] = [];
    const { processor } = testProcessor({
      meterProvider: metrics.provider,
      onDecided: ({ verdict, run: { root } }) => {
        seen.push(`${root?.name ?? ''} ${verdict.verdict}`);
        throw new Error('mine');
      },
    });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer, { output: '14 days' });
    await provider.forceFlush();
    expect(seen).toEqual(['answer H3a']);
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('H3a');
    expect(await metrics.sum('ragspan.dropped', { 'ragspan.reason': 'internal_error' })).toBe(1);
  });
});
