/** Runs as messages, with no more than a comparison or a bucket reads of them. */
import { textHash } from '../../src/model/digest.js';
import { utf8Length } from '../../src/model/utf8.js';
import type {
  PinsMessage,
  RetrievedItemMessage,
  SentContextMessage,
  TextMessage,
  TripleMessage,
  VerdictMessage,
} from '../../src/proto/messages.generated.js';
import { vectorRuns } from '../support/judge-vector.js';
import type { JudgedFileRun } from '../../src/files/judge-files.js';

export const HASH = textHash();
const INPUT = 'Where is my refund?';

export function text(words: string, keep = true): TextMessage {
  return { sha256: HASH.sha256(words), bytes: utf8Length(words), ...(keep ? { text: words } : {}) };
}

export function item(words: string, rank: number, more: Partial<RetrievedItemMessage> = {}): RetrievedItemMessage {
  return { rank, digest: HASH.digest(words), id: `doc/${words}`, fate: 'sent', ...more };
}

export function context(parts: readonly string[], keep = true, roles: readonly string[] = []): SentContextMessage {
  const joined = parts.join('\n');
  let offset = 0;
  const segments = parts.map((words, message) => {
    const segment = {
      message,
      part: 0,
      role: roles[message] ?? 'user',
      offset,
      text: text(words, keep),
      is_evidence: true,
    };
    offset += utf8Length(words) + 1;
    return segment;
  });
  return { sha256: HASH.sha256(joined), bytes: utf8Length(joined), segments };
}

export interface RunShape {
  readonly items?: readonly RetrievedItemMessage[];
  readonly sent?: readonly string[];
  readonly output?: string;
  readonly keep?: boolean;
  readonly pins?: PinsMessage;
  readonly verdict?: Partial<VerdictMessage>;
}

export interface MadeRun {
  readonly triple: TripleMessage;
  readonly pins: PinsMessage;
  readonly verdict: VerdictMessage;
}

export const PINS: PinsMessage = {
  input_sha256: HASH.sha256(INPUT),
  top_k: 3,
  model: 'ledger-model',
  parameters: { temperature: '0.7' },
  config_sha256: 'c'.repeat(64),
};

export function made(shape: RunShape = {}): MadeRun {
  const {
    items = [item('a', 1), item('b', 2)],
    sent = ['frame a b', INPUT],
    output = 'It was processed.',
    keep = true,
    pins = PINS,
    verdict = {},
  } = shape;
  const triple: TripleMessage = {
    trace_id: 't',
    input: text(INPUT, keep),
    retrieval: { items, handed_on: items.length },
    context: context(sent, keep),
    output: { text: text(output, keep), outcome: verdict.outcome ?? 'answered' },
  };
  return {
    triple,
    pins,
    verdict: {
      trace_id: 't',
      verdict: 'H3a',
      reason: 'contradiction',
      outcome: 'answered',
      explanation: 'contradicted at output byte 0',
      ...verdict,
      sha256: { input: HASH.sha256(INPUT), context: triple.context?.sha256 ?? '', output: HASH.sha256(output) },
    },
  };
}

/** The canonical three as they were judged. */
export async function canonicalRun(name: 'a' | 'b' | 'c'): Promise<JudgedFileRun> {
  const [run] = await vectorRuns(`test/vectors/canonical-${name}`);
  if (run === undefined) throw new Error('no run');
  return run;
}
