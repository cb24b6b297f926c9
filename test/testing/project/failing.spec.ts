import { expect, test } from 'vitest';
import { ragspanMatchers, ragspanTest } from 'ragspan/vitest';
import { answer } from './answer.js';

expect.extend(ragspanMatchers);
const rag = ragspanTest();

test('k = 2 is enough', async () => {
  expect(await rag.run(() => answer('Where is my refund?', 2))).toHold();
});
