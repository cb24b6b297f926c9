/** One question whose evidence is found and then left out of the prompt: H2. No network, no model. */
export async function ask({ assembly, generation, retrieval, run }) {
  return run({ name: 'support', input: 'Where is my refund?' }, async () => {
    const hits = await retrieval({ source: 'ledger', query: 'refund', topK: 3 }, async () => [
      { id: 'policy', text: 'Refunds are paid within 14 days of the return.' },
      { id: 'faq', text: 'A refund goes back to the card that paid.' },
      { id: 'ledger/17', text: 'order 17: refund PENDING, no reference issued' },
    ]);
    const messages = assembly({ budget: 100, unit: 'byte' }, () => [
      { role: 'system', content: 'Answer from the context.' },
      { role: 'user', content: `${hits[0].text}\n\n${hits[1].text}\n\nWhere is my refund?` },
    ]);
    const completion = await generation({ model: 'test-1', messages }, async () => ({
      id: 'chatcmpl-1',
      choices: [{ message: { role: 'assistant', content: 'Your refund was processed.' }, finish_reason: 'stop' }],
    }));
    return completion.choices[0].message.content;
  });
}
