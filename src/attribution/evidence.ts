/** The evidence of a verdict: numbers about the need's item (spec §14). */
import type { CaseBook } from '../model/case.js';
import type { Evidence } from '../model/verdict.js';
import type { OutputFinding } from './judge-need.js';
import type { NeedFinding } from './need.js';
import type { LogItem, RunLog } from './retrieval/retrieval-log.js';
import type { ItemFate } from './sent/scan.js';
import { utf8Length } from './text/utf8.js';

export function evidenceOf(
  finding: NeedFinding,
  log: RunLog,
  fates: readonly ItemFate[],
  output: OutputFinding,
): Evidence {
  const { entry } = finding;
  const distractors = output.quote === undefined ? [] : distractorsOf(finding, log, fates, output.quote.text);
  return compact({
    ...identity(finding),
    rank: entry?.rank,
    stage: entry?.stage,
    candidates_seen: entry?.candidatesSeen ?? (log.isListed ? log.candidatesSeen : undefined),
    top_k: finding.entryIs === 'below' ? entry?.topK : log.topK,
    top_k_source: finding.entryIs === 'below' ? entry?.topKSource : log.topKSource,
    ...whereabouts(finding),
    quote: output.quote === undefined ? undefined : { offset: output.quote.offset, length: output.quote.length },
    distractors: distractors.length === 0 ? undefined : distractors,
  });
}

function identity({ entry, need }: NeedFinding): Pick<Evidence, 'digest' | 'length'> {
  if (entry !== undefined) {
    const { digest, length, text } = entry.item;
    return compact({ digest, length: length ?? (text === undefined ? undefined : utf8Length(text)) });
  }
  if (need.line !== undefined) return compact({ digest: need.lineDigest, length: utf8Length(need.line) });
  const [only] = need.chunks;
  return need.chunks.size === 1 ? compact({ digest: only }) : {};
}

/** Where it stood, or how much of it was left. */
function whereabouts(finding: NeedFinding): Partial<Evidence> {
  const { sent, finding: found, fate } = finding;
  if (sent === 'unknown' && finding.sentReason !== 'engine_truncated') return {};
  const isIn = found.state === 'in';
  return compact({
    offset: isIn ? found.offset : -1,
    message: isIn ? found.message : undefined,
    part: isIn ? found.part : undefined,
    form: isIn ? found.form : (fate?.form ?? found.form),
    kept_bytes: keptBytes(finding),
    planned_at: fate?.plannedAt ?? found.plannedAt,
    offset_mismatch: (fate?.offsetMismatch ?? found.offsetMismatch) === true ? true : undefined,
    cut: fate?.fate === 'cut' ? fate.cut : undefined,
  });
}

/** Only of an item that was handed on, and not where a recognised form hides how much was kept. */
function keptBytes({ fate, entry }: NeedFinding): number | undefined {
  if (fate === undefined || fate.fate === 'unknown') return undefined;
  // Split over calls, both halves were sent: together they are the whole item.
  if (fate.fate === 'sent' || fate.split === true)
    return (
      (fate.split === true ? undefined : fate.keptBytes) ??
      entry?.item.length ??
      (entry?.item.text === undefined ? undefined : utf8Length(entry.item.text))
    );
  if (fate.fate === 'altered' && fate.form !== 'edited') return undefined;
  return fate.keptBytes ?? 0;
}

/** Digests of sent items other than the need's, without the line, that hold the quoted bytes. */
function distractorsOf(finding: NeedFinding, log: RunLog, fates: readonly ItemFate[], quoted: string): string[] {
  const own = new Set<string | undefined>([...finding.matches].map((index) => log.handedOn[index]?.item.digest));
  const digests = log.handedOn.flatMap(({ item }, index) =>
    fates[index]?.fate === 'sent' &&
    !finding.matches.has(index) &&
    !own.has(item.digest) &&
    item.digest !== undefined &&
    item.text?.includes(quoted) === true
      ? [item.digest]
      : [],
  );
  return [...new Set(digests)];
}

/** The quoted bytes stand in a line declared incorrect, or in a sent chunk declared incorrect. */
export function isCorpusFailure(
  quoted: string | undefined,
  findings: readonly NeedFinding[],
  log: RunLog,
  fates: readonly ItemFate[],
  book: CaseBook | undefined,
): boolean {
  if (quoted === undefined) return false;
  if (findings.some(({ need }) => need.lineIs === 'incorrect' && need.line?.includes(quoted) === true)) return true;
  return log.handedOn.some((entry: LogItem, index) => {
    const { digest, text } = entry.item;
    return (
      fates[index]?.fate === 'sent' &&
      digest !== undefined &&
      book?.incorrectChunks.has(digest) === true &&
      text?.includes(quoted) === true
    );
  });
}

export function compact<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as never;
}
