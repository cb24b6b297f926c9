/** What an assembly span recorded (spec §3 "Assembly record", §10 "Producer spans"). */

export type BudgetUnit = 'token' | 'byte' | 'char';
export type CutSide = 'tail' | 'head' | 'middle';
export type OffsetUnit = 'byte' | 'utf16' | 'code_point';

export interface AssembledChunk {
  readonly digest?: string;
  /** Claimed place in the sent context, in `offsetUnit`; −1 = absent; undefined = not recorded. */
  readonly offset?: number;
  /** UTF-8 bytes of the chunk that were kept; 0 = absent. */
  readonly keptBytes?: number;
  /** As recorded; a `Form` where it is one. */
  readonly form?: string;
  /** Where it would start before any cut, in the budget's unit; undefined = unknown (−1 on the wire). */
  readonly plannedAt?: number;
  /** The citation label issued for it. */
  readonly label?: string;
}

export interface AssemblyRecord {
  /** Absent: the span recorded no chunks. */
  readonly chunks?: readonly AssembledChunk[];
  readonly budget?: number;
  readonly unit?: BudgetUnit;
  readonly used?: number;
  readonly cutAt?: number;
  readonly cutSide?: CutSide;
  readonly offsetUnit?: OffsetUnit;
  readonly templateSha256?: string;
  readonly templateVersion?: string;
  readonly contextSha256?: string;
  readonly contextBytes?: number;
  /** A null or wrong type in one of the lists, or dropped attributes on the span. */
  readonly lossy: boolean;
  readonly hashKey?: string;
  readonly foreignHash: boolean;
}
