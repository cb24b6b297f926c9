/** Every message of the file formats, and every field of it, in both forms. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESCRIPTOR } from '../../src/proto/messages.generated.js';
import {
  decodeMessage,
  encodeMessage,
  messageFromJson,
  messageToJson,
  type MessageName,
} from '../../src/proto/messages.js';
import { anyMessage } from '../support/any-message.js';

const NAMES = Object.keys({
  Triple: true,
  Verdict: true,
  Case: true,
  Incident: true,
  LedgerEntry: true,
  SplitTest: true,
  ReplayRecord: true,
  BucketView: true,
  ReplayReport: true,
} satisfies Record<MessageName, true>) as MessageName[];

const types = (DESCRIPTOR.nested as { ragspan: { nested: { v1: { nested: Record<string, { fields: object }> } } } })
  .ragspan.nested.v1.nested;

describe('any message of proto/ragspan/v1', () => {
  it.each(NAMES)('%s comes back from binary and from JSON as it was', (name) => {
    fc.assert(
      fc.property(anyMessage(name), (value) => {
        expect(decodeMessage(name, encodeMessage(name, value))).toEqual(value);
        expect(messageFromJson(name, messageToJson(name, value))).toEqual(value);
      }),
      { numRuns: 100, interruptAfterTimeLimit: 5_000 },
    );
  });

  it.each(NAMES)('%s has each of its fields in some sample', (name) => {
    const seen = new Set(fc.sample(anyMessage(name), { seed: 1, numRuns: 100 }).flatMap((value) => Object.keys(value)));
    expect([...seen].sort()).toEqual(Object.keys(types[name]?.fields ?? {}).sort());
  });
});
