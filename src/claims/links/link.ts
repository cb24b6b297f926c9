/** A link of an answer, as a Markdown parser reads it. */

export type LinkKind = 'link' | 'image' | 'autolink' | 'bare';

export interface MarkdownLink {
  /** The destination as written, escapes and entities of Markdown resolved. A bare `www.` gets its `http://`. */
  readonly url: string;
  readonly kind: LinkKind;
  /** 1-based line of the Markdown on which its element starts. */
  readonly line: number;
}
