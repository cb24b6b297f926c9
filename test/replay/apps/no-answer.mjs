/** Exports no `answer`. */
export const reply = () => 'hello';
