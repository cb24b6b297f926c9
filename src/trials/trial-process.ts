/**
 * The process of one trial: told once what to ask, answers once, and ends. A process of its own, so
 * that nothing of a trial is left for the next, whatever the application does.
 */
import { answerOnce, appError } from './answer-once.js';
import { endWith } from './orphan-watch.js';
import type { TrialReply, TrialRequest } from './trial-message.js';

let hasReplied = false;

/** The application may replace what ends a process, or send messages of its own. */
const exit = process.exit.bind(process);
const send = process.send?.bind(process);

function reply(value: TrialReply): void {
  if (hasReplied || send === undefined) return;
  hasReplied = true;
  process.channel?.ref();
  try {
    send({ ragspan: value }, undefined, undefined, () => exit(0));
  } catch (error) {
    // What was logged cannot be cloned: said, instead of nothing.
    send({ ragspan: { error: appError('set_up', error), notes: [], durationMillis: 0 } }, undefined, undefined, () =>
      exit(0),
    );
  }
}

const threw = (error: unknown): void => reply({ error: appError('threw', error), notes: [], durationMillis: 0 });

process.on('uncaughtException', threw);
process.on('unhandledRejection', threw);
// Who asked is gone (kill -9): nobody waits for the answer.
process.on('disconnect', () => exit(1));
process.on('beforeExit', () => {
  const message = 'it waits for something that can never come: nothing is left that could answer';
  reply({ error: { kind: 'ended', message }, notes: [], durationMillis: 0 });
});
// The application finds no argument that is not its own.
endWith(Number(process.argv.pop()));
process.once('message', (request) => {
  // Only the application keeps the process alive from here on.
  process.channel?.unref();
  void answerOnce(request as TrialRequest).then(reply, threw);
});
