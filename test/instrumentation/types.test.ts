import { expectTypeOf, test } from 'vitest';
import { assembly, generation, retrieval, run } from '../../src/instrumentation/index.js';

interface Doc {
  readonly body: string;
}

test('wrapping changes no type', () => {
  const docs = (): readonly Doc[] => [];
  expectTypeOf(retrieval({ topK: 5 }, async () => docs())).toEqualTypeOf<Promise<readonly Doc[]>>();
  expectTypeOf(retrieval({ chunkOf: (doc: Doc) => doc.body }, () => docs())).toEqualTypeOf<readonly Doc[]>();
  expectTypeOf(
    assembly({ budget: 1, chunks: docs(), chunkOf: (doc) => doc.body }, () => 'prompt'),
  ).toEqualTypeOf<string>();
  expectTypeOf(
    generation({ model: 'm', messages: [], stream: true }, async function* () {
      yield 'a';
    }),
  ).toEqualTypeOf<AsyncGenerator<string, void, unknown>>();
  expectTypeOf(run({}, () => 7)).toEqualTypeOf<number>();
});

test('options that are undefined are options that are not given', () => {
  const maybe = undefined as string | undefined;
  retrieval({ source: maybe, query: maybe, snapshot: maybe }, () => []);
  assembly({ template: maybe }, () => '');
  run({ id: maybe, input: maybe }, () => undefined);
});
