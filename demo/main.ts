/**
 * `npm run demo`: first the canonical three (`ragspan demo`), then the product in small, live.
 * `--live` leaves out the first part; `--format json` prints the live part for a program.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { commandOptions } from './command-options.ts';
import { runLive } from './live.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';
import { liveReport } from './report.ts';
import { styleFor } from './style.ts';

const values = commandOptions('npm run demo', {
  live: { type: 'boolean', default: false },
  format: { type: 'string', default: 'text' },
});

if (!values.live && values.format !== 'json') {
  const packageFile = createRequire(import.meta.url).resolve('ragspan/package.json');
  const command = fileURLToPath(new URL('./dist/cli.mjs', `file://${packageFile}`));
  const { status } = spawnSync(process.execPath, [command, 'demo'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  process.stdout.write('\n');
}

// Set up as an operator would: by environment, before the application starts.
const receiver = await startOtlpReceiver();
process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = receiver.url;
process.env['OTEL_SERVICE_NAME'] = 'support-bot';
process.env['RAGSPAN_CASES'] = fileURLToPath(new URL('./ragspan.cases.yaml', import.meta.url));
process.env['RAGSPAN_LOG'] ??= 'off';

// The built package, as an application has it; its types are those of the source.
const library: string = 'ragspan';
const ragspan = (await import(library)) as typeof import('../src/index.ts');
const running = ragspan.start();
try {
  const result = await runLive(ragspan, { receiver, flush: () => running.forceFlush() });
  const text =
    values.format === 'json'
      ? `${JSON.stringify(result, undefined, 2)}\n`
      : liveReport(result, styleFor(process.stdout, process.env));
  process.stdout.write(text);
} finally {
  await running.shutdown();
  await receiver.close();
}
