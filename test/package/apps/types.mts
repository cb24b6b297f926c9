/** What an application writes, held to the published types without skipLibCheck. */
import { assembly, generation, pack, RagspanProcessor, retrieval, run, start, type RagspanOptions } from 'ragspan';
import * as cases from 'ragspan/cases';
import { auditClaims, type ClaimProblem, type ValueCheck } from 'ragspan/claims';
import { readIncident, textHash, type IncidentMessage, type TextHash } from 'ragspan/incidents';
import * as producer from 'ragspan/instrumentation';
import { RagspanProcessor as Same } from 'ragspan/processor';
import { readReplayRecord, ReplayRecorder, textHash as sameHash } from 'ragspan/replay';
import * as names from 'ragspan/semconv';

const options: RagspanOptions = { cases: false, captureContent: false, emit: ['attributes'] };
start(options);
const same: typeof Same = RagspanProcessor;

const answer: Promise<{ text: string }> = run({ input: 'q' }, async () => {
  const hits: { id: string; text: string }[] = await retrieval({ source: 's', topK: 1 }, async (log) => {
    log.candidates([{ id: '1', text: 'a' }]);
    return [{ id: '1', text: 'a' }];
  });
  const prompt: string = assembly({ budget: 10, unit: 'byte' }, (log) => pack(hits, log));
  return generation({ model: 'm', messages: prompt }, async () => ({ text: prompt }));
});

const hash: TextHash = textHash('key');
const incident: Promise<IncidentMessage> = readIncident('incidents/INC-1.json', hash);
const record = readReplayRecord('replays/req-1.replay.json', sameHash());

interface Said {
  readonly text: string;
  readonly chunkIds: readonly string[];
  readonly values: { readonly days: number };
}
const days: ValueCheck<Said> = {
  name: 'days',
  find: ({ values }) => (values.days > 30 ? { expected: 'at most 30', found: `${values.days}` } : undefined),
};
const said: readonly Said[] = [{ text: 'a', chunkIds: ['1'], values: { days: 31 } }];
const problems: readonly ClaimProblem[] = auditClaims(said, [{ id: '1', text: 'a' }], { checks: [days] });
const recorder = new ReplayRecorder({ dir: 'replays', when: ({ verdict }) => verdict.verdict !== 'HOLD' });
start({ incidents: { dir: 'incidents', when: ['H1'] }, onDecided: recorder.decided });
recorder.note('run-1', { requestId: 'req-1', claims: said, problems });

export const kept: unknown = [answer, same, cases, producer, names, incident, record];
