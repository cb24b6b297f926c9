/** S of a need (spec §4 "Need"): where its bytes stand in the contributing calls, or why that is not known. */
import type { CutSide } from '../../model/assembly-record.js';
import { isInvalidText } from '../../model/text.js';
import type { Form, UnknownReason } from '../../model/verdict.js';
import { type Sought, judgeAbsence } from './absence.js';
import { type AlteredPlace, findAlteredTexts } from './altered-texts.js';
import type { ItemStandings } from './item-standing.js';
import type { GroupedLog, LogGroup } from './log-groups.js';
import { LogText } from './log-texts.js';
import { findAmong, findInText, isSelfReport, placeAt } from './presence.js';
import type { RecordFinding } from './record-presence.js';
import type { RunSegments } from './run-segments.js';
import type { ScanCall, ScanInput, SentFinding } from './scan.js';
import type { Segment } from './segments.js';
import type { Standing } from './standing.js';
import type { TextScan } from './text-scan.js';
import { trimWhiteSpace } from '../text/unicode.js';
import { utf8Length } from '../text/utf8.js';
import { firstReason } from '../unknown-order.js';

type FoundPlace = Pick<SentFinding, 'call' | 'offset' | 'message' | 'part' | 'form'>;

export class NeedSearch {
  readonly #input: ScanInput;
  readonly #log: GroupedLog;
  readonly #segments: RunSegments;
  readonly #texts: TextScan;
  readonly #standings: ItemStandings;

  constructor(input: ScanInput, log: GroupedLog, segments: RunSegments, texts: TextScan, standings: ItemStandings) {
    this.#input = input;
    this.#log = log;
    this.#segments = segments;
    this.#texts = texts;
    this.#standings = standings;
  }

