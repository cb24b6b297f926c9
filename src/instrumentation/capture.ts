/**
 * What may be captured now, and the two ways text goes: always on the span object for the processor
 * of this process, and on the exported span only with content capture (spec §10, §11).
 */
import type { Span } from '@opentelemetry/api';
import { captureSwitch } from '../model/capture-switch.js';
import { textHash } from '../model/digest.js';
import type { TextHash } from '../model/judging-options.js';
import { setPrivateAttribute } from '../model/private-attributes.js';
import type { AttributeValue } from '../model/span.js';
import { RAGSPAN } from '../semconv.js';
import { guarded } from './guard.js';

let hash: TextHash = textHash();
let hashKey: string | undefined;

/** The hash in force: HMAC when the operator set a key. */
export function currentHash(): TextHash {
  const { hashKey: key } = captureSwitch();
  if (key !== hashKey) {
    hashKey = key;
    hash = textHash(key);
  }
  return hash;
}

/** Names the key beside the hashes made with it. */
export function nameHashKey(span: Span): void {
  const { keyName } = currentHash();
  if (keyName !== undefined) span.setAttribute(RAGSPAN.HASH_KEY, keyName);
}

export function capturesContent(): boolean {
  return captureSwitch().content === true;
}

/**
 * `value` is a string or structured; on the exported span it is a string (JSON when structured).
 * @param exported what may be exported of it, where that is less.
 */
export function writeText(span: Span, key: string, value: AttributeValue, exported: AttributeValue = value): void {
  const held = captureSwitch();
  if (held.privateText !== false) setPrivateAttribute(span, key, value);
  if (held.content !== true) return;
  guarded(
    'content capture',
    () => {
      span.setAttribute(key, typeof exported === 'string' ? exported : JSON.stringify(exported));
    },
    undefined,
  );
}

/** 64 hex and byte length of a whole artifact under the given names. */
export function writeArtifactHash(
  span: Span,
  text: string,
  byteLength: number,
  names: { readonly sha256: string; readonly bytes: string },
): void {
  span.setAttribute(names.sha256, currentHash().sha256(text));
  span.setAttribute(names.bytes, byteLength);
}
