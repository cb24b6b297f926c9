/** What the commands print for programs: keys as in the files, times in nanoseconds as text. */
import type { AddOutcome } from './add-incidents.js';
import type { ConfirmOutcome } from './confirm-repair.js';
import type { LedgerIncident, Pairing } from './ledger-state.js';
import type { LedgerView } from './ledger-view.js';
import { offerWords, type Offer } from './offers.js';
import type { Why } from './why.js';

type Json = { readonly [key: string]: unknown };

export function viewJson({ entries, head, classes, unpairable, open, voided, sameSentence }: LedgerView): Json {
  return {
    version: 1,
    entries,
    head,
    classes: classes.map(({ incidents, offers }) => ({
      ...keyJson(incidents[0] as LedgerIncident),
      incidents: incidents.map(incidentJson),
      offers: offers.map(offerJson),
    })),
    unpairable: unpairable.map(({ incident, because }) => ({
      ...keyJson(incident),
      ...incidentJson(incident),
      because,
    })),
    pairings: [...open, ...voided].sort((a, b) => a.sequence - b.sequence).map(pairingJson),
    same_sentence: sameSentence.map(({ outputSha256, groups }) => ({
      output_sha256: outputSha256,
      incidents: groups.map((group) => group.map(({ id }) => id)),
    })),
  };
}

function keyJson({ key }: LedgerIncident): Json {
  const cut = { at: key.cut_at, unit: key.cut_unit, side: key.cut_side };
  return {
    pattern: key.pattern === '' ? undefined : key.pattern,
    verdict: key.verdict,
    reason: key.reason,
    top_k: key.top_k,
    cut: Object.values(cut).every((one) => one === undefined) ? undefined : cut,
    config_sha256: key.config_sha256,
  };
}

function incidentJson({ id, sequence, atUnixNano, key }: LedgerIncident): Json {
  return {
    id,
    sequence,
    at_unix_nano: String(atUnixNano),
    service: key.service,
    trace_id: key.trace_id,
    span_id: key.span_id,
    output_sha256: key.output_sha256,
    frozen_sha256: key.frozen_sha256,
    triple_sha256: key.triple_sha256,
  };
}

export function pairingJson({ incident, other, sequence, atUnixNano, voided }: Pairing): Json {
  return {
    incidents: [incident, other],
    sequence,
    at_unix_nano: String(atUnixNano),
    state: voided === undefined ? 'open' : 'void',
    void:
      voided === undefined
        ? undefined
        : {
            sequence: voided.sequence,
            at_unix_nano: String(voided.atUnixNano),
            because: voided.because,
            changes: voided.changes.map(({ pin, from, to }) => ({ pin, from, to })),
          },
  };
}

function offerJson(offer: Offer): Json {
  const { incident, recoveredIncident, repair, recovered, trials } = offer;
  return {
    incident,
    recovered_incident: recoveredIncident,
    repair: repair.id,
    changes: repair.changes,
    recovered,
    trials,
    applied: false,
    sentence: offerWords(offer),
  };
}

export function whyJson({ pairs, sentence, fact, hasSameSentence, pairing }: Why, offers: readonly Offer[]): Json {
  return {
    pairs,
    sentence,
    fact,
    same_sentence: hasSameSentence,
    pairing: pairing === undefined ? undefined : pairingJson(pairing),
    offers: offers.map(offerJson),
  };
}

export function addJson(outcome: AddOutcome): Json {
  switch (outcome.kind) {
    case 'refused':
      return { id: outcome.id, outcome: 'refused', because: outcome.because };
    case 'known':
      return { id: outcome.id, outcome: 'known', sequence: outcome.sequence };
    case 'added':
      return {
        id: outcome.id,
        outcome: 'added',
        sequence: outcome.sequence,
        pairs_with: outcome.pairsWith,
        pairs_with_count: outcome.pairsWithCount,
        unpairable: outcome.unpairable,
        same_sentence: outcome.sameSentence,
        recurs: outcome.recurs,
        voided: outcome.voided.map(pairingJson),
        offers: outcome.offers.map(offerJson),
      };
  }
}

export function confirmJson({ kind, incident, repair, recovered, trials, isProven, offeredTo }: ConfirmOutcome): Json {
  return {
    outcome: kind,
    incident,
    repair: repair.id,
    recovered,
    trials,
    proven: isProven,
    offered_to: offeredTo,
  };
}
