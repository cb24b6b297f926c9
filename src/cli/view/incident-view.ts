/** An incident, or a run as one, with the words that stand around it on a page. */
import { paperForm } from '../../incidents/show/paper-form.js';
import { VERDICT_NAMES, type RunVerdict } from '../../model/verdict.js';
import type { BoundaryWords, IncidentView, PairingView } from '../../page/incident-view.js';
import { quotedWords } from '../../page/parts/output-column.js';
import type { IncidentMessage } from '../../proto/messages.generated.js';
import { nextSteps } from '../../wording/next-steps.js';
import { headline } from '../../wording/verdict-words.js';
import { boundaryRows } from '../report/boundaries.js';

const VERDICTS: ReadonlySet<string> = new Set(VERDICT_NAMES);

export interface ViewOptions {
  readonly isFrozen: boolean;
  /** Of the ledger; absent: none was named. */
  readonly pairings?: { readonly source: string; readonly all: readonly PairingView[] };
}

export function incidentView(incident: IncidentMessage, { isFrozen, pairings }: ViewOptions): IncidentView {
  return {
    incident,
    isFrozen,
    ...words(incident, isFrozen),
    pairings: pairings?.all ?? [],
    ...(pairings === undefined ? {} : { pairingSource: pairings.source }),
  };
}

type Words = Pick<IncidentView, 'headline' | 'boundaries' | 'nextSteps' | 'practiceStep'>;

/** A file may say any verdict and leave out any number: then the page says what it can. */
function words(incident: IncidentMessage, isFrozen: boolean): Words {
  const { verdict } = incident;
  if (verdict === undefined || !VERDICTS.has(verdict.verdict))
    return {
      headline:
        verdict === undefined
          ? 'No verdict was frozen with it.'
          : 'The verdict is none that this version of ragspan knows.',
      boundaries: [],
      nextSteps: [],
    };
  const known = verdict as unknown as RunVerdict;
  return {
    headline: headline(known),
    boundaries: boundaryRows(known, clipped(quotedWords(incident))).map((row): BoundaryWords => ({ ...row })),
    nextSteps: nextSteps(known),
    ...(isFrozen ? { practiceStep: paperForm(incident).next } : {}),
  };
}

function clipped(text: string | undefined): string | undefined {
  return text === undefined || text.length <= 80 ? text : `${text.slice(0, 79).trimEnd()}…`;
}
