/** Who is told what passes by in a stream. Every method is safe to call late or twice, and none throws. */
export interface StreamObserver {
  /** One item, as the application received it. */
  chunk(value: unknown): void;
  /** The stream came to its end. */
  done(): void;
  /** The application stopped reading: break, cancel, abort, or it let go of the stream. */
  abandon(): void;
  fail(error: unknown): void;
  /** Runs the stream's own code in the context of the span, so that spans it starts hang below it. */
  run<T>(work: () => T): T;
}
