/** What a re-run must hold fixed: input, snapshot, prompt, k, budget, model and its parameters (spec §3 "Pins"). */
import type { Frozen } from '../attribution/freeze.js';
import { pinSources } from '../attribution/side-numbers.js';
import type { TextHash } from '../model/judging-options.js';
import type { RunVerdict } from '../model/verdict.js';
import type { PinsMessage } from '../proto/messages.generated.js';
import { given } from './given.js';
import { canonicalJson } from './sealed-json.js';

/** Of the answering call and its assembly record, as logged; what is not logged is left out. */
export function pinsOf(frozen: Frozen, verdict: RunVerdict): PinsMessage {
  const { call, record, snapshot } = pinSources(frozen);
  const { hash } = frozen.options;
  const parameters = Object.entries(call?.pins ?? {}).flatMap(([name, value]): [string, string][] => {
    const json = parameterJson(value, hash);
    // The model has a place of its own.
    return json === undefined || name === 'model' ? [] : [[name, json]];
  });
  return {
    ...given('input_sha256', verdict.sha256?.input),
    ...given('snapshot', snapshot),
    ...given('template_sha256', record?.templateSha256),
    ...given('template_version', record?.templateVersion),
    // Any k that is more than a count of what happened to come back.
    ...given('top_k', frozen.log.topKSource === 'observed' ? undefined : frozen.log.topK),
    ...given('budget', record?.budget),
    ...given('budget_unit', record?.unit),
    ...given('model', call?.model),
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
    ...given('config_sha256', verdict.sha256?.config),
  };
}

/**
 * Undefined for what JSON cannot hold. Words (`stop`) are text of the request: their hash is enough
 * to see that they moved, and it is the same in a file with text and in one without.
 */
function parameterJson(value: unknown, hash: TextHash): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'bigint') return JSON.stringify(value.toString());
  try {
    const json = canonicalJson(value);
    const isWords = typeof value === 'object' || (typeof value === 'string' && !NUMBER.test(value));
    return isWords ? JSON.stringify(`sha256:${hash.sha256(json)}`) : json;
  } catch {
    return undefined;
  }
}

/** As some instrumentations log one. */
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
