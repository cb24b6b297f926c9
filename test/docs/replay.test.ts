/** docs/replay.md, run as a reader would: every command in its order, in a copy of the example. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReplayRecord } from '../../src/replay/record-file.js';
import { textHash } from '../../src/model/digest.js';

const page = readFileSync('docs/replay.md', 'utf8');
const blocks = [...page.matchAll(/^```(sh|text|js)\n(.*?)^```$/gmsu)].map(([, kind, body = '']) => ({ kind, body }));
const of = (kind: string): readonly string[] => blocks.filter((one) => one.kind === kind).map(({ body }) => body);

let folder = '';

async function run(command: string): Promise<{ readonly code: number; readonly output: string }> {
  const { RAGSPAN_HASH_KEY: _key, ...rest } = process.env;
  return new Promise((done) => {
    execFile(
      'sh',
      ['-c', `${command} 2>&1`],
      {
        cwd: folder,
        maxBuffer: 2 ** 24,
        env: {
          ...rest,
          PATH: `${join(folder, 'bin')}${delimiter}${rest['PATH'] ?? ''}`,
          COLUMNS: '80',
          OTEL_TRACES_EXPORTER: 'none',
          OTEL_METRICS_EXPORTER: 'none',
        },
      },
      (error, output) => done({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, output }),
    );
  });
}

beforeAll(() => {
  if (!existsSync('dist/cli.mjs')) throw new Error('npm run build comes first');
  folder = mkdtempSync(join(tmpdir(), 'ragspan-replay-walk-'));
  cpSync('examples/refunds', folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'ragspan'));
  symlinkSync(resolve('node_modules/@opentelemetry'), join(folder, 'node_modules', '@opentelemetry'));
  mkdirSync(join(folder, 'bin'));
  // What `npx ragspan` starts in an application that has it installed.
  writeFileSync(
    join(folder, 'bin', 'npx'),
    `#!/bin/sh\n[ "$1" = ragspan ] && shift && exec '${process.execPath}' '${resolve('dist/cli.mjs')}' "$@"\nexit 127\n`,
  );
  chmodSync(join(folder, 'bin', 'npx'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('docs/replay.md', () => {
  it('shows what its commands print', { timeout: 120_000 }, async () => {
    let printed = '';
    for (const command of of('sh').flatMap((body) => body.trim().split('\n'))) {
      const { code, output } = await run(command);
      expect(code, `${command}\n${output}`).toBe(0);
      printed += output;
    }
    expect(printed).toContain('missing_refusal');
    expect(printed).toContain('status 1');
    const lines = new Set(printed.split('\n').map((line) => line.trimEnd()));
    for (const line of of('text').flatMap((body) => body.split('\n')))
      expect(lines, `the page shows: ${line}`).toContain(line.trimEnd());
  });

  it('has a recorder that records what the application answers', { timeout: 60_000 }, async () => {
    const [code] = of('js');
    writeFileSync(join(folder, 'recorder.mjs'), code ?? '');
    writeFileSync(
      join(folder, 'serve.mjs'),
      `import { recorder } from './recorder.mjs';
       import { generation, retrieval, run } from 'ragspan';
       const input = 'Where is the refund of order 5120?';
       await run({ id: 'order-5120', input }, async () => {
         const [hit] = retrieval({ query: input, topK: 1 }, () => [{ id: 'ledger/1', text: 'refund PENDING for order 5120' }]);
         const said = await generation({ model: 'm', messages: [{ role: 'user', content: hit.text + input }] }, async () => 'It was processed.');
         recorder.note('order-5120', { requestId: 'req-5120', claims: [{ text: said, ids: ['ledger/1'] }] });
       });
       await recorder.flush();
       console.log(JSON.stringify(recorder.counts));`,
    );
    const { code: status, output } = await run('node serve.mjs');
    expect(status, output).toBe(0);
    expect(output).toContain('{"written":1,"dropped":0}');
    const record = await readReplayRecord(join(folder, 'replays', 'req-5120.replay.json'), textHash());
    expect(record.triple?.retrieval?.items?.[0]?.path).toMatch(/^ledger\.db#ledger\/\d+$/u);
    expect(record.claims).toMatchObject([{ text: { text: 'It was processed.' }, chunk_ids: ['ledger/1'] }]);
  });

  it('names every bucket', () => {
    for (const bucket of ['retrieval_miss', 'missing_refusal', 'sampler_noise', 'prompt_pressure', 'not_established'])
      expect(page).toContain(`\`${bucket}\``);
  });
});
