/** The scans that the needs of a run are looked for in, made once and only when asked for. */
import type { JudgingOptions } from '../../model/judging-options.js';
import { UNLOGGED_CALL } from '../../model/model-call.js';
import type { Run, RunCall } from '../../model/run.js';
import type { AcceptableForm } from '../../model/verdict.js';
import type { RunCalls } from './calls.js';
import { isEngineTruncated } from './engine.js';
import type { NeedScans } from '../need.js';
import type { CallRecords } from './records.js';
import type { RunLog } from '../retrieval/retrieval-log.js';
import { type Scan, type ScanCall, scanRun } from '../sent/scan.js';
import { sentContext } from '../sent/segments.js';

export interface RunScans extends NeedScans {
  /** Some contributing call's engine cut its prompt. */
  readonly isEngineCut: boolean;
}

export function scanSent(
  run: Run,
  calls: RunCalls,
  records: CallRecords,
  log: RunLog,
  acceptForms: readonly AcceptableForm[],
  options: JudgingOptions,
): RunScans {
  const scan = (scanCalls: readonly ScanCall[]): Scan =>
    scanRun({
      calls: scanCalls,
      items: log.handedOn.map(({ item }) => item),
      otherItems: [...log.below, ...log.belowEarlier, ...log.rerankedOut].map(({ item }) => item),
      acceptForms,
      maxScanBytes: options.maxScanBytes,
      hash: options.hash,
    });
  const withRecord = (call: RunCall): ScanCall => {
    const record = records.byCall.get(call);
    return { call: call.model, context: calls.contextOf(call), ...(record === undefined ? {} : { record }) };
  };
  const contributing = calls.contributing.map(withRecord);
  // Without any call that contributes, the assembly's own record is all there is of the context.
  const loose = records.loose.at(-1);
  const scanned = contributing.length > 0 || loose === undefined ? contributing : [recordAlone(loose)];
  const truncated = contributing.map(({ call, context, record }) => isEngineTruncated(call, context, record));
  const isEngineCut = truncated.includes(true);
  return {
    all: scan(scanned),
    untruncated:
      isEngineCut && truncated.includes(false)
        ? once(() => scan(contributing.filter((_, index) => truncated[index] === false)))
        : undefined,
    isTruncated: (call) => truncated[call] === true,
    transforming: calls.transforming.length === 0 ? undefined : once(() => scan(calls.transforming.map(withRecord))),
    isUnlogged: scanned.length === 0,
    isEngineCut,
  };
}

function recordAlone(record: NonNullable<ScanCall['record']>): ScanCall {
  return { call: UNLOGGED_CALL, context: sentContext(UNLOGGED_CALL, undefined), record };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
