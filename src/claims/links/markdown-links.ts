/**
 * Finds the links of an answer as a Markdown parser does (CommonMark by markdown-it, bare URLs by
 * the rules of GFM): inline and reference links, images, `<https://…>`, `https://…`, `www.…`. Code
 * is no link, and raw HTML is not read. Linear time: markdown-it bounds its own nesting.
 */
import type MarkdownIt from 'markdown-it';
import type { StateInline, Token } from 'markdown-it';
import { bareUrlEnd } from './bare-url.js';
import type { MarkdownLink } from './link.js';

type Parse = (markdown: string) => Token[];

let parse: Promise<Parse> | undefined;

/** In the order in which they stand. The parser is loaded with the first call. */
export async function markdownLinks(markdown: string): Promise<MarkdownLink[]> {
  if (!/https?:|www\.|\]|<|&/i.test(markdown)) return [];
  parse ??= createParser();
  const links: MarkdownLink[] = [];
  let line = 1;
  for (const block of (await parse)(markdown)) {
    if (block.map !== null) line = block.map[0] + 1;
    if (block.type === 'inline') collect(block.children ?? [], line, links);
  }
  return links;
}

/** Tokens of one block; a line break in it is a line of the Markdown. */
function collect(tokens: readonly Token[], firstLine: number, links: MarkdownLink[]): void {
  let line = firstLine;
  let depth = 0;
  for (const token of tokens) {
    switch (token.type) {
      case 'softbreak':
      case 'hardbreak':
        line += 1;
        break;
      case 'link_open': {
        depth += 1;
        const url = token.attrGet('href');
        const kind = token.info === 'auto' ? (token.markup === 'bare' ? 'bare' : 'autolink') : 'link';
        if (url !== null) links.push({ url, kind, line });
        break;
      }
      case 'link_close':
        depth -= 1;
        break;
      case 'image': {
        const url = token.attrGet('src');
        if (url !== null) links.push({ url, kind: 'image', line });
        // What stands in the description of an image is shown as text, never as a link.
        break;
      }
      case 'text':
        if (depth === 0)
          for (const url of wwwUrls(token.content)) links.push({ url: `http://${url}`, kind: 'bare', line });
        break;
      default:
    }
  }
}

const WWW = /(?<![A-Za-z0-9./@-])www\./i;

/** At most one in a stretch without white space: what follows `www.` there belongs to it. */
function wwwUrls(text: string): string[] {
  const urls: string[] = [];
  if (!WWW.test(text)) return urls;
  for (const [stretch] of text.matchAll(/[^\s<]+/g)) {
    const start = WWW.exec(stretch)?.index ?? -1;
    const end = start < 0 ? undefined : bareUrlEnd(stretch, start, 4);
    if (end !== undefined && /\.[\p{L}\p{N}]/u.test(stretch.slice(start + 4, end)))
      urls.push(stretch.slice(start, end));
  }
  return urls;
}

async function createParser(): Promise<Parse> {
  const { default: MarkdownIt } = await import('markdown-it');
  const parser: MarkdownIt = new MarkdownIt({ html: true });
  // The destination as it stands: what a URL may be is decided where it is checked.
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  parser.inline.ruler.before('link', 'bare_url', bareUrl);
  return (markdown) => parser.parse(markdown, {});
}

const SCHEME = /https?$/i;

/** `:` is where the parser looks up from plain text; the scheme before it is already set aside as text. */
function bareUrl(state: StateInline & { readonly linkLevel?: number }, silent: boolean): boolean {
  const { src, pos, linkLevel = 0 } = state;
  if (linkLevel > 0 || !src.startsWith('://', pos)) return false;
  const scheme = SCHEME.exec(src.slice(Math.max(0, pos - 5), pos))?.[0];
  if (scheme === undefined) return false;
  const start = pos - scheme.length;
  const end = bareUrlEnd(src, start, scheme.length + 3);
  if (end === undefined || end > state.posMax) return false;
  if (!silent) {
    if (!state.pending.endsWith(scheme)) return false;
    state.pending = state.pending.slice(0, -scheme.length);
    const url = src.slice(start, end);
    const open = state.push('link_open', 'a', 1);
    open.attrs = [['href', url]];
    open.markup = 'bare';
    open.info = 'auto';
    state.push('text', '', 0).content = url;
    state.push('link_close', 'a', -1);
  }
  state.pos = end;
  return true;
}
