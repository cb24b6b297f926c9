/** How much text one page holds: a page that a browser cannot open shows nothing. */

export interface TextBudget {
  leftBytes: number;
}

/** Over all texts of a page. What lies beyond stays in the file, and the page says so. */
export const PAGE_TEXT_BYTES = 1_500_000;
/** Of one folded stretch. */
export const FOLD_BYTES = 100_000;

export function newBudget(bytes: number = PAGE_TEXT_BYTES): TextBudget {
  return { leftBytes: bytes };
}

/** How many of the bytes wanted may be written; they are taken. */
export function take(budget: TextBudget, wanted: number): number {
  const given = Math.max(0, Math.min(wanted, budget.leftBytes));
  budget.leftBytes -= given;
  return given;
}
