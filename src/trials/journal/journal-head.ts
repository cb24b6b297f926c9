/** What a journal was begun with: a test goes on only with the same. */
import { canonicalJson } from '../../incidents/sealed-json.js';
import type { TextHash } from '../../model/judging-options.js';
import { messageToJson } from '../../proto/messages.js';
import type { SplitTestPlan } from '../split-test-plan.js';
import type { Json } from './journal-line.js';

export interface HeadOptions {
  /** Absolute path of the application module. */
  readonly appPath: string;
  readonly testedBy: string;
  /** The options that change a verdict, as they are in force. */
  readonly judging: Json;
  readonly hash: TextHash;
}

export function journalHead(plan: SplitTestPlan, { appPath, testedBy, judging, hash }: HeadOptions): Json {
  return {
    testedBy,
    app: appPath,
    appSha256: plan.appSha256,
    trialsPerCell: plan.trials,
    options: canonicalJson(judging),
    incidents: plan.incidents.map(({ incident, input, cases }) => ({
      id: incident.id,
      frozenSha256: incident.frozen_sha256,
      inputSha256: hash.sha256(input),
      casesSha256: hash.sha256(cases),
    })),
    repairs: plan.repairs.map((repair) => {
      const text = messageToJson('SplitTest', { ...EMPTY_SPLIT_TEST, repairs: [repair] });
      return (JSON.parse(text) as { readonly repairs: readonly Json[] }).repairs[0];
    }),
  };
}

/** A split test of which one part alone is written. */
export const EMPTY_SPLIT_TEST = {
  version: 1,
  started_at_unix_nano: 0n,
  app: '',
  app_sha256: '',
  tested_by: '',
  trials_per_cell: 0,
  sha256: '',
};

/** What differs, each as a few words. Empty: the same test. */
export function changedSince(before: Json, now: Json): string[] {
  const differs = (key: string): boolean => jsonOf(before[key]) !== jsonOf(now[key]);
  return [
    ...(differs('app') ? [`the application is ${String(now['app'])}, it was ${String(before['app'])}`] : []),
    ...(differs('appSha256') && !differs('app') ? ['the application’s module has another content'] : []),
    ...(differs('trialsPerCell')
      ? [`--trials is ${String(now['trialsPerCell'])}, it was ${String(before['trialsPerCell'])}`]
      : []),
    ...(differs('testedBy') ? [`this is ${String(now['testedBy'])}, it was ${String(before['testedBy'])}`] : []),
    ...(differs('options') ? ['an option that changes verdicts has another value'] : []),
    ...changedEntries('incident', before['incidents'], now['incidents']),
    ...changedEntries('repair', before['repairs'], now['repairs']),
  ];
}

function changedEntries(what: string, before: unknown, now: unknown): string[] {
  const [then, current] = [byId(before), byId(now)];
  const ids = [...new Set([...then.keys(), ...current.keys()])];
  const changed = ids.flatMap((id) => {
    if (!then.has(id)) return [`${what} ${id} was not there`];
    if (!current.has(id)) return [`${what} ${id} is missing`];
    return then.get(id) === current.get(id) ? [] : [`${what} ${id} has changed`];
  });
  const isReordered = changed.length === 0 && jsonOf([...then.keys()]) !== jsonOf([...current.keys()]);
  return isReordered ? [`the ${what}s come in another order`] : changed;
}

function byId(list: unknown): Map<string, string> {
  const entries = Array.isArray(list) ? (list as readonly Json[]) : [];
  return new Map(entries.map((one) => [String(one['id']), jsonOf(one)]));
}

function jsonOf(value: unknown): string {
  return canonicalJson(value ?? null);
}
