/** What could not be read, and where (spec §12: "unreadable input", the rest is still judged). */

/** A place in a file. Of a gzip file, bytes count in what was unpacked. */
export interface Place {
  readonly offset: number;
  /** 1-based; of text formats only. */
  readonly line?: number;
  /** Keys that lead there: `resourceSpans[0].scopeSpans[0].spans[3].traceId`. */
  readonly path?: string;
}

export interface Damage extends Partial<Place> {
  /** Or the trace that is the matter. */
  readonly file: string;
  readonly problem: string;
}

/** Thrown by the decoders of one span; the reader adds the place. */
export class Unreadable extends Error {
  readonly key: string | undefined;

  constructor(problem: string, key?: string) {
    super(problem);
    this.key = key;
  }
}

/** `traces.jsonl, line 17, byte 20412, resourceSpans[0]: …`. Names in it come from the file: escape before printing. */
export function damageText(damage: Damage): string {
  const line = damage.line === undefined ? '' : `, line ${damage.line}`;
  const offset = damage.offset === undefined ? '' : `, byte ${damage.offset}`;
  const path = damage.path === undefined || damage.path === '' ? '' : `, ${damage.path}`;
  return `${damage.file}${line}${offset}${path}: ${damage.problem}`;
}
