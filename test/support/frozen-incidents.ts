/** Incidents of the application in examples/refunds, frozen from runs of it. */
import { join } from 'node:path';
import { createIncident, freezeIncident } from '../../src/incidents/index.js';
import { textHash } from '../../src/model/digest.js';
import type { IncidentMessage } from '../../src/proto/messages.generated.js';
import { runApp, type Overrides } from '../../src/trials/run-app.js';
import type { BuiltCommand } from './trial-process.js';

/** Of the canonical three, the order that is asked about. */
const ORDERS = { A: '4711', B: '5120', C: '8814' } as const;
export type Letter = keyof typeof ORDERS;

export const questionOf = (letter: Letter): string => `Where is my refund for order ${ORDERS[letter]}?`;

const CASES = JSON.stringify({
  version: 1,
  cases: [
    {
      id: 'refund-status',
      need: { line: 'refund PENDING, no reference issued', line_is: 'correct' },
      expect: {
        must: ['PENDING'],
        must_not: ['was processed', 'reference RB-8814'],
        allow: ['/has not been processed/'],
      },
    },
  ],
});

export interface FrozenOptions {
  readonly app?: string;
  readonly input?: string;
  readonly id?: string;
  readonly cases?: string;
  readonly overrides?: Overrides;
  readonly withText?: boolean;
  readonly environment?: NodeJS.ProcessEnv;
}

/** A run of the application, as it went wrong. */
async function frozen(letter: Letter, built: BuiltCommand, options: FrozenOptions = {}): Promise<IncidentMessage> {
  const { judged, error } = await runApp({
    app: options.app ?? join(built.apps, 'refunds.mjs'),
    input: options.input ?? questionOf(letter),
    overrides: options.overrides,
    cases: options.cases ?? CASES,
    environment: options.environment ?? process.env,
    trialProcess: built.trialProcess,
  });
  if (judged === undefined) throw new Error(error?.message ?? 'no run');
  return freezeIncident(judged, {
    id: options.id ?? `INC-${letter}`,
    withText: options.withText ?? true,
    nowUnixNano: 1_788_307_200_000_000_000n,
  });
}

/** Writes it to the folder, and gives the path. */
export async function freezeTo(
  dir: string,
  letter: Letter,
  built: BuiltCommand,
  options: FrozenOptions = {},
): Promise<string> {
  const key = options.environment?.['RAGSPAN_HASH_KEY'];
  return createIncident(dir, await frozen(letter, built, options), textHash(key));
}
