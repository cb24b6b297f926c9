/** Finds spans in OTLP protobuf, whole or after length prefixes. */
import { zstdDecompressSync } from './zstd.js';
import type { Attributes } from '../../model/span.js';
import { Unreadable, type Place } from './damage.js';
import { decodeResource, decodeScopeName, isLogRecord } from './otlp-protobuf.js';
import { ProtobufWalker, type ProtobufVisitor } from './protobuf-walker.js';
import { decodeRaw } from './raw-span.js';
import type { Sink } from './sink.js';
import { jsonTraceReader } from './trace-json.js';

export interface TraceReader {
  push(piece: Buffer): void;
  end(): void;
}

export function protobufTraceReader(sink: Sink, isLengthPrefixed: boolean): TraceReader {
  return new ProtobufWalker(new Visitor(sink), isLengthPrefixed);
}

class Visitor implements ProtobufVisitor {
  readonly #sink: Sink;
  #attributes: Attributes = {};
  #name = '';
  #origin: number | undefined;
  readonly #scopes: { readonly origin: number; readonly name: string }[] = [];

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  damage(place: Place, problem: string): void {
    this.#sink.damage(place, problem);
  }

  #guard(place: Place, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#sink.damage(
        error.key === undefined ? place : { ...place, path: `${place.path ?? ''}.${error.key}` },
        error.message,
      );
    }
  }

  resourceStart(): void {
    this.#attributes = {};
  }

  resource(bytes: Buffer, place: Place): void {
    this.#guard(place, () => {
      this.#attributes = decodeResource(bytes);
    });
  }

  resourceEnd(): void {
    for (const { origin, name } of this.#scopes) this.#sink.fillOrigin(origin, this.#attributes, name);
    this.#scopes.length = 0;
  }

  scopeStart(): void {
    this.#name = '';
    this.#origin = undefined;
  }

  scope(bytes: Buffer, place: Place): void {
    this.#guard(place, () => {
      this.#name = decodeScopeName(bytes);
    });
  }

  scopeEnd(): void {
    if (this.#origin !== undefined) this.#scopes.push({ origin: this.#origin, name: this.#name });
  }

  item(bytes: Buffer, place: Place): void {
    this.#guard(place, () => {
      const encoding = isLogRecord(bytes) ? 'otlp_protobuf_log' : 'otlp_protobuf_span';
      const decoded = decodeRaw({ encoding, bytes, hasLongInteger: false });
      if (decoded === undefined) return;
      this.#origin ??= this.#sink.reserveOrigin();
      this.#sink.item({ encoding, bytes, hasLongInteger: false, origin: this.#origin }, decoded);
    });
  }

  foreignMessage(bytes: Buffer, place: Place): void {
    this.#guard(place, () => {
      const plain = bytes.readUInt32BE(0) === 0x28b52ffd ? zstdDecompressSync(bytes) : bytes;
      const within: Sink = {
        reserveOrigin: () => this.#sink.reserveOrigin(),
        fillOrigin: (id, resource, scopeName) => this.#sink.fillOrigin(id, resource, scopeName),
        item: (raw, decoded) => this.#sink.item(raw, decoded),
        damage: (_inner, problem) => this.#sink.damage(place, problem),
      };
      const reader = plain[0] === 0x7b ? jsonTraceReader(within) : protobufTraceReader(within, false);
      reader.push(plain);
      reader.end();
    });
  }
}
