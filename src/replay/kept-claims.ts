/** Claims and what an audit found wrong with them, as a record may keep them: text with consent alone, redacted. */
import type { TextKeeper } from '../incidents/triple/kept-text.js';
import type { ClaimMessage, ClaimProblemMessage, TextMessage } from '../proto/messages.generated.js';

export function keptClaim(claim: ClaimMessage, keeper: TextKeeper): ClaimMessage {
  const { text, quote, values, ...rest } = claim;
  const kept = Object.entries(values ?? {}).filter(([, json]) => keeper.keepsText && keeper.mayKeep(json));
  return {
    ...rest,
    ...(text === undefined ? {} : { text: keptText(text, keeper) }),
    ...(quote === undefined ? {} : { quote: keptText(quote, keeper) }),
    ...(kept.length === 0 ? {} : { values: Object.fromEntries(kept) }),
  };
}

/** What a check expected and found are values of the answer: text as any other. */
export function keptProblem(problem: ClaimProblemMessage, keeper: TextKeeper): ClaimProblemMessage {
  const { expected, found, ...rest } = problem;
  const may = (text: string | undefined): text is string =>
    text !== undefined && keeper.keepsText && keeper.mayKeep(text);
  return { ...rest, ...(may(expected) ? { expected } : {}), ...(may(found) ? { found } : {}) };
}

/** A text that came without its characters stays as it is: hash and length. */
function keptText(text: TextMessage, keeper: TextKeeper): TextMessage {
  return text.text === undefined || text.redactions !== undefined
    ? withoutText(text, keeper)
    : keeper.keep(text.text, text.lossy === true);
}

function withoutText(text: TextMessage, keeper: TextKeeper): TextMessage {
  if (keeper.keepsText) return text;
  const { text: _text, redactions: _redactions, ...about } = text;
  return about;
}
