/** Where the few lines of ragspan go (option `log`). */
import { diag } from '@opentelemetry/api';
import type { LogTarget } from './settings.js';

/** One line a call; never throws. */
export function lineWriter(target: LogTarget): (line: string) => void {
  switch (target) {
    case 'off':
      return () => undefined;
    case 'diag':
      return (line) => diag.info(`ragspan: ${line}`);
    case 'stderr':
      return (line) => {
        try {
          process.stderr.write(`ragspan: ${line}\n`);
        } catch {
          // Standard error is closed: nobody reads.
        }
      };
  }
}
