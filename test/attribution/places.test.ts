/** Where many texts stand is where each of them stands. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placesOf } from '../../src/attribution/sent/places.js';
import { findPresent } from '../../src/attribution/sent/presence.js';
import { sentContext } from '../../src/attribution/sent/segments.js';
import { UNLOGGED_CALL } from '../../src/model/model-call.js';

const piece = fc.constantFrom('a', 'ab', 'é', '😀', ' ', '\n', '\\', '\\n', '\\"', '"', '\\u0061', 'abab');
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

it.each([
  ['a few', 8],
  ['many', 60],
])('of %s', (_name, most) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('user', 'assistant', 'tool'), text), { maxLength: 5 }),
      fc.array(text, { minLength: most / 2, maxLength: most }),
      (sent, texts) => {
        const messages = sent.map(([role, leaf]) => ({
          role,
          parts: [{ kind: 'text' as const, leaves: [leaf], lossy: false }],
        }));
        const context = sentContext({ ...UNLOGGED_CALL, messages }, undefined);
        expect(placesOf(context, texts)).toEqual(texts.map((one) => findPresent(context, one)));
      },
    ),
    { numRuns: 400 },
  );
});
