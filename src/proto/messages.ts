/**
 * The file formats of `proto/ragspan/v1` (spec §13), as protobuf binary and as proto3 JSON.
 *
 * A message is plain data with the field names of the `.proto`. What is not set is left out: a
 * message, an `optional` field, an empty list, a false flag. 64-bit integers are numbers (what no
 * number can hold exactly is an error), except times (`…_unix_nano`), which are bigints.
 */
import protobuf from 'protobufjs/light.js';
import protojson from 'protobufjs/ext/protojson.js';
import type { Field, Message, Root, Type } from 'protobufjs';
import {
  DESCRIPTOR,
  type BucketViewMessage,
  type CaseMessage,
  type IncidentMessage,
  type LedgerEntryMessage,
  type ReplayRecordMessage,
  type ReplayReportMessage,
  type SplitTestMessage,
  type TripleMessage,
  type VerdictMessage,
} from './messages.generated.js';
import { isWellFormed } from '../model/utf8.js';

export interface MessageTypes {
  readonly Triple: TripleMessage;
  readonly Verdict: VerdictMessage;
  readonly Case: CaseMessage;
  readonly Incident: IncidentMessage;
  readonly LedgerEntry: LedgerEntryMessage;
  readonly SplitTest: SplitTestMessage;
  readonly ReplayRecord: ReplayRecordMessage;
  readonly BucketView: BucketViewMessage;
  readonly ReplayReport: ReplayReportMessage;
}
export type MessageName = keyof MessageTypes;

/** protobufjs carries long.js with it; its own types leave the static side out. */
const Long = protobuf.util.Long as unknown as { fromString(text: string, unsigned: boolean): unknown };

type Plain = { [key: string]: unknown };

let loadedRoot: Root | undefined;

function typeOf(name: MessageName): Type {
  loadedRoot ??= protobuf.Root.fromJSON(DESCRIPTOR as never);
  return loadedRoot.lookupType(`ragspan.v1.${name}`);
}

/** Binary form. Throws a RangeError or TypeError that names the field when a value does not fit it. */
export function encodeMessage<N extends MessageName>(name: N, value: MessageTypes[N]): Uint8Array {
  const type = typeOf(name);
  return type.encode(type.create(toWire(type, value as unknown as Plain, name))).finish();
}

/** Reads the binary form; unknown fields are skipped. Throws an Error when the bytes are no such message. */
export function decodeMessage<N extends MessageName>(name: N, bytes: Uint8Array): MessageTypes[N] {
  const type = typeOf(name);
  return fromWire(type, type.decode(bytes) as unknown as Plain, name) as unknown as MessageTypes[N];
}

/** proto3 JSON: lowerCamelCase names, 64-bit integers as strings, bytes as base64. `indent` as in JSON.stringify. */
export function messageToJson<N extends MessageName>(name: N, value: MessageTypes[N], indent?: number): string {
  const type = typeOf(name);
  const message = type.create(toWire(type, value as unknown as Plain, name)) as Message & object;
  return JSON.stringify(protojson.toJson(type, message), undefined, indent);
}

/** Reads proto3 JSON; names as written in the `.proto` are taken too, unknown ones are skipped. Throws an Error that names the field. */
export function messageFromJson<N extends MessageName>(name: N, text: string): MessageTypes[N] {
  const type = typeOf(name);
  // Refuses a key that stands twice: two readers could take different values for the truth.
  const message = protojson.fromJsonString(type, text, { ignoreUnknownFields: true });
  return fromWire(type, message as unknown as Plain, name) as unknown as MessageTypes[N];
}

