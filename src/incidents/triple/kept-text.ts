/** What is kept of a text: always its hash and length; the text itself only with consent, redacted. */
import type { TextHash } from '../../model/judging-options.js';
import { isInvalidText } from '../../model/text.js';
import { utf8Length } from '../../model/utf8.js';
import type { TextMessage } from '../../proto/messages.generated.js';
import { redactText, type RedactedText } from '../redaction/redact-text.js';
import type { Redactor } from '../../model/redactor.js';

export interface TextKeeping {
  /** The operator agreed to keep text. */
  readonly withText: boolean;
  readonly redactors: readonly Redactor[];
  readonly hash: TextHash;
}

/** Keeps texts as one operator asked, and remembers which rules failed. */
export class TextKeeper {
  readonly #keeping: TextKeeping;
  readonly #failed = new Set<string>();
  readonly #notes = new Set<string>();

  constructor(keeping: TextKeeping) {
    this.#keeping = keeping;
  }

  get keepsText(): boolean {
    return this.#keeping.withText;
  }

  /** What whoever reads the file should know of it. */
  get notes(): readonly string[] {
    const failed = [...this.#failed].map(
      (rule) => `the redactor ${rule} failed: texts it could not look through were not kept`,
    );
    return [...failed, ...this.#notes];
  }

  /**
   * What the case declares stays as it was declared: the operator wrote it, no run, and without it
   * every later judgement would be by another case. That a redactor finds something in it is noted.
   */
  declare(place: string, text: string): void {
    const rules = new Set(redactText(text, this.#keeping.redactors).redactions.map(({ rule }) => rule));
    for (const rule of rules)
      this.#notes.add(`${place} of the case is kept as declared, although the redactor ${rule} finds something in it`);
  }

  /**
   * By the run id files and traces find each other: it stays as the application gave it, as redacted it
   * would join nothing. That a redactor finds something in it is noted.
   */
  runId(id: string): string {
    for (const { rule } of redactText(id, this.#keeping.redactors).redactions)
      this.#notes.add(`the run id is kept as it was given, although the redactor ${rule} finds something in it`);
    return id;
  }

  /** No redactor finds anything in it. */
  mayKeep(text: string): boolean {
    const { failed, redactions } = this.#redacted(text);
    return failed.length === 0 && redactions.length === 0;
  }

  /** A label of the run (an id, a citation label, the name of a source), which is kept without consent, too: redacted. Undefined where a rule failed. */
  label(text: string): string | undefined {
    const { failed, text: kept } = this.#redacted(text);
    return failed.length === 0 ? kept : undefined;
  }

  #redacted(text: string): RedactedText {
    const redacted = redactText(text, this.#keeping.redactors);
    for (const rule of redacted.failed) this.#failed.add(rule);
    return redacted;
  }

  keep(text: string, lossy: boolean): TextMessage {
    const { withText, hash } = this.#keeping;
    const about = {
      sha256: hash.sha256(text),
      bytes: utf8Length(text),
      ...(lossy ? { lossy } : {}),
      ...(isInvalidText(text) ? { invalid: true } : {}),
    };
    if (!withText) return about;
    const redacted = this.#redacted(text);
    // A text that a rule could not look through may hold what it was to find: it is not kept.
    if (redacted.failed.length > 0) return about;
    return {
      ...about,
      text: redacted.text,
      ...(redacted.redactions.length === 0 ? {} : { redactions: redacted.redactions }),
    };
  }
}
