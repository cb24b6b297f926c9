/** The demo's tokenizer: a token is a word. Any real one does; the numbers of the canonical three need one that everybody can count by hand. */

export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Ledger records of exactly so many words, none of which says anything about the refund in question. */
export function ledgerWords(count: number, seed: number): string {
  const words: string[] = [];
  for (let line = 0; words.length < count; line += 1) {
    const order = 10_000 + ((seed * 7_919 + line * 104_729) % 89_999);
    words.push(`order ${order},`, 'item', String((line % 9) + 1), 'shipped,', 'paid', 'in', 'full;');
  }
  return words.join(' ').split(' ').slice(0, count).join(' ');
}
