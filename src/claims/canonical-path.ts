/** Where a chunk can be looked up, as its metadata says it: what a citation may link to. */
import { guarded } from '../instrumentation/guard.js';
import { asShape, asText, type Shape } from '../instrumentation/shape.js';
import { wellFormed } from '../model/utf8.js';

/** The most deliberate name first. */
const NAMES = [
  'canonicalPath',
  'canonical_path',
  'canonicalUrl',
  'canonical_url',
  'canonical',
  'path',
  'url',
  'uri',
  'href',
  'link',
  'permalink',
  'sourceUrl',
  'source_url',
  'filePath',
  'file_path',
  'source',
];

/** Where libraries keep what they know of a chunk beside its text. */
const HOLDERS = ['metadata', 'meta', 'document', 'doc', 'node', 'chunk', 'payload', '_source', 'fields', 'properties'];

const MAX_UNITS = 2_048;

export interface PathRules<Item = unknown> {
  /** Your own reading of an item's path; undefined: it has none. */
  readonly pathOf?: ((item: Item) => string | undefined) | undefined;
  /** Schemes that a path may have, without colon; default `http` and `https`. Paths without one are relative. */
  readonly schemes?: readonly string[] | undefined;
}

export type CanonicalPath = { readonly path: string } | { readonly problem: 'no-path' | 'unsafe-path' };

/** A path that a page could not link to safely is none: metadata may come from anybody's document. */
export function canonicalPath<Item>(item: Item, rules: PathRules<Item>): CanonicalPath {
  const found = guarded('a path', () => (rules.pathOf === undefined ? readPath(item) : rules.pathOf(item)), undefined);
  const path = typeof found === 'string' ? found.trim() : '';
  if (path === '') return { problem: 'no-path' };
  return isSafe(path, rules.schemes ?? ['http', 'https']) ? { path: wellFormed(path) } : { problem: 'unsafe-path' };
}

function readPath(item: unknown): string | undefined {
  const shape = asShape(item);
  if (shape === undefined) return undefined;
  const inner = HOLDERS.map((key) => asShape(shape[key])).filter((held) => held !== undefined);
  const deeper = inner.map((held) => asShape(held['metadata'])).filter((held) => held !== undefined);
  for (const name of NAMES) {
    for (const holder of [shape, ...inner, ...deeper]) {
      const path = ownText(holder, name);
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

function ownText(holder: Shape, name: string): string | undefined {
  const text = Object.hasOwn(holder, name) ? asText(holder[name]) : undefined;
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** What a browser drops before it looks for a scheme, and what ends a header or a line. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** Browsers mend what follows these: `http:evil`, `https:/\evil` and `https:///evil` all lead to the host `evil`. */
const MENDED: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'ftp']);
const HOST = /^[^:]+:\/\/[^/\\]/;
/** Two of them and a host follows, in whatever scheme the page has. */
const NEW_HOST = /^[/\\]{2}/;
/** A name before the host, which a reader takes for the host itself. */
const CREDENTIALS = /^[^:]+:\/\/[^/?#]*@/;

function isSafe(path: string, schemes: readonly string[]): boolean {
  if (path.length > MAX_UNITS || CONTROL.test(path)) return false;
  const scheme = SCHEME.exec(path)?.[1]?.toLowerCase();
  if (scheme === undefined) return !NEW_HOST.test(path);
  if (!schemes.some((one) => one.toLowerCase() === scheme) || CREDENTIALS.test(path)) return false;
  return !MENDED.has(scheme) || HOST.test(path);
}
