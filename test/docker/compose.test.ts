/** The container stack: nothing here can be pulled or started, so what it is made of is held together by checks. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agreementFaults } from './agreement-faults.ts';
import { loadFault } from './compose-go.ts';
import { composeFaults, healthless } from './compose-faults.ts';
import { readStack } from './stack-files.ts';

const stack = readStack();
const text = readFileSync('docker/compose.yaml', 'utf8');

describe('compose.yaml', () => {
  it('is loaded by compose itself', () => {
    expect(loadFault(text)).toBe('');
  });

  it('pins every image, mounts what exists, and opens nothing beyond this machine', () => {
    expect(composeFaults(stack.compose)).toEqual([]);
  });

  it('has every part of the stack, and asks each for its health', () => {
    expect(Object.keys(stack.compose.services).sort()).toEqual(
      ['alertmanager', 'app', 'collector', 'grafana', 'jaeger', 'probe', 'prometheus', 'tempo'].sort(),
    );
    // The probe fills a volume and ends.
    expect(healthless(stack.compose)).toEqual(['probe']);
  });

  it('agrees with the configurations it mounts on every name and port', () => {
    expect(agreementFaults(stack)).toEqual([]);
  });

  it('scrapes all three sources of metrics', () => {
    const targets = stack.prometheus.scrape_configs.flatMap(({ static_configs }) =>
      static_configs.flatMap((one) => one.targets),
    );
    expect(targets).toEqual(expect.arrayContaining(['collector:8888', 'collector:9464', 'collector:9465']));
  });

  it('turns exemplars on where they are stored', () => {
    expect(stack.compose.services['prometheus']?.command).toContain('--enable-feature=exemplar-storage');
  });

  it('starts each program with the file that is mounted for it', () => {
    for (const [name, { command = [], volumes = [] }] of Object.entries(stack.compose.services)) {
      const mounted = volumes.map((volume) => volume.split(':')[1] ?? '');
      for (const argument of command) {
        const path = /^-{1,2}config(?:\.file)?=(.+)$/.exec(argument)?.[1];
        if (path !== undefined)
          expect(
            mounted.some((one) => path === one || path.startsWith(`${one}/`)),
            `${name} ${path}`,
          ).toBe(true);
      }
    }
  });

  it('gives the Collector the memory that docs/collector.md asks for, and says in docs/containers.md how much all take', () => {
    const mebibytes = Object.entries(stack.compose.services).map(([name, { deploy }]) => {
      const [, count, unit] = /^(\d+)([MG])$/.exec(deploy?.resources?.limits?.memory ?? '') ?? [];
      return [name, Number(count) * (unit === 'G' ? 1024 : 1)] as const;
    });
    const buffered = Number(/max_buffered_bytes: (\d+)/.exec(stack.collector.join('\n'))?.[1]) / 1024 ** 2;
    expect(Object.fromEntries(mebibytes)['collector']).toBeGreaterThan(buffered + 1024);
    const sum = mebibytes.reduce((all, [, one]) => all + one, 0) / 1024;
    const told = /add up to ([\d.]+) GB of memory/.exec(readFileSync('docs/containers.md', 'utf8'))?.[1];
    expect(Math.abs(sum - Number(told))).toBeLessThan(0.25);
  });

  it('gives the Collector and the application one case file', () => {
    const of = (name: string): unknown => stack.compose.services[name]?.environment?.['RAGSPAN_CASES'];
    expect(of('collector')).toBe(of('app'));
    for (const name of ['app', 'collector'])
      expect(stack.compose.services[name]?.volumes).toContain(`../demo/ragspan.cases.yaml:${String(of(name))}:ro`);
  });
});

describe('the checks of compose.yaml fire', () => {
  it.each([
    ['a key that compose does not know', /image: grafana\/tempo/, 'imagee: grafana/tempo', 'services.tempo.imagee'],
    ['a service that waits for nobody', /(?<=\n {6})alertmanager: \{/, 'alarm: {', 'alarm'],
    ['a volume nobody declared', / {2}tempo:\n {2}prometheus:\n/, '  prometheus:\n', 'tempo'],
    ['a duration that is none', 'interval: 10s', 'interval: ten', 'ten'],
  ])('compose, on %s', (_, found, planted, fault) => {
    expect(text).toMatch(found);
    expect(loadFault(text.replace(found, planted))).toContain(fault);
  });

  it.each<[string, (services: any, compose: any) => void, string]>([
    ['an image that floats', (services) => (services.grafana.image = 'grafana/grafana:latest'), 'not pinned'],
    ['an image without a tag', (services) => (services.grafana.image = 'grafana/grafana'), 'not pinned'],
    ['an image pinned to a minor version', (services) => (services.tempo.image = 'grafana/tempo:2.10'), 'not pinned'],
    ['a digest that is none', (services) => (services.tempo.image += '@sha256:12'), 'is no digest'],
    ['a port for everyone', (services) => (services.app.ports = ['8080:8080']), 'open beyond this machine'],
    [
      'a mounted file that is gone',
      (services) => (services.tempo.volumes[0] = './no.yaml:/etc/tempo/tempo.yaml:ro'),
      'does not exist',
    ],
    ['a folder over a file', (services) => (services.tempo.volumes[0] = './app:/etc/tempo/tempo.yaml:ro'), 'is a file'],
    [
      'a configuration mounted for writing',
      (services) => (services.tempo.volumes[0] = '../collector-config/tempo/tempo.yaml:/etc/tempo/tempo.yaml'),
      'for writing',
    ],
    ['a volume nobody declared', (_, compose) => delete compose.volumes.tempo, 'volume tempo is not declared'],
    ['a service without limits', (services) => delete services.jaeger.deploy, 'no limit'],
    ['a service that keeps capabilities', (services) => delete services.jaeger.cap_drop, 'keeps capabilities'],
    [
      'waiting for what is not there',
      (services) => (services.app.depends_on = { kafka: { condition: 'service_started' } }),
      'waits for kafka',
    ],
    ['waiting for a health that cannot be asked', (services) => delete services.jaeger.healthcheck, 'health of jaeger'],
    [
      'a Dockerfile that is gone',
      (services) => (services.app.build.dockerfile = 'docker/no.Dockerfile'),
      'no docker/no.Dockerfile',
    ],
    ['a stage that is gone', (services) => (services.collector.build.target = 'nothing'), 'no stage nothing'],
  ])('on %s', (_, plant, fault) => {
    const planted = structuredClone(stack.compose) as any;
    plant(planted.services, planted);
    expect(composeFaults(planted).join('\n')).toContain(fault);
  });
});

describe('the checks of the agreement fire', () => {
  it.each<[string, (files: any) => void, string]>([
    [
      'a scraped port that nobody opens',
      (files) => (files.prometheus.scrape_configs[0].static_configs[0].targets = ['collector:8889']),
      'collector does not listen on 8889',
    ],
    [
      'a scraped host that is no service',
      (files) => (files.prometheus.scrape_configs[0].static_configs[0].targets = ['otelcol:8888']),
      'names no service',
    ],
    [
      'a Collector that opens another port',
      (files) => (files.collector[0] = files.collector[0].replace(':9464', ':9465')),
      'job ragspan-connector: collector does not listen on 9464',
    ],
    [
      'a Collector whose own metrics moved',
      (files) => (files.collector[0] = files.collector[0].replace('port: 8888', 'port: 8880')),
      'job ragspan-collector',
    ],
    [
      'another Alertmanager',
      (files) => (files.prometheus.alerting.alertmanagers[0].static_configs[0].targets = ['alertmanager:9094']),
      'alertmanager does not listen on 9094',
    ],
    ['rule files that are gone', (files) => (files.prometheus.rule_files = ['rule/*.yaml']), 'finds nothing'],
    [
      'a data source elsewhere',
      (files) => (files.dataSources[1].url = 'http://tempo:3100'),
      'data source tempo: tempo does not listen on 3100',
    ],
    ['a backend that gets no traces', (files) => files.collector.pop(), 'sends no traces to jaeger'],
    [
      'traces to a wrong port',
      (files) => (files.compose.services.collector.environment.TRACES_ENDPOINT = 'tempo:4319'),
      'tempo does not listen on 4319',
    ],
    [
      'an exporter that no file defines',
      (files) => (files.collector[1] = files.collector[1].replace('otlp_grpc/jaeger:', 'otlp_grpc/j:')),
      'no file defines',
    ],
    [
      'an application that sends elsewhere',
      (files) => (files.compose.services.app.environment.OTEL_EXPORTER_OTLP_ENDPOINT = 'http://agent:4318'),
      'names no service',
    ],
    [
      'a published port that nobody opens',
      (files) => (files.compose.services.app.environment.PORT = '8081'),
      'app does not listen on 8080',
    ],
    [
      'a health check on a wrong port',
      (files) => (files.compose.services.tempo.healthcheck.test[2] = 'http://127.0.0.1:3201/ready'),
      'health check of tempo',
    ],
    ['dashboards that are not mounted', (files) => (files.dashboards = ['/var/lib/grafana/dashboards']), 'not mounted'],
  ])('on %s', (_, plant, fault) => {
    const planted = structuredClone(stack) as any;
    plant(planted);
    expect(agreementFaults(planted).join('\n')).toContain(fault);
  });
});
