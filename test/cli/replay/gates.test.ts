import { describe, expect, it } from 'vitest';
import { exitStatus, readGates, type Gate } from '../../../src/cli/replay/gates.js';
import type { ReplayMessage, ReplayRecordMessage, ReplayReportMessage } from '../../../src/proto/messages.generated.js';

const H3 = { trace_id: '', verdict: 'H3', reason: 'contradiction', explanation: '' };
const SAME = ['retrieval', 'assembly', 'generation'].map((boundary) => ({ boundary, state: 'same' }));
const replay = (more: Partial<ReplayMessage> = {}): ReplayMessage => ({
  number: 1,
  duration_millis: 1,
  boundaries: SAME,
  verdict: H3,
  ...more,
});
const RECORD: ReplayRecordMessage = {
  version: 1,
  request_id: 'r',
  recorded_at_unix_nano: 0n,
  recorded_by: '',
  pins: { input_sha256: 'a' },
  sha256: '',
};

function gated(
  gates: readonly Gate[],
  replays: readonly ReplayMessage[],
  report: Partial<ReplayReportMessage> = {},
  record: Partial<ReplayRecordMessage> = {},
): { readonly status: number; readonly err: string } {
  let err = '';
  const status = exitStatus(
    {
      record: { ...RECORD, ...record },
      report: {
        version: 1,
        request_id: 'r',
        record_sha256: '',
        app: '',
        started_at_unix_nano: 0n,
        times: replays.length,
        verdict: H3,
        replays,
        ...report,
      },
      gates: new Set(gates),
      isStopped: false,
    },
    { err: (text) => void (err += text) },
  );
  return { status, err };
}

const unlogged = replay({ boundaries: [{ boundary: 'retrieval', state: 'unknown', reason: 'content_off' }] });

describe('a gate over replays', () => {
  it('passes what was compared and is the same', () => {
    expect(gated(['changed', 'pins', 'verdict'], [replay()])).toEqual({ status: 0, err: '' });
    expect(readGates(['changed, pins', 'verdict'])).toEqual(new Set(['changed', 'pins', 'verdict']));
  });

  it('does not pass where a boundary could not be compared, and says which', () => {
    const { status, err } = gated(['changed'], [replay(), unlogged, unlogged]);
    expect(status).toBe(2);
    expect(err).toBe(
      'ragspan: --fail-on changed: retrieval could not be compared: the spans are there, but without the text, or a hash that would tell\n',
    );
    // Not asked for.
    expect(gated(['pins'], [unlogged])).toEqual({ status: 0, err: '' });
    expect(gated([], [unlogged])).toEqual({ status: 0, err: '' });
  });

  it('fails for what did change, whatever else could not be compared', () => {
    expect(gated(['changed'], [unlogged, replay({ changed: 'assembly' })]).status).toBe(1);
  });

  it('does not pass a verdict that tells nothing, twice', () => {
    const unknown = { ...H3, verdict: 'UNKNOWN', reason: 'output_unchecked' };
    const twice = gated(['verdict'], [replay({ verdict: unknown })], { verdict: unknown });
    expect(twice).toMatchObject({ status: 2, err: expect.stringContaining('the recorded verdict is UNKNOWN') });
    expect(gated(['verdict'], [replay()], { verdict: unknown }).status).toBe(1);
    const { verdict: _verdict, ...bare } = replay();
    expect(gated(['verdict'], [bare], { verdict: undefined } as never).status).toBe(2);
  });

  it('does not pass pins of which none was logged', () => {
    expect(gated(['pins'], [replay()], {}, { pins: {} })).toMatchObject({
      status: 2,
      err: expect.stringContaining('no pin was logged'),
    });
  });
});
