/** `ragspan`, `ragspan --help`. */
export const HELP = `ragspan tells which hand-off of a RAG answer lost the evidence:
retrieval (H1), assembly (H2) or generation (H3).

Usage: ragspan COMMAND [options]

  attribute FILE…      one verdict a run, from trace files or a backend
  cases check FILE     validates a case file
  cases import FILE    makes cases from an evaluation set
  incident ACTION …    freezes a wrong answer with its evidence; predicts, diffs, shows it
  replay RECORD        runs a recorded question again: which hand-off changed
  split-test           incidents crossed with repairs: which repair recovers which
  ledger ACTION …      which incidents are one failure; pairings, and repairs that recovered
  report DIR…          rates per boundary and recovery, over time and by configuration
  view FILE|DIR|:PORT  runs and incidents in the browser, live when it listens for OTLP
  doctor [FILE…]       what a trace holds, what is missing, and what to do about it
  demo                 the canonical three, through the real SDK and OTLP

  ragspan COMMAND --help says more.  ragspan --version
`;