/** What of proto3 JSON that `messageFromJson` read it would skip, in words; undefined when it reads all of it. */
export function unknownInJson(name: MessageName, text: string): string | undefined {
  try {
    protojson.fromJsonString(typeOf(name), text, { ignoreUnknownFields: false });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const INTEGERS_64: ReadonlySet<string> = new Set(['int64', 'uint64']);
const isTime = (field: Field): boolean => field.name.endsWith('_unix_nano');

function toWire(type: Type, value: Plain, path: string): Plain {
  const out: Plain = {};
  for (const field of type.fieldsArray) {
    const given = value[field.name];
    if (given === undefined) continue;
    const at = `${path}.${field.name}`;
    if (field.repeated)
      out[field.name] = (given as readonly unknown[]).map((one, index) => scalarToWire(field, one, `${at}[${index}]`));
    else if (!field.map && isImplicitDefault(field, given)) continue;
    else out[field.name] = field.map ? given : scalarToWire(field, given, at);
  }
  return out;
}

/** A proto3 field without presence that holds its zero is not written. */
function isImplicitDefault(field: Field, value: unknown): boolean {
  return field.partOf === null && (value === '' || value === 0 || value === 0n || value === false);
}

function scalarToWire(field: Field, value: unknown, path: string): unknown {
  const message = field.resolve().resolvedType;
  if (message !== null) {
    if (typeof value !== 'object' || value === null) throw new TypeError(`${path}: a message is expected`);
    return toWire(message as Type, value as Plain, path);
  }
  if (field.type === 'string') {
    if (typeof value !== 'string') throw new TypeError(`${path}: a string is expected`);
    if (!isWellFormed(value)) throw new TypeError(`${path}: a lone surrogate cannot be written`);
    return value;
  }
  if (field.type === 'bool') {
    if (typeof value !== 'boolean') throw new TypeError(`${path}: a boolean is expected`);
    return value;
  }
  if (field.type === 'double') {
    if (typeof value !== 'number') throw new TypeError(`${path}: a number is expected`);
    return value;
  }
  return integerToWire(field, value, path);
}

const BOUNDS: { readonly [type: string]: readonly [bigint, bigint] } = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
};

function integerToWire(field: Field, value: unknown, path: string): unknown {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value))
    throw new TypeError(`${path}: an exact integer is expected`);
  const exact = BigInt(value as number | bigint);
  const [least, most] = BOUNDS[field.type] ?? [0n, 0n];
  if (exact < least || exact > most) throw new RangeError(`${path}: ${exact} does not fit ${field.type}`);
  if (!INTEGERS_64.has(field.type)) return Number(exact);
  return Long.fromString(exact.toString(), field.type === 'uint64');
}

function fromWire(type: Type, message: Plain, path: string): Plain {
  const out: Plain = {};
  for (const field of type.fieldsArray) {
    field.resolve();
    const isSet =
      Object.hasOwn(message, field.name) && message[field.name] !== null && message[field.name] !== undefined;
    const at = `${path}.${field.name}`;
    if (field.repeated) {
      const list = isSet ? (message[field.name] as readonly unknown[]) : [];
      if (list.length > 0) out[field.name] = list.map((one, index) => scalarFromWire(field, one, `${at}[${index}]`));
    } else if (field.map) {
      const map = isSet ? (message[field.name] as Plain) : {};
      if (Object.keys(map).length > 0) out[field.name] = Object.fromEntries(Object.entries(map));
    } else if (isSet) {
      const value = scalarFromWire(field, message[field.name], at);
      if (value !== false || field.partOf !== null) out[field.name] = value;
    } else if (field.resolvedType === null && field.partOf === null && field.type !== 'bool') {
      out[field.name] = field.type === 'string' ? '' : isTime(field) ? 0n : 0;
    }
  }
  return out;
}

function scalarFromWire(field: Field, value: unknown, path: string): unknown {
  if (field.resolvedType !== null) return fromWire(field.resolvedType as Type, value as Plain, path);
  if (!INTEGERS_64.has(field.type)) return value;
  const exact = BigInt(String(value));
  if (isTime(field)) return exact;
  const number = Number(exact);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${path}: ${exact} is beyond any length or offset`);
  return number;
}
