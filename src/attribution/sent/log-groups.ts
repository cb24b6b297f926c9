/**
 * The items of a log as they are judged: equal texts share a fate (spec §4), whether they are known
 * by text or by digest. Items without either are judged apart.
 */
import type { TextHash } from '../../model/judging-options.js';
import type { RetrievedItem } from '../../model/retrieval-log.js';
import { DistinctTexts } from '../search/distinct-texts.js';
import { LogText } from './log-texts.js';
import { trimWhiteSpace } from '../text/unicode.js';

export interface LogGroup {
  /** Position of its first item among those handed on. */
  readonly rank: number;
  readonly item: RetrievedItem;
  /** Number of its text; absent: known by digest, or not at all. */
  readonly text?: number;
  readonly digest?: string;
  /** UTF-8 bytes. */
  readonly length?: number;
  readonly invalid: boolean;
  readonly lossy: boolean;
}

export interface GroupedLog {
  /** In rank order. */
  readonly groups: readonly LogGroup[];
  /** Per item its group; undefined for one that is empty after trimming, which is not counted. */
  readonly groupOf: readonly (number | undefined)[];
  /** Distinct, those handed on first. */
  readonly texts: readonly LogText[];
  /** Of all items, handed on or not. */
  readonly digests: ReadonlySet<string>;
  /** A text the log has for a digest. */
  textFor(digest: string): string | undefined;
}

export function groupLog(
  items: readonly RetrievedItem[],
  otherItems: readonly RetrievedItem[],
  hash: TextHash,
): GroupedLog {
  const byDigest = new Map<string, string>();
  const digests = new Set<string>();
  for (const { digest, text, lossy } of [...items, ...otherItems]) {
    if (digest === undefined) continue;
    digests.add(digest);
    if (text !== undefined && !lossy) byDigest.set(digest, text);
  }
  const texts: LogText[] = [];
  const cores = new DistinctTexts();
  const addText = (raw: string, core: string, isHandedOn: boolean): number => {
    const number = cores.numberOf(core);
    if (number === texts.length) texts.push(new LogText(raw, isHandedOn, core));
    return number;
  };

  const groups: LogGroup[] = [];
  const groupByKey = new Map<string | number, number>();
  let emptyDigest: string | undefined;
  const groupOf = items.map((item, rank) => {
    const text = item.text ?? (item.digest === undefined ? undefined : byDigest.get(item.digest));
    const core = text === undefined ? undefined : trimWhiteSpace(text);
    if (
      core === '' ||
      (text === undefined &&
        (item.length === 0 || (item.digest !== undefined && item.digest === (emptyDigest ??= hash.digest('')))))
    )
      return undefined;
    const number = text === undefined || core === undefined ? undefined : addText(text, core, true);
    const key = number ?? item.digest;
    const known = key === undefined ? undefined : groupByKey.get(key);
    if (known !== undefined) return known;
    const length = item.length ?? (number === undefined ? undefined : (texts[number] as LogText).byteLength);
    const group = groups.push({
      rank,
      item,
      ...(number === undefined ? {} : { text: number }),
      ...(item.digest === undefined ? {} : { digest: item.digest }),
      ...(length === undefined ? {} : { length }),
      invalid: item.invalid,
      lossy: item.lossy,
    });
    if (key !== undefined) groupByKey.set(key, group - 1);
    return group - 1;
  });
  for (const { text } of otherItems) {
    const core = text === undefined ? '' : trimWhiteSpace(text);
    if (text !== undefined && core !== '') addText(text, core, false);
  }
  return { groups, groupOf, texts, digests, textFor: (digest) => byDigest.get(digest) };
}
