/** An application in CommonJS, which logs nothing but a retrieval and a call. */
const { generation, retrieval } = require('ragspan/instrumentation');

module.exports = {
  async answer(input, { text = 'the tide is low' } = {}) {
    const hits = retrieval({ query: input, topK: 1 }, () => [{ text }]);
    const messages = [{ role: 'user', content: `${hits[0].text}\n\n${input}` }];
    return generation({ model: 'm', messages }, () => `It says: ${hits[0].text}`);
  },
};
