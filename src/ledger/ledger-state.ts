/**
 * What the entries of a ledger add up to. The entries are the truth; this is made from them anew at
 * every read, one entry after the other.
 */
import type {
  LedgerEntryMessage,
  PairingKeyMessage,
  PinChangeMessage,
  PinsMessage,
  RepairMessage,
} from '../proto/messages.generated.js';
import { classOf, unpairable } from './pairing-key.js';

export interface LedgerIncident {
  readonly id: string;
  /** Of the entry that brought it in. */
  readonly sequence: number;
  readonly atUnixNano: bigint;
  readonly key: PairingKeyMessage;
  /** Undefined: it can pair with none. */
  readonly pairingClass?: string;
}

export interface Confirmation {
  readonly repair: RepairMessage;
  readonly recovered: number;
  readonly trials: number;
  readonly sequence: number;
  readonly atUnixNano: bigint;
  /** Undefined: the operator's word. */
  readonly splitTestSha256?: string;
}

export interface Pairing {
  readonly incident: string;
  readonly other: string;
  readonly sequence: number;
  readonly atUnixNano: bigint;
  /** Undefined: it is open. */
  readonly voided?: Voiding;
}

export interface Voiding {
  readonly sequence: number;
  readonly atUnixNano: bigint;
  readonly because: string;
  readonly changes: readonly PinChangeMessage[];
}

/** More than any service has; what holds more is no ledger of incidents. */
const MAX_INCIDENTS = 1_000_000;

export class LedgerState {
  #entries = 0;
  #head: string | undefined;
  readonly #incidents = new Map<string, LedgerIncident>();
  readonly #pairings = new Map<string, Pairing>();
  readonly #open = new Set<string>();
  readonly #confirmations = new Map<string, Map<string, Confirmation>>();
  readonly #classes = new Map<string, LedgerIncident[]>();
  readonly #byTriple = new Map<string, LedgerIncident>();
  readonly #byTrace = new Map<string, LedgerIncident[]>();
  readonly #byContext = new Map<string, LedgerIncident[]>();
  readonly #byOutput = new Map<string, LedgerIncident[]>();
  /** What repeats from incident to incident is held once. */
  readonly #words = new Map<string, string>();
  readonly #configurations = new Map<string, Partial<PinsMessage>>();

  get entries(): number {
    return this.#entries;
  }

  /** `sha256` of the last entry. */
  get head(): string | undefined {
    return this.#head;
  }

  /** In the order in which they were entered. */
  get incidents(): ReadonlyMap<string, LedgerIncident> {
    return this.#incidents;
  }

  /** Open and void, in the order in which they were recorded. */
  get pairings(): Iterable<Pairing> {
    return this.#pairings.values();
  }

