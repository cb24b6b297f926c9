/** The whole stack on loopback: what is there of it starts, and all of it ends together. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAlertmanager, type Alertmanager } from './alertmanager.ts';
import { startCollector, type Collector, type CollectorPorts, type Overlay } from './collector.ts';
import { temporaryFolder } from './debian.ts';
import { startJaeger, type Jaeger } from './jaeger.ts';
import { startProgram, type Program } from './program.ts';
import { startPrometheus, type Prometheus } from './prometheus.ts';
import { startWebhook, type Notification, type Webhook } from './webhook.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface StackOptions {
  readonly binaries: {
    readonly collector: string;
    readonly jaeger: string;
    readonly prometheus?: string | undefined;
    readonly alertmanager?: string | undefined;
  };
  /** Divides every wait of rules and routes; 1 is as shipped. */
  readonly factor: number;
  readonly preferred?: Partial<CollectorPorts> & {
    readonly jaeger?: number;
    readonly prometheus?: number;
    readonly alertmanager?: number;
  };
  readonly cases?: string;
  onStarted?(name: string): void;
  onNotification?(one: Notification): void;
}

export interface Stack {
  readonly jaeger: Jaeger;
  readonly collector: Collector;
  readonly prometheus: Prometheus | undefined;
  readonly alertmanager: Alertmanager | undefined;
  readonly webhook: Webhook;
  stop(): Promise<void>;
}

export async function startStack(options: StackOptions): Promise<Stack> {
  const { binaries, factor, preferred = {}, onStarted = () => {} } = options;
  const folder = temporaryFolder('ragspan-stack');
  const programs: Program[] = [];
  const started = <T extends { readonly program: Program }>(one: T): T => {
    programs.push(one.program);
    onStarted(one.program.name);
    return one;
  };
  const webhook = await startWebhook(options.onNotification);
  const stop = async (): Promise<void> => {
    // The way of the data: whoever sends ends before whoever receives.
    for (const program of programs.toReversed()) await program.stop();
    await webhook.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const jaeger = started(await startJaeger(binaries.jaeger, folder, preferred.jaeger));
    const collector = started(
      await startCollector({
        binary: binaries.collector,
        folder: join(folder, 'collector'),
        config: 'gateway.yaml',
        overlay: nothingSampled(factor),
        cases: options.cases ?? join(root, 'demo/ragspan.cases.yaml'),
        traces: jaeger.otlp,
        preferred,
      }),
    );
    const alertmanager =
      binaries.alertmanager === undefined
        ? undefined
        : started(
            await startAlertmanager({
              binary: binaries.alertmanager,
              folder: join(folder, 'alertmanager'),
              webhook: webhook.url,
              factor,
              ...(preferred.alertmanager === undefined ? {} : { preferred: preferred.alertmanager }),
            }),
          );
    const prometheus =
      binaries.prometheus === undefined
        ? undefined
        : started(
            await startPrometheus({
              binary: binaries.prometheus,
              folder: join(folder, 'prometheus'),
              collector: collector.ports,
              factor,
              ...(alertmanager === undefined ? {} : { alertmanager: alertmanager.address }),
              ...(preferred.prometheus === undefined ? {} : { preferred: preferred.prometheus }),
            }),
          );
    return { jaeger, collector, prometheus, alertmanager, webhook, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The shipped gateway.yaml waits 90 s before it samples: here every trace is kept, and seen at once. */
const nothingSampled = (factor: number): Overlay => ({
  processors: { ragspan: { decision_wait_after_root_received: '500ms' }, batch: { timeout: '200ms' } },
  // In fast motion the windows of the rules are as short as one flush of the connector would be.
  connectors: { ragspan: factor === 1 ? {} : { metrics_flush_interval: '1s' } },
  service: { pipelines: { 'traces/keep': { processors: ['batch'] } } },
});

export interface ApplicationOptions {
  readonly collector: Collector;
  readonly service: string;
  readonly judge: 'sdk' | 'collector';
  readonly play?: readonly string[];
  readonly budget?: number;
  readonly pauseMillis?: number;
  readonly once?: boolean;
}

export interface Application {
  readonly exited: Promise<number>;
  output(): string;
  stop(): Promise<number>;
}

/** The demo as a process of its own. */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  const { collector, service, judge, play, budget, pauseMillis, once } = options;
  const program = await startProgram({
    name: service,
    argv: [
      process.execPath,
      join(root, 'demo/feed.ts'),
      ...['--judge', judge],
      ...(play === undefined ? [] : ['--play', play.join(',')]),
      ...(budget === undefined ? [] : ['--budget', String(budget)]),
      ...(pauseMillis === undefined ? [] : ['--pause', String(pauseMillis)]),
      ...(once === true ? ['--once'] : []),
    ],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: service },
  });
  return { exited: program.exited, output: () => program.output(), stop: () => program.stop() };
}
