/**
 * Finds spans in JSON: OTLP (`resourceSpans`, `resourceLogs`; also as Tempo answers, `batches` and
 * `trace`), Jaeger (`data` of its query API, a bare trace, a list of traces). A document is read by
 * the names of its keys, so an object, an array of objects and one object a line are one thing.
 */
import type { Attributes } from '../../model/span.js';
import { Unreadable, type Place } from './damage.js';
import type { Keep, Step, Walk } from './json-frames.js';
import { JsonWalker } from './json-walker.js';
import { isObject, parseJson } from './json-value.js';
import { processOf, readProcess } from './jaeger-json.js';
import { readResource, readScopeName } from './otlp-json.js';
import { decodeRaw, type Encoding } from './raw-span.js';
import type { Sink } from './sink.js';

export interface JsonTraceReader {
  push(piece: Buffer): void;
  end(): void;
  /** Whether any key of a trace format was seen. */
  isRecognised(): boolean;
}

export function jsonTraceReader(sink: Sink): JsonTraceReader {
  const found = new Found(sink);
  const walker = new JsonWalker({
    document: () => new DocumentWalk(found),
    damage: (place, problem) => sink.damage(place, problem),
  });
  return { push: (piece) => walker.push(piece), end: () => walker.end(), isRecognised: () => found.isRecognised };
}

/** What all walks of one file share. */
class Found {
  readonly sink: Sink;
  isRecognised = false;

  constructor(sink: Sink) {
    this.sink = sink;
  }

  /** Reads a kept value; what cannot be read costs that value alone. */
  keep(read: (value: unknown) => void): Keep {
    return { keep: (bytes, place, hasLongInteger) => this.guard(place, () => read(parseJson(bytes, hasLongInteger))) };
  }

  guard(place: Place, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const path = error.key === undefined ? place.path : `${place.path ?? ''}.${error.key}`;
      this.sink.damage(path === undefined ? place : { ...place, path }, error.message);
    }
  }

  items(encoding: Encoding, origin: () => number): Walk {
    const one: Keep = {
      keep: (bytes, place, hasLongInteger) =>
        this.guard(place, () => {
          const decoded = decodeRaw({ encoding, bytes, hasLongInteger });
          if (decoded !== undefined) this.sink.item({ encoding, bytes, hasLongInteger, origin: origin() }, decoded);
        }),
    };
    return { child: () => one };
  }
}

/** Each element of an array by the same walk. */
function elements(walk: () => Walk): Walk {
  return { child: () => walk() };
}

class DocumentWalk implements Walk {
  readonly #found: Found;
  #jaeger: JaegerTraceWalk | undefined;
  #resource: ResourceWalk | undefined;

  constructor(found: Found) {
    this.#found = found;
  }

