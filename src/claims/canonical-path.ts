/** Where a chunk can be looked up, as its metadata says it: what a citation may link to. */
import { HOLDERS as ITEM_HOLDERS, METADATA, withoutScore } from '../instrumentation/chunk-of.js';
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

/** Where libraries keep what they know of a chunk beside its text, and inside that where it comes from. */
const HOLDERS = [
  ...METADATA,
  'meta',
  ...ITEM_HOLDERS,
  'documentMetadata',
  'document_metadata',
  'source',
  'location',
  'webLocation',
  's3Location',
];
/** The item, what it is wrapped in, its metadata, and the source in that. */
const MAX_DEPTH = 3;

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
  const holders = holdersIn(withoutScore(item));
  for (const name of NAMES) {
    for (const holder of holders) {
      const path = ownText(holder, name);
      if (path !== undefined) return path;
    }
  }
  return undefined;
}

/** From outside in; each once, as items may hold each other. */
function holdersIn(item: unknown): ReadonlySet<Shape> {
  const found = new Set<Shape>();
  let level: readonly unknown[] = [item];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const shapes = level.map(asShape).filter((shape) => shape !== undefined && !found.has(shape)) as Shape[];
    for (const shape of shapes) found.add(shape);
    level = shapes.flatMap((shape) => HOLDERS.map((key) => shape[key]));
  }
  return found;
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
