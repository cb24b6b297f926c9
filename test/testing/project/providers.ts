/** What stands in for a vector store and a model: the record is third in rank, and the model says what it is given. */
export async function search(_question: string, topK: number): Promise<{ id: string; text: string }[]> {
  return [
    { id: 'ledger/1', text: 'order 1: delivered' },
    { id: 'ledger/2', text: 'order 2: returned' },
    { id: 'ledger/8814', text: 'refund PENDING, no reference issued' },
  ].slice(0, topK);
}

export async function complete(messages: readonly { readonly content: string }[]): Promise<string> {
  const isThere = messages.some(({ content }) => content.includes('PENDING'));
  return isThere ? 'Your refund is PENDING.' : 'Your refund was processed.';
}
