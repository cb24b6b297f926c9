/** Does to its process whatever the override `how` says, before or after it answers. */
import { spawn } from 'node:child_process';
import { generation, retrieval, run } from 'ragspan/instrumentation';

const DOCUMENT = { id: 'doc-1', text: 'the sky over the harbour is blue today' };

const complete = (text) => text;

/** As a provider's client streams: pieces that are no text. */
async function* inChunks(text) {
  for (const content of text.split(/(?<= )/)) yield { choices: [{ index: 0, delta: { content } }] };
  yield { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
}

/** As `streamText` gives it: the text is to be read of the object. */
const asResult = (text) => ({
  textStream: (async function* () {
    yield* text.split(/(?<= )/);
  })(),
});

const answerFrom = async (input, model = complete) =>
  run({ input }, () => {
    const [hit] = retrieval({ query: input, topK: 1 }, () => [DOCUMENT]);
    const messages = [
      { role: 'system', content: hit.text },
      { role: 'user', content: input },
    ];
    return generation({ model: 'm', messages }, () => model(`It is blue: ${hit.text}.`));
  });

const never = new Promise(() => undefined);
let calls = 0;

const WAYS = {
  async answers(input) {
    return answerFrom(input);
  },
  async throws() {
    throw new RangeError('no index here\u001b[31m');
  },
  throwsText() {
    throw 'plain words';
  },
  async throwsAfter(input) {
    await answerFrom(input);
    throw new Error('too late');
  },
  async throwsApart() {
    setTimeout(() => {
      throw new Error('in a timer');
    }, 5);
    return never;
  },
  async rejectsApart() {
    void Promise.reject(new Error('nobody waits'));
    return never;
  },
  async hangs() {
    setInterval(() => undefined, 1_000);
    return never;
  },
  spins() {
    for (;;);
  },
  async idles() {
    return never;
  },
  async throwsWords(_input, { words }) {
    throw new Error(words);
  },
  async exitsWith(_input, { words }) {
    console.error(words);
    process.exit(7);
  },
  async exits() {
    console.error('going now');
    process.exit(7);
  },
  async kills() {
    process.kill(process.pid, 'SIGKILL');
    return never;
  },
  async opens(input) {
    setInterval(() => undefined, 1_000);
    return answerFrom(input);
  },
  async spawns(input, { mark }) {
    spawn(process.execPath, ['-e', `setInterval(() => undefined, 1000)`, mark], { stdio: 'ignore' });
    return answerFrom(input);
  },
  async prints(input) {
    console.log('x'.repeat(1_000_000));
    return answerFrom(input);
  },
  async sends(input) {
    process.send?.({ hello: 'parent' });
    return answerFrom(input);
  },
  async answersNumber(input) {
    await answerFrom(input);
    return 42;
  },
  async *streams(input) {
    const answer = await answerFrom(input);
    yield answer.slice(0, 5);
    yield answer.slice(5);
  },
  async streamsChunks(input) {
    return answerFrom(input, inChunks);
  },
  async streamsResult(input) {
    return answerFrom(input, asResult);
  },
  async answersTwice(input) {
    await answerFrom(input);
    return answerFrom(input);
  },
  async answersAnother() {
    return answerFrom('something else');
  },
  async counts(input) {
    calls += 1;
    await answerFrom(input);
    return `call ${calls}`;
  },
  async records() {
    return 'nothing recorded';
  },
};

export function answer(input, { how = 'answers', ...rest } = {}) {
  return WAYS[how](input, rest);
}
