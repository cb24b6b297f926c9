/** What a file holds, by the members it begins with: so that a folder of the practice can be read as it lies there. */
import { fileError } from '../incident-error.js';
import { topLevelMembers } from './top-level-members.js';

export type FileKind = 'incident' | 'split_test' | 'replay_record' | 'ledger' | 'trace';

/** What a trace file has, as OTLP, of Tempo or of Jaeger. */
const TRACE_MEMBERS: ReadonlySet<string> = new Set([
  'resourceSpans',
  'resource_spans',
  'batches',
  'data',
  'traceID',
  'spans',
]);

/** What a kind alone has, and always. Also of an incident whose hash was taken out: its reader says so. */
const KIND_MEMBERS: readonly (readonly [FileKind, readonly string[]])[] = [
  ['incident', ['frozenSha256', 'frozenAtUnixNano', 'frozenBy']],
  ['replay_record', ['requestId']],
  ['split_test', ['trialsPerCell']],
  ['ledger', ['sequence']],
];

/**
 * By the members of the file's first object itself, in whatever order: what they hold may be named
 * anything. Anything else is taken for a trace: its reader says what is wrong with it. Throws an
 * IncidentError.
 */
export async function fileKind(path: string): Promise<FileKind> {
  const members = new Set<string>();
  try {
    for await (const member of topLevelMembers(path)) {
      if (TRACE_MEMBERS.has(member)) return 'trace';
      members.add(member);
    }
  } catch (error) {
    throw fileError(error, path);
  }
  return KIND_MEMBERS.find(([, names]) => names.some((name) => members.has(name)))?.[0] ?? 'trace';
}
