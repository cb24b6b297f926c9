import { describe, expect, it } from 'vitest';
import { readStandardEnvironment } from '../../src/config/index.js';

describe('the standard environment', () => {
  it('unset means OTLP, trace context and baggage, and nothing to say', () => {
    expect(readStandardEnvironment({})).toMatchObject({
      exporters: { traces: ['otlp'], metrics: ['otlp'], logs: ['otlp'] },
      protocols: { traces: undefined, metrics: undefined, logs: undefined },
      propagators: ['tracecontext', 'baggage'],
      unserved: [],
    });
  });

  it('takes lists, in order, and none', () => {
    const { exporters, propagators, unserved } = readStandardEnvironment({
      OTEL_TRACES_EXPORTER: 'console, otlp',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: ' ',
      OTEL_PROPAGATORS: 'tracecontext',
    });
    expect(exporters).toEqual({ traces: ['console', 'otlp'], metrics: [], logs: ['otlp'] });
    expect(propagators).toEqual(['tracecontext']);
    expect(unserved).toEqual([]);
  });

  it('says in one line each what is not served, and what happens instead', () => {
    const { exporters, propagators, unserved } = readStandardEnvironment({
      OTEL_TRACES_EXPORTER: 'zipkin',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_PROPAGATORS: 'b3,baggage',
      OTEL_TRACES_SAMPLER: 'xray',
    });
    expect(exporters).toMatchObject({ traces: ['otlp'], metrics: [] });
    expect(propagators).toEqual(['baggage']);
    expect(unserved.map((line) => line.split(' (')[0])).toEqual([
      'OTEL_TRACES_EXPORTER: zipkin is not served',
      'OTEL_METRICS_EXPORTER: prometheus is not served',
      'OTEL_PROPAGATORS: b3 is not served',
      'OTEL_TRACES_SAMPLER: xray is not served',
    ]);
  });

  it('reads the protocol of each signal, else of all', () => {
    expect(
      readStandardEnvironment({
        OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
      }).protocols,
    ).toEqual({ traces: 'http/protobuf', metrics: 'grpc', logs: 'grpc' });
  });
});
