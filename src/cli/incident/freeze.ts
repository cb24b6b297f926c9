/** `ragspan incident freeze`: runs of a trace file → incident files. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JudgedFileRun } from '../../files/judge-files.js';
import { createIncident, incidentExists, readIncident } from '../../incidents/incident-file.js';
import { freezeIncident } from '../../incidents/freeze-incident.js';
import type { CaseBook } from '../../model/case.js';
import type { TextHash } from '../../model/judging-options.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import { parseArguments } from '../arguments.js';
import { escapeText } from '../escape-text.js';
import { readVerdictNames } from '../verdict-names.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from '../io.js';
import { nowUnixNano } from '../now-unix-nano.js';
import { JudgedSources } from '../judged-sources.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from '../judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from '../load-cases.js';
import { plural } from '../numbers.js';
import type { Progress } from '../progress.js';
import { RunChoice, verdictWords } from '../run-choice.js';
import { SOURCE_FLAGS, totalBytes, traceSources } from '../trace-sources.js';
import { DEFAULT_DIR } from './incident-files.js';
import { REDACTOR_FLAGS, REDACTOR_HELP, redactorsOf } from './redactor-flags.js';

const FREEZE_HELP = `Usage: ragspan incident freeze [options] TRACE…
       ragspan incident freeze [options] --from jaeger=URL|tempo=URL TRACE_ID…

Freezes one run of a trace: its retrieval log, sent context and output, what was pinned, the
verdict, and a hash over all of it. Without text only hashes, lengths, ranks and offsets are kept.

Which run
  --run ID                  trace id, root span id, TRACE/SPAN or run id, or its beginning
  --when H1,H2,H3           every run with one of these verdicts instead

What it needed
  --cases FILE  --case ID   the case file, and one case of it
  --line TEXT  --chunk DIGEST  --id ID  --line-is correct|incorrect|unconfirmed
  --must TEXT  --must-not TEXT  --allow TEXT       as for ragspan attribute

What is written
  --out DIR                 folder of the incidents (default: ${DEFAULT_DIR})
  --incident-id INC-114     default: derived from the run, so that one run is one incident
  --with-text               keep the texts, redacted
${REDACTOR_HELP}
Where traces come from, and how they are judged
  --from jaeger=URL|tempo=URL  --header "NAME: VALUE"
${JUDGING_HELP}
Exit status: 0 frozen, or the same evidence of the run frozen before; 2 wrong usage, unreadable
input, or another incident under this id (nothing is overwritten).
`;

const FLAGS = {
  ...CASE_FLAGS,
  ...JUDGING_FLAGS,
  ...SOURCE_FLAGS,
  ...REDACTOR_FLAGS,
  case: { type: 'string' },
  run: { type: 'string' },
  when: { type: 'string', multiple: true },
  out: { type: 'string' },
  'incident-id': { type: 'string' },
  'with-text': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function incidentFreeze(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('incident freeze', args, FLAGS);
  if (values.help === true) {
    await io.out(FREEZE_HELP);
    return EXIT_DONE;
  }
  const wanted = readVerdictNames('--when', values.when);
  if (values.when !== undefined && (values.run !== undefined || values['incident-id'] !== undefined))
    throw new UsageError('--when freezes many runs; --run and --incident-id are for one', 'Give one or the other.');
  const redactors = redactorsOf(values);
  const sources = traceSources('incident freeze', positionals, values, io);
  const { settings, judging } = judgingSettings(values, io);
  const book = chosenCase(caseBookOrProblems(values, settings, io), values.case);
  if (book === 'unusable') return EXIT_UNUSABLE;

  const judged = new JudgedSources(sources, {
    book,
    judging,
    io,
    totalBytes: values.from === undefined ? totalBytes(positionals) : undefined,
  });
  const { progress } = judged;
  const choice = new RunChoice(values.run, ', or freeze all of a kind with --when H1,H2,H3');
  let seen = 0;
  const options = {
    withText: values['with-text'] === true,
    redactors,
    id: values['incident-id'],
  };
  const dir = values.out ?? DEFAULT_DIR;
  const count: Record<Outcome, number> = { frozen: 0, known: 0, refused: 0 };
  for await (const run of judged.runs()) {
    seen += 1;
    if (values.when !== undefined) {
      if (!wanted.has(run.verdict.verdict)) continue;
      // Written as they come: there may be more than memory holds.
      count[await write(run, dir, options, io, progress)] += 1;
    } else choice.offer(run);
  }
  if (values.when !== undefined) {
    const before = count.known === 0 ? '' : `, ${count.known} frozen before`;
    io.err(`ragspan: ${plural(count.frozen, 'incident')} frozen of ${plural(seen, 'run')}${before}\n`);
    return count.refused > 0 || judged.damages > 0 ? EXIT_UNUSABLE : EXIT_DONE;
  }
  const outcome = await write(choice.only(judged.damages), dir, options, io, progress);
  if (outcome === 'known') io.err('ragspan: this run was frozen before, with the same case: nothing was written\n');
  return outcome !== 'refused' && judged.damages === 0 ? EXIT_DONE : EXIT_UNUSABLE;
}

interface WriteOptions {
  readonly withText: boolean;
  readonly redactors: ReturnType<typeof redactorsOf>;
  readonly id: string | undefined;
}

type Outcome = 'frozen' | 'known' | 'refused';

/** Of many, one that cannot be written is told and the others go on. */
async function write(
  run: JudgedFileRun,
  dir: string,
  options: WriteOptions,
  io: Io,
  progress: Progress,
): Promise<Outcome> {
  const { hash } = run.basis.options;
  const incident = freezeIncident(run, { ...options, nowUnixNano: nowUnixNano() });
  try {
    if (options.id === undefined && (await isFrozenIn(dir, incident, hash))) return 'known';
    const path = await createIncident(dir, incident, hash);
    progress.clear();
    await io.out(`${path}\n`);
    io.err(
      `ragspan: ${incident.id} frozen: ${verdictWords(run)}, ${options.withText ? 'with text' : 'hashes only'}, sha256 ${incident.frozen_sha256}\n`,
    );
    for (const note of incident.notes ?? []) io.err(`ragspan: ${escapeText(note)}\n`);
    if (incident.case === undefined)
      io.err('ragspan: no case applied: nothing says what the answer needed, so nothing can be predicted\n');
    return 'frozen';
  } catch (error) {
    progress.clear();
    if (!(error instanceof Error) || !('hint' in error)) throw error;
    io.err(`ragspan: ${escapeText(error.message)}\n${escapeText(String(error.hint))}\n`);
    return 'refused';
  }
}

