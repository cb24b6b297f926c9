import type { Audit } from '../model/verdict.js';
import type { Frozen } from './freeze.js';
export function auditRun(_frozen: Frozen): Audit {
  return {};
}
