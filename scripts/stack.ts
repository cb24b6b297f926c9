/**
 * `npm run stack`: the whole stack on this machine, without containers, with the demo feeding it. Options
 * and what it prints are described in docs/local-stack.md. Ctrl-C ends all of it; nothing stays behind.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOptions } from '../demo/command-options.ts';
import { buildDistribution, buildJaeger } from './go-programs.ts';
import { findProgram, INSTALL } from './stack/debian.ts';
import { addressesOf, countVerdicts, notificationLine, placesToLook, verdictTable } from './stack/report.ts';
import { startApplication, startStack, type Application, type Stack } from './stack/whole.ts';

const port = (usual: number): { type: 'string'; default: string } => ({ type: 'string', default: String(usual) });
const values = commandOptions('npm run stack', {
  once: { type: 'boolean', default: false },
  fast: { type: 'boolean', default: false },
  'no-feed': { type: 'boolean', default: false },
  'otlp-grpc-port': port(4317),
  'otlp-http-port': port(4318),
  'jaeger-port': port(16686),
  'prometheus-port': port(9090),
  'alertmanager-port': port(9093),
});
const FACTOR = values.fast ? 60 : 1;

let stack: Stack | undefined;
let applications: Application[] = [];
let isEnding = false;
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
});

try {
  await main();
} catch (error) {
  if (!isEnding) console.error(error instanceof Error ? error.message : error);
  process.exitCode = isEnding ? 0 : 1;
} finally {
  await end();
}

type PortOption = Extract<keyof typeof values, `${string}-port`>;

function portOf(option: PortOption): number {
  const text = values[option];
  if (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535) return Number(text);
  throw new Error(`--${option}: ${JSON.stringify(text)} is no port from 0 to 65535`);
}

async function main(): Promise<void> {
  const preferred = {
    grpc: portOf('otlp-grpc-port'),
    http: portOf('otlp-http-port'),
    health: 13133,
    own: 8888,
    connector: 9464,
    sdk: 9465,
    jaeger: portOf('jaeger-port'),
    prometheus: portOf('prometheus-port'),
    alertmanager: portOf('alertmanager-port'),
  };
  const prometheus = findProgram('prometheus');
  const alertmanager = findProgram('alertmanager');
  const collector = await build('distribution', () => buildDistribution('default'), '4 minutes');
  const jaeger = await build('Jaeger', buildJaeger, '6 minutes');
  stack = await startStack({
    binaries: { collector, jaeger, prometheus, alertmanager },
    factor: FACTOR,
    preferred,
    onStarted: (name) => console.log(`  ${name.padEnd(14)} ready`),
    onNotification: (one) => console.log(notificationLine(one)),
  });
  for (const [name, found] of Object.entries({ Prometheus: prometheus, Alertmanager: alertmanager }))
    if (found === undefined) console.log(`  ${name.padEnd(14)} not found on PATH. To have it: ${INSTALL}`);
  console.log(`\n${addressesOf(stack)}\n`);
  if (values['no-feed']) {
    console.log('Nothing is fed in (--no-feed). Ctrl-C ends the stack.');
    return interrupted;
  }
  await feed(stack);
  console.log(`Verdicts found in Jaeger\n${verdictTable(await countVerdicts(stack.jaeger))}\n`);
  console.log(`Where to look\n${placesToLook(stack)}\n`);
  if (values.once) return;
  console.log(
    values.fast
      ? 'The demo keeps asking, and an hour of the alert rules is a minute (--fast). Notifications follow. Ctrl-C ends the stack.'
      : 'The demo keeps asking. Alerts need 20 runs and five minutes (with --fast: seconds). Ctrl-C ends the stack.',
  );
  await Promise.race([interrupted, ...applications.map((one) => one.exited)]);
}

/** One round of every scenario by each way; then again and again, unless it is to be once. */
async function feed({ collector }: Stack): Promise<void> {
  const ways = [
    { collector, service: 'support-bot', judge: 'collector' },
    { collector, service: 'support-bot-sdk', judge: 'sdk' },
  ] as const;
  const rounds = await Promise.all(ways.map((one) => startApplication({ ...one, once: true, pauseMillis: 20 })));
  for (const [at, one] of rounds.entries())
    if ((await Promise.race([one.exited, interrupted])) !== 0 && !isEnding)
      throw new Error(`the demo (${ways[at]?.service ?? ''}) failed:\n${one.output()}`);
  // The Collector waits half a second behind a root before it judges.
  await sleep(2000);
  if (!values.once) applications = await Promise.all(ways.map((one) => startApplication({ ...one, pauseMillis: 400 })));
}

async function build(name: string, make: () => Promise<{ path: string }>, cold: string): Promise<string> {
  const slow = setTimeout(() => console.log(`  ${name}: building, up to ${cold} the first time`), 2000);
  try {
    return (await make()).path;
  } finally {
    clearTimeout(slow);
  }
}

async function end(): Promise<void> {
  isEnding = true;
  await Promise.all(applications.map((one) => one.stop()));
  await stack?.stop();
  process.exit();
}
