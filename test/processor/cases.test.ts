import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as reader from '../../src/cases/index.js';
import { readOptions } from '../../src/config/index.js';
import { setCodeCase } from '../../src/model/code-case.js';
import { openCaseSource } from '../../src/processor/open-case-source.js';
import { testMetrics, testProvider } from '../support/sdk.js';
import { C1, generate, QUESTION, retrieve, run, start, testProcessor } from './support.js';

const atOnce = { atOnce: () => reader, later: () => Promise.reject(new Error('not asked for')) };
const later = { atOnce: () => undefined, later: () => Promise.resolve(reader) };

const FILE = `
version: 1
cases:
  - id: refunds
    need: { line: "${C1}", line_is: correct }
    expect: { must: ["30 days"], must_not: ["14 days"] }
`;

const directories: string[] = [];
const caseFile = (source: string): string => {
  const directory = mkdtempSync(join(tmpdir(), 'ragspan-'));
  directories.push(directory);
  const path = join(directory, 'cases.yaml');
  writeFileSync(path, source);
  return path;
};
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

const sourceOf = (
  path: string,
  loader: Parameters<typeof openCaseSource>[3],
  lines: string[] = [],
  onReady = () => undefined as void,
) => openCaseSource(readOptions({ cases: path }, {}), (line) => lines.push(line), onReady, loader);

describe('the case file', () => {
  it('judges from the first span on', async () => {
    const cases = sourceOf(caseFile(FILE), atOnce);
    const { processor } = testProcessor({}, { cases });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    run(tracer);
    await provider.forceFlush();
    expect(spanNamed('answer').attributes).toMatchObject({ 'ragspan.verdict': 'HOLD', 'ragspan.case.id': 'refunds' });
    await processor.shutdown();
  });

  it('that is bad is told with line and key, and nothing is judged by it', () => {
    const lines: string[] = [];
    const path = caseFile('version: 1\ncases:\n  - id: Bad Id\n');
    const cases = sourceOf(path, atOnce, lines);
    expect(cases.book).toBeUndefined();
    expect(lines.join('\n')).toContain(`${path}:3:`);
    expect(lines.join('\n')).toContain('cases[0].id');
    cases.close();
  });

  it('that is huge, explodes or holds bad patterns is told, not thrown', () => {
    const bombs = [
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n`,
      'version: 1\ncases:\n  - id: a\n    need: { line: x }\n    expect: { must: ["/(/"] }\n',
      `version: 1\ncases: [${'['.repeat(20_000)}`,
      `# ${'x'.repeat(20_000_000)}`,
    ];
    for (const bomb of bombs) {
      const lines: string[] = [];
      const cases = sourceOf(caseFile(bomb), atOnce, lines);
      expect(cases.book?.cases ?? []).toEqual([]);
      expect(lines.length + (cases.book === undefined ? 0 : 1)).toBeGreaterThan(0);
      cases.close();
    }
  });

  it('that was named and is missing is told; the default one may be missing', () => {
    const lines: string[] = [];
    sourceOf('/nowhere/cases.yaml', atOnce, lines).close();
    expect(lines.join('\n')).toContain('/nowhere/cases.yaml');
    const quiet: string[] = [];
    openCaseSource(
      readOptions({}, {}),
      (line) => quiet.push(line),
      () => undefined,
      later,
    ).close();
    expect(quiet).toEqual([]);
  });
});

describe('a reader of case files that comes later, as in a bundle', () => {
  it('decides nothing before it is there, and then everything', async () => {
    const metrics = testMetrics();
    let ready: () => void = () => undefined;
    const cases = sourceOf(caseFile(FILE), later, [], () => ready());
    const { processor } = testProcessor({ meterProvider: metrics.provider }, { cases });
    ready = () => void processor.forceFlush();
    const { tracer } = testProvider((batched) => [processor, batched]);
    expect(cases.isReady).toBe(false);
    run(tracer);
    expect(processor.pendingCount).toBe(1);
    await vi.waitFor(() => expect(cases.isReady).toBe(true));
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.case.id': 'refunds' })).toBe(1);
    expect(processor.pendingCount).toBe(0);
    run(tracer);
    expect(await metrics.sum('ragspan.verdicts', { 'ragspan.verdict': 'HOLD' })).toBe(2);
    await processor.shutdown();
  });

  it('and never comes leaves runs without a case', async () => {
    const lines: string[] = [];
    const never = { atOnce: () => undefined, later: () => Promise.reject(new Error('no such file')) };
    const cases = sourceOf(caseFile(FILE), never, lines);
    const { processor } = testProcessor({}, { cases });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    await vi.waitFor(() => expect(cases.isReady).toBe(true));
    run(tracer);
    await provider.forceFlush();
    expect(spanNamed('answer').attributes['ragspan.verdict']).toBe('UNDECLARED');
    expect(lines.join()).toContain('cannot be loaded');
  });
});

describe('a case set in code', () => {
  const codeCase = { id: 'by-hand', need: { line: C1 }, expect: { must: ['31 days'] } };

  it('judges its run, and wins over the case file', async () => {
    const cases = sourceOf(caseFile(FILE), atOnce);
    const { processor } = testProcessor({}, { cases });
    const { provider, tracer, spanNamed } = testProvider((batched) => [processor, batched]);
    const root = start(tracer, 'run question', undefined, { 'ragspan.run.id': 'r1', 'ragspan.input': QUESTION });
    setCodeCase(root, codeCase);
    retrieve(tracer, root);
    generate(tracer, root);
    root.end();
    await provider.forceFlush();
    const span = spanNamed('run question');
    expect(span.attributes).toMatchObject({ 'ragspan.case.id': 'by-hand', 'ragspan.verdict': 'H3' });
    await processor.shutdown();
  });

  it('that is none is told once, and the run has no case', () => {
    const lines: string[] = [];
    const cases = openCaseSource(
      readOptions({ cases: false }, {}),
      (line) => lines.push(line),
      () => undefined,
      atOnce,
    );
    for (let i = 0; i < 3; i += 1) expect(cases.compileCase({ need: { line: '' } })).toBeUndefined();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('a case set in code is left out');
  });

  it('compiles refusals of the options', () => {
    const cases = openCaseSource(
      readOptions({ cases: false, refusals: ['sorry'] }, {}),
      () => undefined,
      () => undefined,
      atOnce,
    );
    expect(cases.compilePattern('sorry')?.source).toBe('sorry');
    expect(cases.compilePattern('/(/')).toBeUndefined();
  });
});
