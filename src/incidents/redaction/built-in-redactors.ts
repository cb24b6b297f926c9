/**
 * Redactors for what should stand in no file: e-mail addresses, phone numbers, payment cards and
 * strings that look like keys. Each takes time in proportion to the text.
 */
import type { Redactor } from '../../model/redactor.js';
import { findCards } from './find-cards.js';
import { findEmails } from './find-emails.js';
import { findKeys } from './find-keys.js';
import { findPhones } from './find-phones.js';

/** By name, as the command line chooses among them. */
export const BUILT_IN_REDACTORS: { readonly [rule: string]: Redactor } = {
  email: { rule: 'email', find: findEmails },
  phone: { rule: 'phone', find: findPhones },
  card: { rule: 'card', find: findCards },
  key: { rule: 'key', find: findKeys },
};

export const builtInRedactors: readonly Redactor[] = Object.values(BUILT_IN_REDACTORS);
