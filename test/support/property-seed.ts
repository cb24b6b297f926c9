/**
 * Property tests draw the same examples on every machine, so that what fails can be looked at again.
 * `RAGSPAN_TEST_SEED=random npm test` draws others; a number draws those of a failure that was printed.
 */
import fc from 'fast-check';

const given = process.env['RAGSPAN_TEST_SEED'] ?? '';
const seed = Number(given);
if (given !== 'random') {
  if (!Number.isSafeInteger(seed))
    throw new Error(`RAGSPAN_TEST_SEED: ${JSON.stringify(given)} is neither a whole number nor random`);
  fc.configureGlobal({ seed });
}
