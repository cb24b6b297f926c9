/** Exports nothing that a split test could ask. */
export const question = 'none';
