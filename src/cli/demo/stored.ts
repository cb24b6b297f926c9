/** What a backend has stored once the demo's spans have arrived over OTLP. */
import type { CaseBook } from '../../model/case.js';
import type { SpanRecord } from '../../model/span.js';
import { TraceHold } from '../../files/hold/trace-hold.js';
import type { JudgedFileRun } from '../../files/judge-files.js';
import { judgeRecords, type FileJudgingOptions } from '../../files/judge-records.js';
import { bytesSource, readTraceFile } from '../../files/read/trace-file.js';
import { VERDICT } from '../../semconv.js';

export interface StoredRun {
  readonly root: SpanRecord;
  /** As the processor wrote it on the root before the export. */
  readonly attached: string;
  /** Judged once more, from the exported spans alone. */
  readonly judged: JudgedFileRun;
}

export class Backend {
  readonly #hold = new TraceHold({
    onDamage: ({ problem }) => {
      throw new Error(`the exported spans cannot be read: ${problem}`);
    },
  });
  requests = 0;

  async receive(body: Buffer): Promise<void> {
    this.requests += 1;
    await readTraceFile(bytesSource('request', body), this.#hold.sink('request'));
  }

  get spanCount(): number {
    return this.#hold.spanCount;
  }

  /** In the order of the names of their roots. */
  runs(book: CaseBook, judging: FileJudgingOptions): readonly StoredRun[] {
    const found: StoredRun[] = [];
    for (const { records } of this.#hold.traces()) {
      const { runs, facts } = judgeRecords(records, book, judging);
      for (const judged of runs) {
        const root = records.find((one) => one.spanId === judged.verdict.span_id);
        if (root === undefined) continue;
        const attached = root.attributes[VERDICT.VERDICT];
        found.push({ root, attached: typeof attached === 'string' ? attached : 'none', judged: { ...judged, facts } });
      }
    }
    return found.toSorted((a, b) => (a.root.name < b.root.name ? -1 : 1));
  }
}
