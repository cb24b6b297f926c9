/** Runs and incidents as a list shows them. */

export interface ListedRun {
  /** Unique in the list: letters, digits, `-`, `_` and `.`. */
  readonly key: string;
  readonly isIncident: boolean;
  /** Of the incident; a run has none. */
  readonly id?: string;
  readonly verdict: string;
  readonly reason?: string;
  readonly explanation: string;
  /** What the process itself had found, where the trace alone says something else. */
  readonly inProcess?: string;
  /** The question, shortened; undefined: its text is not at hand. */
  readonly question?: string;
  readonly service?: string;
  readonly caseId?: string;
  /** Nanoseconds since the epoch: start of the run, else when it was frozen. */
  readonly atUnixNano: bigint;
  /** Rises when the run is judged again. */
  readonly version: number;
}

export interface ListChoice {
  readonly value: string;
  readonly count: number;
}

export interface ListFilter {
  /** A verdict, or `wrong`: H1, H2, H3, H3a, H3b. Empty: all. */
  readonly verdict: string;
  readonly service: string;
  readonly caseId: string;
  readonly search: string;
}

export interface RunListView {
  /** What is shown, in words: `traces.json`, `OTLP on port 4318`. */
  readonly source: string;
  readonly rows: readonly ListedRun[];
  readonly filter: ListFilter;
  /** All there are. */
  readonly total: number;
  /** Of all that match the filter. */
  readonly matching: number;
  /** 1-based. */
  readonly page: number;
  readonly pages: number;
  readonly verdicts: readonly ListChoice[];
  readonly services: readonly ListChoice[];
  readonly cases: readonly ListChoice[];
  /** Places that could not be read. */
  readonly problems: readonly string[];
  /** Of problems there are more than are listed. */
  readonly problemCount: number;
  /** Runs that were let go to stay within bounds. */
  readonly evicted: number;
  /** Absent: nothing changes any more. */
  readonly live?: LiveState;
}

export interface LiveState {
  /** Files are looked at again. */
  readonly readsFiles: boolean;
  readonly otlp?: OtlpState;
}

export interface OtlpState {
  /** Where spans are taken: `http://127.0.0.1:4318`. */
  readonly url: string;
  readonly spans: number;
}
