/**
 * What this half makes of files of the incident practice, for the Go half to compare with: one JSON
 * request a line on standard input, one JSON answer a line on standard output. Bundled and run by
 * collector/internal/twin.
 */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { incidentText, parseIncident } from '../src/incidents/incident-file.js';
import { canonicalJson } from '../src/incidents/sealed-json.js';
import { parseSplitTest } from '../src/ledger/confirm-split-test.js';
import { openLine, sealEntry, type ChainEnd } from '../src/ledger/entry-line.js';
import { textHash } from '../src/model/digest.js';
import type { TextHash } from '../src/model/judging-options.js';
import {
  decodeMessage,
  encodeMessage,
  messageFromJson,
  messageToJson,
  type MessageName,
} from '../src/proto/messages.js';
import { parseReplayRecord, replayRecordText } from '../src/replay/record-file.js';
import { sealSplitTest } from '../src/trials/split-test-message.js';
import { anyMessage } from '../test/support/any-message.js';

interface Request {
  readonly op: 'canonical' | 'sample' | 'message' | 'seal' | 'open';
  readonly name?: MessageName;
  readonly text?: string;
  /** Base64. */
  readonly binary?: string;
  readonly key?: string;
  readonly seed?: number;
  readonly count?: number;
  readonly entries?: number;
  readonly head?: string;
}

interface Forms {
  readonly json: string;
  readonly binary: string;
}

function forms(name: MessageName, value: unknown): Forms {
  return {
    json: messageToJson(name, value as never),
    binary: Buffer.from(encodeMessage(name, value as never)).toString('base64'),
  };
}

function sampled({ name = 'Incident', seed = 1, count = 1 }: Request): readonly Forms[] {
  return fc.sample(anyMessage(name), { seed, numRuns: count }).map((value) => forms(name, value));
}

/** A message that came in one form, in both. */
function message({ name = 'Incident', text, binary = '' }: Request): Forms {
  return forms(
    name,
    text === undefined ? decodeMessage(name, Buffer.from(binary, 'base64')) : messageFromJson(name, text),
  );
}

const chainEnd = ({ entries = 0, head }: Request): ChainEnd => ({ entries, ...(head === undefined ? {} : { head }) });

/** The text of a file with this message, as this half writes it. */
function sealedText(request: Request, hash: TextHash): string {
  const { name = 'Incident', text = '{}' } = request;
  if (name === 'Incident') return incidentText(messageFromJson(name, text), hash);
  if (name === 'ReplayRecord') return replayRecordText(messageFromJson(name, text), hash);
  if (name === 'SplitTest') return sealSplitTest(messageFromJson(name, text), hash).text;
  if (name === 'LedgerEntry') return sealEntry(messageFromJson(name, text), chainEnd(request), hash).line;
  throw new Error(`${name} has no seal`);
}

/** What was read, as JSON; throws what this half says of a file it does not take. */
function opened(request: Request, hash: TextHash): string {
  const { name = 'Incident', text = '' } = request;
  if (name === 'Incident') return messageToJson(name, parseIncident(text, 'file', hash));
  if (name === 'ReplayRecord') return messageToJson(name, parseReplayRecord(text, 'file', hash));
  if (name === 'SplitTest') return messageToJson(name, parseSplitTest(text, 'file', hash));
  if (name !== 'LedgerEntry') throw new Error(`${name} has no reader here`);
  const read = openLine(text, chainEnd(request), hash);
  if (!('entry' in read)) throw new Error(read.problem);
  return messageToJson(name, read.entry);
}

function answer(request: Request): unknown {
  const hash = textHash(request.key);
  switch (request.op) {
    case 'canonical':
      return canonicalJson(JSON.parse(request.text ?? ''));
    case 'sample':
      return sampled(request);
    case 'message':
      return message(request);
    case 'seal':
      return sealedText(request, hash);
    case 'open':
      return opened(request, hash);
  }
}

function attempt(line: string): unknown {
  try {
    return { answer: answer(JSON.parse(line) as Request) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const answers = readFileSync(0, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.stringify(attempt(line)));
process.stdout.write(answers.map((line) => `${line}\n`).join(''));