/** The same evidence under its derived id: frozen by the same case, and with text if that is wanted now. Other evidence of the run is news. */
async function isFrozenIn(dir: string, incident: IncidentMessage, hash: TextHash): Promise<boolean> {
  if (!(await incidentExists(dir, incident.id))) return false;
  const before = await readIncident(join(dir, `${incident.id}.json`), hash);
  return isDeepStrictEqual(evidenceOf(before), evidenceOf(incident));
}

/** All that is frozen but when and by which program. */
function evidenceOf({ version, with_text, pins, case: applied, triple, verdict, service }: IncidentMessage): unknown {
  return { version, with_text, pins, applied, triple, verdict: { ...verdict, origin: '', version: '' }, service };
}

/** Of the case file only the one that was named. */
function chosenCase(
  book: CaseBook | undefined | 'unusable',
  id: string | undefined,
): CaseBook | undefined | 'unusable' {
  if (id === undefined || book === 'unusable') return book;
  const found = book?.cases.find((one) => one.id === id);
  if (book !== undefined && found !== undefined) return { ...book, cases: [found] };
  throw new UsageError(
    `--case: there is no case ${JSON.stringify(id)}${book === undefined ? ', as there is no case file' : ''}`,
    book === undefined
      ? 'Name it with --cases FILE.'
      : `There are ${book.cases.map((one) => one.id).join(', ') || 'none'}.`,
  );
}