  child(key: string | number): Step {
    if (typeof key === 'number') return new DocumentWalk(this.#found);
    switch (key) {
      case 'resourceSpans':
      case 'resource_spans':
      case 'batches':
      case 'resourceLogs':
      case 'resource_logs':
        this.#found.isRecognised = true;
        return elements(() => new ResourceWalk(this.#found));
      case 'resourceMetrics':
      case 'resource_metrics':
        this.#found.isRecognised = true;
        return undefined;
      case 'data':
      case 'trace':
        return new DocumentWalk(this.#found);
      case 'traceID':
        this.#found.isRecognised = true;
        return undefined;
      case 'spans':
      case 'processes':
        this.#found.isRecognised = true;
        this.#jaeger ??= new JaegerTraceWalk(this.#found);
        return this.#jaeger.child(key);
      default:
        if (this.#resource === undefined && !isResourceKey(key)) return undefined;
        this.#found.isRecognised = true;
        this.#resource ??= new ResourceWalk(this.#found);
        return this.#resource.child(key);
    }
  }

  end(): void {
    this.#resource?.end();
    this.#jaeger?.end();
  }
}

function isResourceKey(key: string): boolean {
  return (
    key === 'scopeSpans' ||
    key === 'scope_spans' ||
    key === 'scopeLogs' ||
    key === 'scope_logs' ||
    key === 'instrumentationLibrarySpans' ||
    key === 'resource'
  );
}

/** A ResourceSpans or ResourceLogs. */
class ResourceWalk implements Walk {
  readonly #found: Found;
  #attributes: Attributes = {};
  readonly #scopes: { readonly origin: number; readonly name: string }[] = [];

  constructor(found: Found) {
    this.#found = found;
  }

  child(key: string | number): Step {
    switch (key) {
      case 'resource':
        return this.#found.keep((value) => {
          this.#attributes = readResource(value);
        });
      case 'scopeSpans':
      case 'scope_spans':
      case 'scopeLogs':
      case 'scope_logs':
      case 'instrumentationLibrarySpans':
        return elements(() => new ScopeWalk(this.#found, (origin, name) => this.#scopes.push({ origin, name })));
      default:
        return undefined;
    }
  }

  end(): void {
    for (const { origin, name } of this.#scopes) this.#found.sink.fillOrigin(origin, this.#attributes, name);
  }
}

class ScopeWalk implements Walk {
  readonly #found: Found;
  readonly #onEnd: (origin: number, name: string) => void;
  #origin: number | undefined;
  #name = '';

  constructor(found: Found, onEnd: (origin: number, name: string) => void) {
    this.#found = found;
    this.#onEnd = onEnd;
  }

  child(key: string | number): Step {
    switch (key) {
      case 'scope':
      case 'instrumentationLibrary':
        return this.#found.keep((value) => {
          this.#name = readScopeName(value);
        });
      case 'spans':
        return this.#found.items('otlp_json_span', () => this.#reserved());
      case 'logRecords':
      case 'log_records':
        return this.#found.items('otlp_json_log', () => this.#reserved());
      default:
        return undefined;
    }
  }

  #reserved(): number {
    this.#origin ??= this.#found.sink.reserveOrigin();
    return this.#origin;
  }

  end(): void {
    if (this.#origin !== undefined) this.#onEnd(this.#origin, this.#name);
  }
}

/** One trace of Jaeger: its spans name their process, which mostly comes after them. */
class JaegerTraceWalk implements Walk {
  readonly #found: Found;
  readonly #origins = new Map<string, number>();
  readonly #processes = new Map<string, Attributes>();

  constructor(found: Found) {
    this.#found = found;
  }

  child(key: string | number): Step {
    if (key === 'spans') return { child: () => this.#span() };
    if (key !== 'processes') return undefined;
    return this.#found.keep((value) => {
      if (!isObject(value)) return;
      for (const [id, process] of Object.entries(value)) this.#processes.set(id, readProcess(process));
    });
  }

  #span(): Keep {
    return {
      keep: (bytes, place, hasLongInteger) =>
        this.#found.guard(place, () => {
          const encoding = 'jaeger_json_span';
          const decoded = decodeRaw({ encoding, bytes, hasLongInteger });
          if (decoded === undefined) return;
          const origin = this.#originOf(processOf(parseJson(bytes, hasLongInteger)));
          this.#found.sink.item({ encoding, bytes, hasLongInteger, origin }, decoded);
        }),
    };
  }

  #originOf(process: { readonly id?: string; readonly attributes?: Attributes }): number {
    const known = this.#origins.get(process.id ?? '');
    if (known !== undefined && process.attributes === undefined) return known;
    const origin = this.#found.sink.reserveOrigin();
    if (process.attributes === undefined) this.#origins.set(process.id ?? '', origin);
    else this.#found.sink.fillOrigin(origin, process.attributes, '');
    return origin;
  }

  end(): void {
    for (const [id, origin] of this.#origins) this.#found.sink.fillOrigin(origin, this.#processes.get(id) ?? {}, '');
  }
}
