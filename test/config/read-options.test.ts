import { describe, expect, it } from 'vitest';
import { OPTION_TABLE, optionsFromSnakeCase, readOptions } from '../../src/config/index.js';

const read = (options: Parameters<typeof readOptions>[0], environment: Record<string, string> = {}) => {
  const warnings: string[] = [];
  return { settings: readOptions(options, environment, (line) => warnings.push(line)), warnings };
};

describe('options', () => {
  it('prefers option to environment to default', () => {
    expect(read({ topK: 3 }, { RAGSPAN_TOP_K: '4' }).settings.topK).toBe(3);
    expect(read({}, { RAGSPAN_TOP_K: '4' }).settings.topK).toBe(4);
    expect(read({}).settings.topK).toBeUndefined();
    expect(read({}).settings.timeoutMillis).toBe(600_000);
  });

  it('goes through the environment when called bare', () => {
    process.env['RAGSPAN_MAX_RUNS'] = '7';
    try {
      expect(readOptions().maxRuns).toBe(7);
    } finally {
      delete process.env['RAGSPAN_MAX_RUNS'];
    }
  });

  it('warns of a bad option and asks the environment', () => {
    const { settings, warnings } = read({ topK: -1 }, { RAGSPAN_TOP_K: '4' });
    expect(settings.topK).toBe(4);
    expect(warnings).toEqual(['option `topK` is outside 1 to 9007199254740991; it is left out']);
  });

  it('warns of a bad environment value and falls back to the default', () => {
    const { settings, warnings } = read({}, { RAGSPAN_TIMEOUT_MILLIS: 'soon', RAGSPAN_EMIT: 'attributes,pigeon' });
    expect(settings.timeoutMillis).toBe(600_000);
    expect(settings.emit).toEqual(['attributes', 'span_event']);
    expect(warnings).toEqual([
      'RAGSPAN_EMIT holds "pigeon", which is not one of attributes, span_event, log_event; it is left out',
      'RAGSPAN_TIMEOUT_MILLIS is not a whole number; it is left out',
    ]);
  });

  it('never repeats the key of the hash in a warning', () => {
    const { warnings } = read({ hashKey: 5 as never });
    expect(warnings.join()).not.toContain('5 ');
    expect(warnings).toHaveLength(1);
  });

  it('takes an empty variable for an unset one', () => {
    expect(read({}, { RAGSPAN_TOP_K: ' ' })).toEqual({ settings: read({}).settings, warnings: [] });
  });

  it('warns of an option that does not exist', () => {
    expect(read({ top_k: 3 } as never).warnings).toEqual(['there is no option `top_k`']);
  });

  it('reads lists, tools and refusals from the environment', () => {
    const { settings, warnings } = read(
      {},
      {
        RAGSPAN_ACCEPT_FORMS: 'ws, nfc',
        RAGSPAN_RETRIEVAL_TOOLS: 'search_*, lookup',
        RAGSPAN_REFUSALS: '["Nichts gefunden, leider", {"text": "/a/"}]',
        RAGSPAN_EMIT: 'none',
      },
    );
    expect(warnings).toEqual([]);
    expect(settings.acceptForms).toEqual(['ws', 'nfc']);
    expect(settings.retrievalTools).toEqual([{ name: 'search_*' }, { name: 'lookup' }]);
    expect(settings.refusals).toEqual(['Nichts gefunden, leider', { text: '/a/' }]);
    expect(settings.emit).toEqual([]);
    expect(read({}, { RAGSPAN_REFUSALS: 'Leider, nein' }).settings.refusals).toEqual(['Leider, nein']);
    expect(read({}, { RAGSPAN_RETRIEVAL_TOOLS: '[{"name":"s","text":"a[].b"}]' }).settings.retrievalTools).toEqual([
      { name: 's', text: 'a[].b' },
    ]);
  });

  it('reads the standard variables after its own', () => {
    expect(read({}, { OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '99' }).settings.valueLengthLimit).toBe(99);
    const both = { OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '99', OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: '50' };
    expect(read({}, both).settings.valueLengthLimit).toBe(50);
    expect(read({}, { ...both, RAGSPAN_VALUE_LENGTH_LIMIT: '10' }).settings.valueLengthLimit).toBe(10);
    const capture = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
    expect(read({}, { [capture]: 'SPAN_ONLY' }).settings.captureContent).toBe(true);
    expect(read({}, { [capture]: 'EVENT_ONLY' }).settings.captureContent).toBe(false);
    expect(read({}, { [capture]: 'true', RAGSPAN_CAPTURE_CONTENT: 'off' }).settings.captureContent).toBe(false);
  });

  it('knows a named case file from the default one', () => {
    expect(read({}).settings.cases).toEqual({ path: 'ragspan.cases.yaml', isNamed: false });
    expect(read({ cases: 'x.yaml' }).settings.cases).toEqual({ path: 'x.yaml', isNamed: true });
    expect(read({ cases: false }).settings.cases).toBeUndefined();
    expect(read({}, { RAGSPAN_CASES: 'off' }).settings.cases).toBeUndefined();
  });

  it('takes the names of the collector plugin', () => {
    expect(optionsFromSnakeCase({ top_k: 5, max_scan_bytes: 9, accept_forms: ['ws'] })).toEqual({
      topK: 5,
      maxScanBytes: 9,
      acceptForms: ['ws'],
    });
  });
});

describe('the option table', () => {
  it('names every variable RAGSPAN_… after its option, once, with a sentence', () => {
    const names = new Set<string>();
    for (const row of OPTION_TABLE) {
      expect(row.env).toBe(`RAGSPAN_${row.option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`);
      expect(row.doc).toMatch(/\.$/);
      names.add(row.env);
    }
    expect(names.size).toBe(OPTION_TABLE.length);
  });
});
