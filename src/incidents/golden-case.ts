/** The golden case of an incident: what the repaired pipeline must hold from now on (spec §8). */
import { Document, type YAMLMap, type YAMLSeq } from 'yaml';
import { parseCases } from '../cases/index.js';
import { formatProblem } from '../cases/problems.js';
import type { TextHash } from '../model/judging-options.js';
import type { IncidentMessage, NeedMessage } from '../proto/messages.generated.js';
import { plainCaseOf } from './case-message.js';
import { IncidentError } from './incident-error.js';
import { isoTime } from './predict.js';

export interface GoldenCaseOptions {
  /** Default: the incident's own, in lower case. */
  readonly id?: string | undefined;
  /** Texts of lines the incident keeps only hashes of; each must give its hash. */
  readonly lines?: readonly string[];
  /** Text of the question, when only its hash was kept; it must give the hash. */
  readonly input?: string | undefined;
  readonly hash: TextHash;
}

export interface GoldenCase {
  readonly id: string;
  /** An item for the list `cases:`, two spaces in; ends with one LF. */
  readonly item: string;
  /** What the case could not take over, in words. */
  readonly warnings: readonly string[];
}

/**
 * Checked by the parser of case files before it is given. Throws an IncidentError when the incident
 * has no case, or when a line or question handed in is not the one that was frozen.
 */
export function goldenCase(incident: IncidentMessage, options: GoldenCaseOptions): GoldenCase {
  const { case: applied, verdict } = incident;
  if (applied?.needs === undefined)
    throw new IncidentError(
      `${incident.id}: no case applied to this run, so there is nothing to hold`,
      'Freeze it again with --line "the words that had to survive", or with --cases FILE.',
    );
  const { hash } = options;
  const lines = options.lines ?? [];
  for (const line of lines)
    if (!applied.needs.some((need) => need.line_sha256 === hash.sha256(line)))
      throw new IncidentError(
        `${incident.id}: --line ${JSON.stringify(line)} is not the line that was frozen`,
        'Give the line byte for byte.',
      );
  const needs = applied.needs.map((need) => withText(need, lines, hash));
  const id = options.id ?? caseId(incident.id);
  const { until: _until, ...plain } = plainCaseOf({ ...applied, id, needs });
  const when = whenOf(incident, options);
  const golden = { id, ...(when === undefined ? {} : { when }), ...omit(plain, 'id') };
  const item = itemText(golden, `${incident.id}: ${verdict?.verdict ?? ''} ${verdict?.reason ?? ''}`.trim(), incident);
  const parsed = parseCases(`version: 1\ncases:\n${item}`, incident.id);
  if (!('book' in parsed))
    throw new IncidentError(
      `${incident.id}: its case is none that can be held: ${parsed.problems.map(formatProblem).join('; ')}`,
      'Give another id with --case-id, or write the case by hand.',
    );
  return { id, item, warnings: warningsOf(incident, needs, when) };
}

function withText(need: NeedMessage, lines: readonly string[], hash: TextHash): NeedMessage {
  if (need.line !== undefined || need.line_sha256 === undefined) return need;
  const line = lines.find((one) => hash.sha256(one) === need.line_sha256);
  // With its text at hand the line alone is the need, as it was.
  if (line === undefined) return need;
  const { chunks: _chunks, ...rest } = need;
  return { ...rest, line };
}

function whenOf({ id, case: applied, pins }: IncidentMessage, { input, hash }: GoldenCaseOptions): object | undefined {
  const pinned = pins?.input_sha256 ?? applied?.when?.input_sha256;
  if (input !== undefined && hash.sha256(input) !== pinned)
    throw new IncidentError(
      `${id}: the input given is not the one that was frozen`,
      'Give the question byte for byte.',
    );
  const text = input ?? applied?.when?.input;
  if (text !== undefined) return { input: text };
  return pinned === undefined ? undefined : { input_sha256: pinned };
}

function warningsOf(incident: IncidentMessage, needs: readonly NeedMessage[], when: object | undefined): string[] {
  const { expect = {} } = incident.case ?? {};
  return [
    ...(when === undefined ? ['the question was not logged: the case applies to every run'] : []),
    ...needs
      .filter((need) => need.line === undefined && need.line_sha256 !== undefined)
      .map(() => 'the text of the line was not kept: the case needs the chunk instead; give the text with --line'),
    ...fromServices(incident),
    ...(expect.must === undefined && expect.must_not === undefined
      ? ['neither must nor must_not is declared: the answer itself is not checked']
      : []),
  ];
}

/** What the verdict rested on and no case can say: it stands elsewhere in the case file. */
function fromServices({ verdict }: IncidentMessage): string[] {
  const { form, top_k_source } = verdict?.evidence ?? {};
  const isPresent = verdict?.pattern?.startsWith('present/present/') === true;
  return [
    ...(top_k_source === 'case' ? ['k came from `services:` of the case file: keep it there'] : []),
    ...(isPresent && form !== undefined && !ALWAYS_ACCEPTED.has(form)
      ? [`the evidence was sent in the form ${form}, which \`accept_forms\` allowed: keep it there`]
      : []),
    ...(verdict?.verdict === 'H3b' ? ['keep the chunks or the line that is incorrect declared: they make it H3b'] : []),
  ];
}

/** Forms that are presence without being declared (spec §4 "Forms"). */
const ALWAYS_ACCEPTED: ReadonlySet<string> = new Set(['exact', 'trim', 'json']);

const UNSAFE = /[^a-z0-9._-]+/g;

function caseId(id: string): string {
  return id.toLowerCase().replace(UNSAFE, '-').slice(0, 64);
}

function omit(value: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** As an entry of `cases:` in a file like those of the documentation. */
function itemText(golden: object, title: string, incident: IncidentMessage): string {
  const document = new Document({ cases: [golden] });
  const list = document.get('cases') as YAMLSeq;
  const entry = list.items[0] as YAMLMap;
  const comment = ` ${title}, frozen ${isoTime(incident.frozen_at_unix_nano)}, sha256 ${incident.frozen_sha256}`;
  // What the file says of itself may hold anything, and is printed.
  entry.commentBefore = comment.replace(/\p{Cc}+/gu, ' ');
  return document
    .toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
    .replace(/^cases:\n/, '');
}