  *openPairings(): Iterable<Pairing> {
    for (const key of [...this.#open]) yield this.#pairings.get(key) as Pairing;
  }

  /** Whichever is named first. */
  pairing(a: string, b: string): Pairing | undefined {
    return this.#pairings.get(pairOf(a, b));
  }

  /** What was tried on an incident, by id of the repair: the last word on each. */
  confirmations(id: string): ReadonlyMap<string, Confirmation> {
    return this.#confirmations.get(id) ?? NONE;
  }

  /** Incidents on which a repair was tried. */
  confirmed(): LedgerIncident[] {
    return [...this.#confirmations.keys()].flatMap((id) => this.#incidents.get(id) ?? []);
  }

  /** Incidents that pair with each other, in order of entry; none for one that can pair with none. */
  classMates(incident: Pick<LedgerIncident, 'pairingClass'>): readonly LedgerIncident[] {
    return incident.pairingClass === undefined ? [] : (this.#classes.get(incident.pairingClass) ?? []);
  }

  /** Classes in the order of their first incident. */
  get classes(): Iterable<readonly LedgerIncident[]> {
    return this.#classes.values();
  }

  /** Incidents with the same output, byte for byte, by hash; in order of entry. */
  get sentences(): ReadonlyMap<string, readonly LedgerIncident[]> {
    return this.#byOutput;
  }

  withTriple(sha256: string): LedgerIncident | undefined {
    return this.#byTriple.get(sha256);
  }

  /** None for the empty id: it names no trace. */
  ofTrace(traceId: string): readonly LedgerIncident[] {
    return this.#byTrace.get(traceId) ?? [];
  }

  withContext(sha256: string): readonly LedgerIncident[] {
    return this.#byContext.get(sha256) ?? [];
  }

  /** Takes the next entry in. Gives what is wrong with it, in words; then nothing has changed. */
  take(entry: LedgerEntryMessage): string | undefined {
    const problem = this.#apply(entry);
    if (problem !== undefined) return problem;
    this.#entries = entry.sequence;
    this.#head = entry.sha256;
    return undefined;
  }

  #apply(entry: LedgerEntryMessage): string | undefined {
    switch (entry.kind) {
      case 'add':
        return this.#add(entry);
      case 'pair':
        return this.#pair(entry);
      case 'confirm':
        return this.#confirm(entry);
      case 'void':
        return this.#void(entry);
      default:
        return `kind: ${JSON.stringify(entry.kind).slice(0, 40)} is none that this ragspan reads`;
    }
  }

  #add({ incident: id, sequence, at_unix_nano, key }: LedgerEntryMessage): string | undefined {
    if (key === undefined) return 'adds an incident without its key';
    if (this.#incidents.has(id)) return `adds ${id} a second time`;
    if (this.#incidents.size >= MAX_INCIDENTS)
      return `is the incident after the ${MAX_INCIDENTS}th, and a ledger holds no more`;
    const incident: LedgerIncident = {
      id,
      sequence,
      atUnixNano: at_unix_nano,
      key: this.#compact(key),
      ...(unpairable(key) === undefined ? { pairingClass: this.#word(classOf(key)) } : {}),
    };
    this.#incidents.set(id, incident);
    if (incident.pairingClass !== undefined) append(this.#classes, incident.pairingClass, incident);
    if (key.output_sha256 !== undefined) append(this.#byOutput, key.output_sha256, incident);
    this.#byTriple.set(key.triple_sha256, incident);
    if (key.trace_id !== '') append(this.#byTrace, key.trace_id, incident);
    if (key.context_sha256 !== undefined) append(this.#byContext, key.context_sha256, incident);
    return undefined;
  }

  #pair({ incident, other, sequence, at_unix_nano }: LedgerEntryMessage): string | undefined {
    const missing = this.#missing(incident, other);
    if (missing !== undefined || other === undefined) return missing ?? 'pairs with nothing';
    const pair = pairOf(incident, other);
    if (this.#pairings.has(pair)) return `pairs ${incident} and ${other} a second time`;
    this.#pairings.set(pair, { incident, other, sequence, atUnixNano: at_unix_nano });
    this.#open.add(pair);
    return undefined;
  }

  #confirm(entry: LedgerEntryMessage): string | undefined {
    const { incident, repair, recovered, trials, sequence, at_unix_nano: atUnixNano } = entry;
    if (!this.#incidents.has(incident)) return `confirms a repair of ${incident}, which is not in the ledger`;
    if (repair === undefined || recovered === undefined || trials === undefined)
      return 'confirms without repair, recovered or trials';
    const known = this.#confirmations.get(incident) ?? new Map<string, Confirmation>();
    this.#confirmations.set(incident, known);
    const splitTestSha256 = entry.split_test_sha256;
    known.set(repair.id, {
      repair,
      recovered,
      trials,
      sequence,
      atUnixNano,
      ...(splitTestSha256 === undefined ? {} : { splitTestSha256 }),
    });
    return undefined;
  }

  #void(entry: LedgerEntryMessage): string | undefined {
    const { incident, other } = entry;
    const missing = this.#missing(incident, other);
    if (missing !== undefined || other === undefined) return missing ?? 'voids no pairing';
    const pair = pairOf(incident, other);
    const pairing = this.#pairings.get(pair);
    if (pairing === undefined || pairing.voided !== undefined)
      return `voids a pairing of ${incident} and ${other} that is not open`;
    const { sequence, at_unix_nano: atUnixNano, reason = '', changes = [] } = entry;
    this.#pairings.set(pair, { ...pairing, voided: { sequence, atUnixNano, because: reason, changes } });
    this.#open.delete(pair);
    return undefined;
  }

  #missing(...ids: readonly (string | undefined)[]): string | undefined {
    const missing = ids.find((id) => id === undefined || !this.#incidents.has(id));
    return ids.every((id) => id !== undefined && this.#incidents.has(id))
      ? undefined
      : `names ${missing ?? 'no incident'}, which is not in the ledger`;
  }

  #compact(key: PairingKeyMessage): PairingKeyMessage {
    const out: Record<string, unknown> = { ...key };
    for (const name of REPEATING) if (key[name] !== undefined) out[name] = this.#word(key[name]);
    if (key.pins !== undefined) {
      const { input_sha256, ...config } = key.pins;
      const name = JSON.stringify(config);
      const known = this.#configurations.get(name) ?? config;
      this.#configurations.set(name, known);
      out['pins'] = input_sha256 === undefined ? known : { ...known, input_sha256 };
    }
    return out as unknown as PairingKeyMessage;
  }

  #word(text: string): string {
    const known = this.#words.get(text);
    if (known !== undefined) return known;
    this.#words.set(text, text);
    return text;
  }
}

const REPEATING = ['pattern', 'verdict', 'reason', 'cut_unit', 'cut_side', 'config_sha256', 'service'] as const;
const NONE: ReadonlyMap<string, Confirmation> = new Map();

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** No id holds a space. */
function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
