/** Takes what a split test proved: repairs ruled discriminant, on the incidents they recovered every time. */
import { versionMismatch } from '../incidents/format-version.js';
import { IncidentError } from '../incidents/incident-error.js';
import { sealedSha256 } from '../incidents/sealed-json.js';
import type { TextHash } from '../model/judging-options.js';
import { messageFromJson } from '../proto/messages.js';
import type { RulingMessage, SplitTestMessage } from '../proto/messages.generated.js';
import { isRecovered } from '../proto/trial-outcome.js';
import { appendEntries, type Ledger } from './append-entries.js';
import { recordConfirmation, type ConfirmOutcome } from './confirm-repair.js';
import type { LedgerState } from './ledger-state.js';

export interface SplitTestOutcome {
  readonly confirmed: readonly ConfirmOutcome[];
  /** What was not taken, each as one sentence. */
  readonly left: readonly string[];
}

const SPLIT_TEST_VERSION = 1;

/** Reads and verifies. Throws an IncidentError when it is no split test, or was changed after it was sealed. */
export function parseSplitTest(text: string, name: string, hash: TextHash): SplitTestMessage {
  const refuse = (problem: string): IncidentError =>
    new IncidentError(`${name}: ${problem}`, 'Name the JSON result of ragspan split-test, as it was written.');
  let json: unknown;
  try {
    json = JSON.parse(text);
    if (typeof json !== 'object' || json === null || Array.isArray(json)) throw refuse('is no JSON object');
    const object = json as Readonly<{ [key: string]: unknown }>;
    const mismatch = versionMismatch('a split test', object['version'], SPLIT_TEST_VERSION);
    if (mismatch !== undefined) throw refuse(mismatch.problem);
    if (object['sha256'] !== sealedSha256(object, ['sha256'], hash))
      throw refuse(
        'sha256: the file was changed after it was sealed, or sealed under another key (RAGSPAN_HASH_KEY, --hash-key)',
      );
    return messageFromJson('SplitTest', text);
  } catch (error) {
    throw error instanceof IncidentError ? error : refuse(`is no split test: ${(error as Error).message}`);
  }
}

/** `test` as `parseSplitTest` gives it. Incidents must be the ones the ledger holds, by their frozen hash. */
export async function confirmSplitTest(ledger: Ledger, test: SplitTestMessage): Promise<SplitTestOutcome> {
  return appendEntries(ledger, (state, record) => {
    const confirmed: ConfirmOutcome[] = [];
    const left: string[] = [];
    for (const ruling of test.rulings ?? []) {
      const repair = (test.repairs ?? []).find(({ id }) => id === ruling.repair);
      const refused = notProof(ruling);
      if (repair === undefined) left.push(`repair ${ruling.repair} is ruled on, and not described in the file`);
      else if (refused !== undefined) left.push(refused);
      if (repair === undefined || refused !== undefined) continue;
      for (const id of ruling.recovered ?? []) {
        const problem = strangerProblem(state, test, id);
        const incident = state.incidents.get(id);
        if (problem !== undefined || incident === undefined) {
          left.push(`repair ${repair.id} on ${id}: ${problem}`);
          continue;
        }
        const numbers = countTrials(test, id, repair.id);
        if (numbers.trials === 0) {
          left.push(`repair ${repair.id} on ${id}: the file holds no trial of it`);
          continue;
        }
        confirmed.push(
          recordConfirmation(state, record, incident, {
            incident: id,
            repair,
            ...numbers,
            splitTestSha256: test.sha256,
          }),
        );
      }
    }
    if ((test.rulings ?? []).length === 0) left.push('the split test rules on no repair yet: it is not finished');
    return { confirmed, left };
  });
}

function notProof({ repair, ruling, because, pan_repair }: RulingMessage): string | undefined {
  if (pan_repair === true)
    return `repair ${repair} changes more than one pin: what recovered the incident is not told apart`;
  return ruling === 'discriminant' ? undefined : `repair ${repair} is ${ruling.replaceAll('_', ' ')}: ${because}`;
}

function strangerProblem(state: LedgerState, test: SplitTestMessage, id: string): string | undefined {
  const known = state.incidents.get(id);
  if (known === undefined) return 'the incident is not in the ledger; enter it with ragspan ledger add';
  const tested = (test.incidents ?? []).find((one) => one.id === id);
  if (tested?.frozen_sha256 !== known.key.frozen_sha256)
    return 'the incident that was tested is another than the one in the ledger (their frozen hashes differ)';
  return undefined;
}

/** From the trials themselves: the matrix is their summary. */
function countTrials(test: SplitTestMessage, incident: string, repair: string): { recovered: number; trials: number } {
  const trials = (test.trials ?? []).filter((one) => one.incident === incident && one.repair === repair);
  const recovered = trials.filter(isRecovered);
  return { recovered: recovered.length, trials: trials.length };
}
