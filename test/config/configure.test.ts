import { afterEach, describe, expect, it } from 'vitest';
import { configure, judgingOptions, lineWriter, readOptions } from '../../src/config/index.js';
import { captureSwitch, setCaptureSwitch } from '../../src/model/capture-switch.js';

afterEach(() => setCaptureSwitch({}));

describe('configure', () => {
  it('tells the producer side what to capture, and that nobody judges here', () => {
    configure({}, { RAGSPAN_CAPTURE_CONTENT: 'on', RAGSPAN_HASH_KEY: 'k' });
    expect(captureSwitch()).toEqual({ content: true, hashKey: 'k', privateText: false });
  });
});

describe('judging options', () => {
  it('leave out a refusal that is no pattern, with a warning', () => {
    const warnings: string[] = [];
    const settings = readOptions({ refusals: ['/(/', 'sorry'], topK: 4 }, {});
    const pattern = { source: 'sorry', find: () => undefined };
    const options = judgingOptions(
      settings,
      (source) => (source === 'sorry' ? pattern : undefined),
      (line) => warnings.push(line),
    );
    expect(options.refusals).toEqual([pattern]);
    expect(options.topK).toBe(4);
    expect(warnings).toEqual(['the refusal "/(/" is no pattern; it is left out']);
  });
});

describe('the line writer', () => {
  it('is silent when told so', () => {
    expect(() => lineWriter('off')('x')).not.toThrow();
    expect(() => lineWriter('diag')('x')).not.toThrow();
  });
});
