/**
 * Hashing at the hand-offs (spec §3 "Hashes"): SHA-256 over UTF-8, or HMAC-SHA-256 under the
 * operator's key. The only file of the core that touches node:crypto.
 */
import * as crypto from 'node:crypto';
import type { TextHash } from './judging-options.js';

type OneShot = (algorithm: string, text: string, encoding: 'hex') => string;

/** Node 20.12 and later hash in one call, about twice as fast for short texts. */
const oneShot = (crypto as { hash?: OneShot }).hash;

function plainSha256(text: string): string {
  return oneShot === undefined
    ? crypto.createHash('sha256').update(text, 'utf8').digest('hex')
    : oneShot('sha256', text, 'hex');
}

const PLAIN: TextHash = {
  sha256: plainSha256,
  digest: (text) => plainSha256(text).slice(0, 32),
};

/** `key` undefined or empty: plain SHA-256. */
export function textHash(key?: string): TextHash {
  if (key === undefined || key === '') return PLAIN;
  const sha256 = (text: string): string => crypto.createHmac('sha256', key).update(text, 'utf8').digest('hex');
  return { keyName: sha256('ragspan').slice(0, 8), sha256, digest: (text) => sha256(text).slice(0, 32) };
}
