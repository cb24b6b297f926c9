/** From what a log says of one item to the item that is judged (spec §3 "Retrieval log", "Text", "Lossy"). */
import type { RetrievedItem } from './retrieval-log.js';
import { type CapturedText, isInvalidText } from './text.js';
import { utf8Length } from './utf8.js';

/** One document as a dialect read it. */
export interface ItemReading {
  readonly text?: CapturedText;
  readonly id?: string;
  readonly score?: number;
  readonly urls?: readonly string[];
  /** 32 hex, as logged. */
  readonly loggedDigest?: string;
  /** UTF-8 bytes, as logged. */
  readonly loggedBytes?: number;
  /** A null, or a value of the wrong type, stood in the list. */
  readonly lossy?: boolean;
  /** Logged as a text that has no digest. */
  readonly invalid?: boolean;
}

export interface ItemHashing {
  digest(text: string): string;
  /** Logged digests were made with another key: text at hand is hashed again (spec §3 "Hashes"). */
  readonly isForeign: boolean;
  /** The text comes from the same place and time as the logged digest: no need to hash it again. */
  readonly trustsLogged: boolean;
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

export function retrievedItem(reading: ItemReading, hashing: ItemHashing): RetrievedItem {
  const { text, loggedDigest } = reading;
  const item: Mutable<RetrievedItem> = { lossy: reading.lossy === true, invalid: reading.invalid === true };
  if (reading.id !== undefined) item.id = reading.id;
  if (reading.score !== undefined) item.score = reading.score;
  if (reading.urls !== undefined && reading.urls.length > 0) item.urls = reading.urls;
  if (text === undefined) {
    if (loggedDigest !== undefined) item.digest = loggedDigest;
    if (reading.loggedBytes !== undefined) item.length = reading.loggedBytes;
    return item;
  }
  item.text = text.text;
  item.length = (hashing.trustsLogged ? reading.loggedBytes : undefined) ?? utf8Length(text.text);
  item.invalid = isInvalidText(text.text);
  item.lossy ||= text.lossy;
  const logged = hashing.isForeign ? undefined : loggedDigest;
  if (logged !== undefined && (hashing.trustsLogged || item.invalid)) {
    item.digest = logged;
    return item;
  }
  if (item.invalid) return item;
  const ours = hashing.digest(text.text);
  if (logged !== undefined && logged !== ours) item.lossy = true;
  // The logged digest is that of the text at its source: immune to what telemetry did to the text.
  if (logged !== undefined) item.digest = logged;
  else if (!item.lossy) item.digest = ours;
  return item;
}
