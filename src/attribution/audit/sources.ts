/** What a citation can name (spec §6): a label of the assembly's own map, an id or digest of the log, a rank. */
import { bareLabel } from './citations.js';

/** Whether an item, as far as is known, stood in the sent context at least in part. */
export type SourcePresence = 'sent' | 'not_sent' | 'unknown';

export interface AuditItem {
  /** 1-based rank in the log. */
  readonly rank: number;
  readonly id?: string;
  readonly digest?: string;
  /** Asked only when the item is cited. */
  presence(): SourcePresence;
}

/** A citation label as the assembly recorded it; what it stands for by digest or id, or the item itself. */
export interface IssuedLabel<Item = AuditItem> {
  readonly label: string;
  readonly digest?: string;
  readonly item?: Item;
}

/** Something that was issued; without an item, a label of which no more is known. */
export interface Source<Item> {
  readonly item?: Item;
}

const PLAIN_NUMBER = /^\d{1,3}$/;

/** `labels` is empty where the assembly issued none: ranks are then labels, too. Of one name the first item counts. */
export class Sources<Item extends AuditItem = AuditItem> {
  readonly #labels = new Map<string, IssuedLabel<Item>>();
  readonly #byName = new Map<string, Item>();
  readonly #byRank = new Map<number, Item>();

  constructor(labels: readonly IssuedLabel<Item>[], items: readonly Item[]) {
    for (const issued of labels) this.#labels.set(bareLabel(issued.label), issued);
    for (const item of items) {
      for (const name of [item.id, item.digest])
        if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, item);
      if (!this.#byRank.has(item.rank)) this.#byRank.set(item.rank, item);
    }
  }

  hasLabel(label: string): boolean {
    return this.#labels.has(label);
  }

  isIssued(id: string): boolean {
    return this.#labels.has(id) || this.#byName.has(id);
  }

  /** Undefined: nothing of that name was issued. */
  find(label: string, isZeroBased: boolean): Source<Item> | undefined {
    // Labels are counted from 1 or from 0; a map with a `0` of its own says itself what it means.
    const number = PLAIN_NUMBER.test(label) ? Number(label) : undefined;
    const shifted = number !== undefined && isZeroBased ? number + 1 : number;
    if (this.#labels.size > 0) {
      const own = number === undefined || this.#labels.has('0') ? label : String(shifted);
      const issued = this.#labels.get(own);
      if (issued !== undefined) return this.#sourceOf(issued);
    }
    const named = this.#byName.get(label);
    if (named !== undefined) return { item: named };
    const ranked = shifted === undefined || this.#labels.size > 0 ? undefined : this.#byRank.get(shifted);
    return ranked === undefined ? undefined : { item: ranked };
  }

  #sourceOf({ item, digest }: IssuedLabel<Item>): Source<Item> {
    const known = item ?? (digest === undefined ? undefined : this.#byName.get(digest));
    return known === undefined ? {} : { item: known };
  }
}
