import type { RagspanMatchers } from 'ragspan/vitest';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends RagspanMatchers<R> {}
}
