/** Field cases that no trace file can show, and where they are tested instead. */
const PROCESSOR = 'in process: tests of processor and emit';
const COLLECTOR = 'over several processes: tests of the Collector processor, and the stack';

export const WAITING: { readonly [fieldCase: number]: string | undefined } = {
  1: PROCESSOR,
  2: 'its throwing application: tests of processor',
  4: COLLECTOR,
  5: PROCESSOR,
  6: PROCESSOR,
  7: PROCESSOR,
  8: PROCESSOR,
  9: PROCESSOR,
  10: 'needs bundlers: package tests',
  14: PROCESSOR,
  16: PROCESSOR,
  24: 'the size of the event: tests of emit',
  25: '(b), masked after ours: tests of processor',
  34: COLLECTOR,
  35: COLLECTOR,
  36: COLLECTOR,
  38: COLLECTOR,
  39: COLLECTOR,
  40: 'metrics: tests of emit',
  41: 'what we write, not what we read: tests of emit',
  42: 'what we write: tests of emit',
  43: 'carriers: tests of emit and processor',
};