  /** A line, and the item of the log that holds it, when one does. */
  findLine(line: string, group: LogGroup | undefined): SentFinding {
    const found = this.#findBytes(line);
    if (found !== undefined) return { state: 'in', ...found };
    const itself = this.#sought(line);
    if (group === undefined) return this.#absent(itself, line, this.#readDigests());
    // By record the line stands or falls with its item.
    const { digest, length } = group;
    const sought = {
      invalid: itself.invalid,
      lossy: false,
      hasText: true,
      ...(digest === undefined ? {} : { digest }),
      ...(length === undefined ? {} : { length }),
    };
    return this.#absent(sought, line, this.#log.digests, (call, keptBytes) =>
      this.#isRangeKept(group, line, keptBytes, call.record?.cutSide ?? 'tail'),
    );
  }

  findText(text: string): SentFinding {
    const found = this.#findBytes(text);
    return found === undefined ? this.#absent(this.#sought(text), text, this.#log.digests) : { state: 'in', ...found };
  }

  findDigest(digest: string): SentFinding {
    const text = this.#log.textFor(digest);
    if (text !== undefined) return this.findText(text);
    const hashed = digest === '' ? undefined : this.#standings.findHashed(digest, undefined);
    if (hashed !== undefined)
      return { state: 'in', ...this.#hashedPlace(hashed), ...(hashed.isAsDeclared ? {} : { offsetMismatch: true }) };
    return this.#absent(
      { digest, invalid: false, lossy: false, hasText: false, isFromNowhere: true },
      undefined,
      this.#log.digests,
    );
  }

  /** Where an item that stands whole does so first. */
  placeOf(group: LogGroup, standing: Standing): FoundPlace {
    if (standing.hashed !== undefined) return this.#hashedPlace(standing.hashed);
    if (standing.recorded !== undefined) return recordedPlace(standing.recorded.call, standing.recorded.finding);
    if (standing.altered !== undefined) return this.#alteredPlace(standing.altered) ?? {};
    const text = this.#textOf(group);
    return (text === undefined ? undefined : this.#findExactly(text)) ?? {};
  }

  isSelfReport(group: LogGroup): boolean {
    const text = this.#textOf(group);
    return text !== undefined && this.#standsAsReport(text);
  }

  #textOf({ item, text }: LogGroup): string | undefined {
    return item.text ?? (text === undefined ? undefined : this.#log.texts[text]?.raw);
  }

  #sought(text: string): Sought {
    return {
      digest: this.#input.hash.digest(text),
      length: utf8Length(text),
      invalid: isInvalidText(text),
      lossy: false,
      hasText: true,
    };
  }

  #findBytes(text: string): FoundPlace | undefined {
    const exactly = this.#findExactly(text);
    if (exactly !== undefined || this.#input.acceptForms.length === 0) return exactly;
    const altered = this.#findAltered(text);
    return altered !== undefined && this.#input.acceptForms.includes(altered.form)
      ? this.#alteredPlace(altered)
      : undefined;
  }

  /** In a form that is presence: the first call that holds it. */
  #findExactly(text: string): FoundPlace | undefined {
    for (const [call, { context }] of this.#input.calls.entries()) {
      const place = findAmong(context, (segment) => segment.isEvidence, text);
      if (place !== undefined)
        return { call, offset: place.offset, message: place.message, part: place.part, form: place.form };
    }
    return undefined;
  }

  /** In a recognised form, outside the bytes of items found whole. */
  #findAltered(text: string): AlteredPlace | undefined {
    const core = trimWhiteSpace(text);
    if (core === '') return undefined;
    return findAlteredTexts(this.#segments.distinct, this.#texts.covered(), [new LogText(text, true, core)], [0]).get(
      0,
    );
  }

  #alteredPlace({ form, segment, from }: AlteredPlace): FoundPlace | undefined {
    for (const [call, segments] of this.#segments.ofCall.entries()) {
      const found = segments.find(({ distinct }) => distinct === segment);
      if (found !== undefined) return foundAt(call, found.segment, found.index, form, from);
    }
    return undefined;
  }

  #hashedPlace({ call, segment, byte }: NonNullable<Standing['hashed']>): FoundPlace {
    return foundAt(call, this.#input.calls[call]?.context.segments[segment] as Segment, segment, 'exact', byte);
  }

  /** A line may stand inside any chunk whose text is not at hand: a record of such chunks does not show it gone. */
  #readDigests(): ReadonlySet<string> {
    return new Set([...this.#log.digests].filter((digest) => this.#log.textFor(digest) !== undefined));
  }

  #absent(
    sought: Sought,
    text: string | undefined,
    logDigests: ReadonlySet<string>,
    isKept?: (call: ScanCall, keptBytes: number) => boolean,
  ): SentFinding {
    const { calls, acceptForms } = this.#input;
    const reasons: UnknownReason[] = calls.length === 0 ? ['context_unlogged'] : [];
    for (const [call, scanCall] of calls.entries()) {
      const finding = judgeAbsence(scanCall, sought, logDigests, acceptForms);
      if (finding.is === 'in') return { state: 'in', ...recordedPlace(call, finding.byRecord) };
      if (finding.is === 'unknown') {
        if (finding.byRecord?.is === 'part' && isKept?.(scanCall, finding.byRecord.keptBytes) === true)
          return { state: 'in', ...recordedPlace(call, finding.byRecord) };
        reasons.push(finding.reason);
      }
    }
    const reason = firstReason(reasons);
    const isReport = text !== undefined && this.#standsAsReport(text);
    const report = isReport ? { selfReport: true } : {};
    if (reason !== undefined) return { state: 'unknown', reason, ...report };
    const form = text === undefined ? undefined : this.#findAltered(text)?.form;
    return { state: 'out', ...(form === undefined ? {} : { form }), ...report };
  }

  #standsAsReport(text: string): boolean {
    return this.#input.calls.some(({ context }) => isSelfReport(context, text));
  }

  /** The line lies within what the record kept of the item: its start, or with a cut at the head its end. */
  #isRangeKept(group: LogGroup, line: string, keptBytes: number, side: CutSide): boolean {
    const text = this.#textOf(group);
    const matched = text === undefined ? undefined : findInText(text, line)?.matched;
    if (text === undefined || matched === undefined || side === 'middle') return false;
    if (side === 'tail') return utf8Length(text, 0, text.indexOf(matched) + matched.length) <= keptBytes;
    return utf8Length(text, text.lastIndexOf(matched)) <= keptBytes;
  }
}

function foundAt(call: number, segment: Segment, index: number, form: Form, byte: number): FoundPlace {
  const { offset, message, part } = placeAt(segment, index, form, byte);
  return { call, offset, message, part, form };
}

/** Nothing but the record says so: no offset was proved. */
function recordedPlace(call: number, finding: RecordFinding): FoundPlace & Pick<SentFinding, 'keptBytes'> {
  const form = finding.is === 'in' ? finding.form : undefined;
  const keptBytes = finding.is === 'untold' ? undefined : finding.keptBytes;
  return { call, ...(form === undefined ? {} : { form }), ...(keptBytes === undefined ? {} : { keptBytes }) };
}
