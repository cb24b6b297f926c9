/** Config fingerprint (spec §3 "Pins"): SHA-256 over RFC 8785 JSON of the pins that are present. */
import type { AssemblyRecord } from '../model/assembly-record.js';
import type { TextHash } from '../model/judging-options.js';
import type { ModelCall } from '../model/model-call.js';

export interface PinSources {
  readonly call?: ModelCall;
  readonly record?: AssemblyRecord;
  readonly snapshot?: string;
  readonly requestedTopK?: number;
}

const CALL_PINS = [
  'frequency_penalty',
  'max_tokens',
  'presence_penalty',
  'sampling_top_k',
  'seed',
  'stop',
  'temperature',
  'top_p',
] as const;

/** Undefined when no pin is present. */
export function configSha256(sources: PinSources, hash: TextHash): string | undefined {
  const { call, record } = sources;
  const pins: Record<string, unknown> = {
    budget: record?.budget,
    budget_unit: record?.unit,
    model: call?.model,
    snapshot: sources.snapshot,
    template_sha256: record?.templateSha256,
    template_version: record?.templateVersion,
    top_k: sources.requestedTopK,
  };
  for (const name of CALL_PINS) pins[name] = call?.pins[name];
  const present = Object.entries(pins).flatMap(([name, value]): [string, string][] => {
    const json = pinJson(value);
    return json === undefined ? [] : [[name, json]];
  });
  if (present.length === 0) return undefined;
  present.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash.sha256(`{${present.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`);
}

/** Far deeper than any request parameter; what lies below is left out. */
const MAX_DEPTH = 64;

/** RFC 8785 for the values pins have: unlike in a sealed file null is left out, and a large integer is a string. Undefined for what JSON cannot hold. */
export function pinJson(value: unknown, depth = 0): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) return undefined;
      return Number.isInteger(value) && !Number.isSafeInteger(value)
        ? JSON.stringify(BigInt(value).toString())
        : JSON.stringify(value);
    case 'bigint':
      return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
        ? value.toString()
        : JSON.stringify(value.toString());
    case 'object': {
      if (value === null || depth >= MAX_DEPTH) return undefined;
      if (Array.isArray(value)) return `[${value.map((item) => pinJson(item, depth + 1) ?? 'null').join(',')}]`;
      const entries = Object.entries(value).flatMap(([key, held]): [string, string][] => {
        const json = pinJson(held, depth + 1);
        return json === undefined ? [] : [[key, json]];
      });
      entries.sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
    }
    default:
      return undefined;
  }
}
