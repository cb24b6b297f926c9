/** An application in TypeScript, as Node runs it by itself. */
import { generation, retrieval } from 'ragspan/instrumentation';

export async function answer(input: string): Promise<string> {
  const hits = retrieval({ query: input, topK: 1 }, () => [{ text: 'the tide is high' }]);
  const messages = [{ role: 'user', content: `${hits[0]?.text}\n\n${input}` }];
  return generation({ model: 'm', messages }, () => `It says: ${hits[0]?.text}`);
}
