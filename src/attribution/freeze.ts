/** The three artifacts of a run, frozen: everything its verdict reads that does not depend on a case. */
import type { CaseBook, Service } from '../model/case.js';
import type { JudgingOptions } from '../model/judging-options.js';
import type { Run } from '../model/run.js';
import { type RunCalls, chooseCalls } from './calls/calls.js';
import type { RefusalSigns } from './generation/generation-check.js';
import { refusalSigns } from './judge-output.js';
import { type ReadOutput, readOutput } from './generation/output.js';
import { OutputText } from './generation/output-text.js';
import { type Question, questionOf } from './question.js';
import { type CallRecords, assignRecords } from './calls/records.js';
import { type RunLog, buildRunLog } from './retrieval/retrieval-log.js';
import { type RunScans, scanSent } from './calls/sent-scans.js';
import { serviceOf } from './service.js';
import { wholeItems } from './calls/whole-items.js';

export interface Frozen {
  readonly run: Run;
  readonly question: Question;
  readonly calls: RunCalls;
  readonly records: CallRecords;
  readonly log: RunLog;
  readonly scans: RunScans;
  readonly output: ReadOutput | undefined;
  readonly outputText: OutputText | undefined;
  readonly refusals: RefusalSigns;
  readonly service: Service | undefined;
  readonly options: JudgingOptions;
}

export function freeze(run: Run, book: CaseBook | undefined, options: JudgingOptions): Frozen {
  const question = questionOf(run);
  const calls = chooseCalls(run, question.asSegment);
  const service = serviceOf(run, book);
  const records = assignRecords(run.assemblies, calls.contributing, ({ model }) => model.contextSha256);
  const acceptForms = [...new Set([...options.acceptForms, ...(service?.acceptForms ?? [])])];
  const log = buildRunLog(run, {
    serviceTopK: service?.topK,
    optionTopK: options.topK,
    standsWhole: wholeItems(run, calls, records),
  });
  const scans = scanSent(run, calls, records, log, acceptForms, options);
  const output = calls.answering === undefined ? undefined : readOutput(calls.answering);
  const outputText = output === undefined ? undefined : new OutputText(output.text);
  const refusals = refusalSigns(calls.answering, service, options);
  return { run, question, calls, records, log, scans, output, outputText, refusals, service, options };
}
