/**
 * One vector (spec §14) as a readable value: the trace's spans, the case file, and the verdict that
 * the specification asks for. Verdict, reason, explanation, fates and evidence are written by hand;
 * only hashes, lengths, byte offsets and the order of keys are computed.
 */
import { otlp, place, type Placed } from './otlp-json.js';
import { bytes, digest, sha256, type LogSpec, type SpanSpec } from './trace-builder.js';

export interface RunSpec {
  /** Labels of the root and of the answering call. */
  readonly root: string;
  readonly answeredBy?: string;
  readonly [key: string]: unknown;
}

export interface VectorSpec {
  readonly name: string;
  /** The sentence of the specification it shows, shortened. */
  readonly shows: string;
  readonly section: string;
  /** Field cases (B1…B56). */
  readonly covers?: readonly string[];
  readonly spans: readonly SpanSpec[];
  readonly logs?: readonly LogSpec[];
  readonly cases?: string;
  readonly options?: { readonly [key: string]: unknown };
  /** Further files beside the trace, by name. */
  readonly files?: { readonly [name: string]: string };
  /** It means two values of the greatest length (spec §3 "Lossy"). */
  readonly infersLimit?: boolean;
  readonly runs: readonly RunSpec[];
}

/** Byte offset of `text` in `context` (which must hold it). */
export function at(context: string, text: string): number {
  const index = context.indexOf(text);
  if (index < 0) throw new Error(`not in the context: ${text}`);
  return bytes(context.slice(0, index));
}

/** Config fingerprint: SHA-256 over RFC 8785 JSON of flat pins. */
export function config(pins: { readonly [pin: string]: string | number | readonly string[] }, key?: string): string {
  return sha256(JSON.stringify(pins, Object.keys(pins).sort()), key);
}

export interface Hashed {
  readonly input?: string;
  readonly context?: string;
  readonly output?: string;
  readonly pins?: { readonly [pin: string]: string | number | readonly string[] };
  readonly key?: string;
}

/** `sha256` of a run: over the question, the segments joined by LF, the output, the pins. */
export function hashes(of: Hashed): { readonly [artifact: string]: string } {
  return {
    ...(of.input === undefined ? {} : { input: sha256(of.input, of.key) }),
    ...(of.context === undefined ? {} : { context: sha256(of.context, of.key) }),
    ...(of.output === undefined ? {} : { output: sha256(of.output, of.key) }),
    ...(of.pins === undefined ? {} : { config: config(of.pins, of.key) }),
  };
}

/** What `evidence` says of a text: its digest and its length. */
export const item = (text: string, key?: string): { digest: string; length: number } => ({
  digest: digest(text, key),
  length: bytes(text),
});

type Plain = { readonly [key: string]: unknown };
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `base` with `changes` on top, level by level; `undefined` takes a key away. */
export function like<T extends Plain>(base: T, changes: Plain): T {
  const out: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete out[key];
    else {
      const before = out[key];
      out[key] = isPlain(before) && isPlain(value) ? like(before, value) : value;
    }
  }
  return out as T;
}

/** Two sets of changes as one: what `like` takes away stays taken away. */
export function also(changes: Plain, more: Plain): Plain {
  const out: Record<string, unknown> = { ...changes };
  for (const [key, value] of Object.entries(more)) {
    const before = out[key];
    out[key] = isPlain(before) && isPlain(value) ? also(before, value) : value;
  }
  return out;
}

/** Keys sorted, two spaces, one LF at the end. */
export function canonical(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function runJson(run: RunSpec, placed: ReadonlyMap<string, Placed>): Plain {
  const { root, answeredBy, ...rest } = run;
  const at = placed.get(root);
  if (at === undefined) throw new Error(`no span ${root}`);
  const call = answeredBy === undefined ? undefined : placed.get(answeredBy);
  if (answeredBy !== undefined && call === undefined) throw new Error(`no span ${answeredBy}`);
  const json: Plain = {
    trace_id: at.traceId,
    span_id: at.spanId,
    ...(call === undefined ? {} : { answered_by: call.spanId }),
    ...rest,
  };
  // `null`: the root is the nameless span over several roots, which has no id.
  return json['span_id'] === null ? like(json, { span_id: undefined }) : json;
}

/** The files of a vector, by name. */
export function vectorFiles(vector: VectorSpec): Map<string, string> {
  const placed = place(vector.spans, vector.name);
  const files = new Map<string, string>();
  files.set('trace.json', `${JSON.stringify(otlp(vector.spans, vector.name, vector.logs), null, 1)}\n`);
  if (vector.cases !== undefined) files.set('cases.yaml', vector.cases);
  if (vector.options !== undefined) files.set('options.json', canonical(vector.options));
  for (const [name, text] of Object.entries(vector.files ?? {})) files.set(name, text);
  // What does not apply is left out, an empty array too.
  const runs = vector.runs.map((run) => runJson(run, placed));
  files.set('verdict.json', canonical({ version: 1, ...(runs.length === 0 ? {} : { runs }) }));
  return files;
}

/**
 * Two values of one resource that share the greatest length make readers infer a value limit
 * (spec §3 "Lossy"). A vector that does not mean it must not have them.
 */
export function sharesMaximumLength(vector: VectorSpec): boolean {
  const values = new Map<string, Set<string>>();
  for (const one of vector.spans) {
    const key = JSON.stringify([one.service, one.resource]);
    const set = values.get(key) ?? new Set<string>();
    values.set(key, set);
    const texts = [one.attrs, ...(one.events ?? []).map((event) => event.attrs)].flatMap((attrs) =>
      Object.values(attrs).flat(),
    );
    for (const value of texts) if (typeof value === 'string') set.add(value);
  }
  return [...values.values()].some((set) => {
    const lengths = [...set].map((text) => text.length).sort((a, b) => b - a);
    return lengths[0] !== undefined && lengths[0] === lengths[1];
  });
}
