import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFinder, type Package, type PackageFinder } from '../../src/init/find-package.js';
import { recordUnsampled } from '../../src/init/index.js';
import { otherThanAsked } from '../../src/init/otlp-exporter.js';
import { findSdk, lineOfApi } from '../../src/init/sdk-line.js';

const Some = class Some {
  readonly is = 'a constructor';
};
const installed = (packages: Readonly<Record<string, Package>>): PackageFinder => ({ find: (name) => packages[name] });

const COMMON = {
  '@opentelemetry/context-async-hooks': { AsyncLocalStorageContextManager: Some },
  '@opentelemetry/core': {},
  '@opentelemetry/resources': {},
};
const HTTP = {
  '@opentelemetry/exporter-trace-otlp-http': {
    OTLPTraceExporter: class Http {
      readonly is = 'json';
    },
  },
};
const PROTO = {
  '@opentelemetry/exporter-trace-otlp-proto': {
    OTLPTraceExporter: class Proto {
      readonly is = 'protobuf';
    },
  },
};
const GRPC = {
  '@opentelemetry/exporter-trace-otlp-grpc': {
    OTLPTraceExporter: class Grpc {
      readonly is = 'gRPC';
    },
  },
};
const LINE_2 = { '@opentelemetry/sdk-trace-node': { NodeTracerProvider: Some } };
const LINE_3 = { '@opentelemetry/sdk-trace': { TracerProvider: Some } };

describe('the installed SDK', () => {
  it('is found on either line', () => {
    expect(findSdk(installed({ ...COMMON, ...HTTP, ...LINE_2 }), undefined, 2)).toMatchObject({
      sdk: { line: 2, readsEnvironment: true },
    });
    expect(findSdk(installed({ ...COMMON, ...HTTP, ...LINE_3 }), undefined, 3)).toMatchObject({
      sdk: { line: 3, readsEnvironment: false },
    });
  });

  it('exports by gRPC when asked for, and only then', () => {
    const every = installed({ ...COMMON, ...GRPC, ...HTTP, ...LINE_3 });
    expect(findSdk(every, 'grpc', 3)).toMatchObject({ sdk: { exporter: { protocol: 'grpc' } } });
    expect(findSdk(every, undefined, 3)).toMatchObject({ sdk: { exporter: { protocol: 'http/json' } } });
    const without = installed({ ...COMMON, ...HTTP, ...LINE_3 });
    expect(findSdk(without, 'grpc', 3)).toMatchObject({ sdk: { exporter: { protocol: 'http/json' } } });
  });

  it('exports by what is there, protobuf when asked for', () => {
    const both = installed({ ...COMMON, ...HTTP, ...PROTO, ...LINE_3 });
    const exporterOf = (found: ReturnType<typeof findSdk>) =>
      'sdk' in found ? found.sdk.exporter?.Exporter.name : undefined;
    expect(exporterOf(findSdk(both, undefined, 3))).toBe('Http');
    expect(exporterOf(findSdk(both, 'http/protobuf', 3))).toBe('Proto');
    expect(exporterOf(findSdk(installed({ ...COMMON, ...PROTO, ...LINE_3 }), 'http/json', 3))).toBe('Proto');
  });

  it('when it is missing is named for the line of the API', () => {
    expect(findSdk(installed({}), undefined, 2)).toEqual({
      missing: 'npm install @opentelemetry/sdk-trace-node@2 @opentelemetry/exporter-trace-otlp-http@0.223',
    });
    expect(findSdk(installed({}), undefined, 3)).toEqual({
      missing:
        'npm install @opentelemetry/sdk-trace@3 @opentelemetry/exporter-trace-otlp-http@0.301 @opentelemetry/context-async-hooks@3',
    });
    expect(lineOfApi({ trace: {} })).toBe(2);
    expect(lineOfApi({ trace: {}, logs: {} })).toBe(3);
  });

  it('when a part is missing has only that part named', () => {
    expect(findSdk(installed({ ...COMMON, ...LINE_2 }), undefined, 2)).toEqual({
      missing: 'npm install @opentelemetry/exporter-trace-otlp-http@0.223',
    });
    const { '@opentelemetry/context-async-hooks': _left, ...others } = COMMON;
    expect(findSdk(installed({ ...others, ...HTTP, ...LINE_3 }), undefined, 3)).toEqual({
      missing: 'npm install @opentelemetry/context-async-hooks@3',
    });
  });

  it('needs no exporter where nothing is to be exported', () => {
    expect(findSdk(installed({ ...COMMON, ...LINE_2 }), undefined, 2, false)).toMatchObject({ sdk: { line: 2 } });
    expect(findSdk(installed({ ...COMMON }), undefined, 3, false)).toHaveProperty('missing');
  });
});

describe('a protocol that is not sent', () => {
  it('is one line for all signals, with the packages and the port', () => {
    const sent = (['trace', 'metrics'] as const).map((signal) => ({
      signal,
      asked: 'grpc',
      protocol: 'http/json' as const,
    }));
    expect(otherThanAsked(sent, '0.223')).toEqual([
      'OTLP protocol grpc: spans, metrics go as http/json to the endpoint as it stands (4318 is the port for that, 4317 the one of gRPC). ' +
        'To have it: npm install @opentelemetry/exporter-trace-otlp-grpc@0.223 @opentelemetry/exporter-metrics-otlp-grpc@0.223',
    ]);
    expect(otherThanAsked([{ signal: 'logs', asked: 'http/thrift', protocol: 'http/json' }], '0.223')).toEqual([
      'OTLP protocol http/thrift: log records go as http/json to the endpoint as it stands. Served are http/json, http/protobuf, grpc',
    ]);
  });

  it('is no line where it is sent, or nobody asked', () => {
    const protocol = 'grpc';
    expect(otherThanAsked([{ signal: 'trace', asked: 'grpc', protocol }], '0.223')).toEqual([]);
    expect(otherThanAsked([{ signal: 'trace', asked: undefined, protocol }], '0.223')).toEqual([]);
  });
});

describe('a package that does not load', () => {
  it('is told once, in one line, wherever it was looked for', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ragspan-broken-'));
    try {
      const broken = join(folder, 'node_modules/broken-exporter');
      mkdirSync(broken, { recursive: true });
      writeFileSync(join(broken, 'index.js'), "require('its-missing-peer');");
      const told: unknown[] = [];
      const finder = packageFinder({}, (one) => told.push(one), [join(folder, 'a.js'), join(folder, 'b.js')]);
      expect(finder.find('broken-exporter')).toBeUndefined();
      expect(finder.find('broken-exporter')).toBeUndefined();
      expect(finder.find('absent-exporter')).toBeUndefined();
      expect(told).toEqual([{ name: 'broken-exporter', problem: "Cannot find module 'its-missing-peer'" }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('recordUnsampled', () => {
  it('records what the sampler drops, and leaves the rest', () => {
    const decide = (decision: number) =>
      recordUnsampled({ shouldSample: () => ({ decision, traceState: 'x' }), toString: () => 'S' });
    expect(decide(0).shouldSample()).toEqual({ decision: 1, traceState: 'x' });
    expect(decide(2).shouldSample()).toEqual({ decision: 2, traceState: 'x' });
    expect(String(decide(0))).toBe('RecordUnsampled{S}');
  });
});
