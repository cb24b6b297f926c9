/** `ragspan attribute`: trace files in, one verdict a run out (spec §12). */
import type { CaseBook } from '../model/case.js';
import type { RunVerdict } from '../model/verdict.js';
import { VerdictJsonWriter } from '../files/verdict-json.js';
import { parseArguments } from './arguments.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { JudgedSources } from './judged-sources.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from './judging-flags.js';
import { CASE_FLAGS, caseBookOrProblems } from './load-cases.js';
import { Gate } from './report/gate.js';
import { runReport } from './report/run-report.js';
import { Summary } from './report/summary.js';
import { styleFor } from './style.js';
import { wrap } from './text-width.js';
import { readVerdictNames } from './verdict-names.js';
import { SOURCE_FLAGS, totalBytes, traceSources } from './trace-sources.js';

const ATTRIBUTE_HELP = `Usage: ragspan attribute [options] FILE…
       ragspan attribute [options] --from jaeger=URL|tempo=URL TRACE_ID…

Reads trace files (OTLP JSON or protobuf, Jaeger JSON; plain or gzip; - is standard input;
several files may hold one trace) and prints one verdict a run.

What is judged
  --cases FILE              the case file (default: ragspan.cases.yaml, when it is there)
  --line TEXT               the evidence: bytes that had to survive every hand-off
  --chunk DIGEST  --id ID   the evidence by digest or id; any one of them
  --line-is correct|incorrect|unconfirmed
  --must TEXT  --must-not TEXT  --allow TEXT
                            what the answer must say, must not say, and what is fine;
                            /between slashes/ is RE2; each may be repeated

Where traces come from
  --from jaeger=URL         Jaeger’s query address, e.g. http://localhost:16686
  --from tempo=URL          Tempo’s address, e.g. http://localhost:3200
  --header "NAME: VALUE"    sent along; may be repeated

What comes out
  --format text|json        json is for programs (default: text)
  --fail-on H1,H2,…         exit status 1 when one of these occurs; H3 means H3, H3a and H3b

How it is judged
${JUDGING_HELP}
Exit status: 0 done; 1 a verdict of --fail-on occurred; 2 wrong usage or unreadable input
(what is readable is still judged and printed), or --fail-on could not tell: no run was seen, or
every run is without a case or an UNKNOWN that may be one of these.
`;

const FLAGS = {
  ...CASE_FLAGS,
  ...JUDGING_FLAGS,
  ...SOURCE_FLAGS,
  format: { type: 'string' },
  'fail-on': { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function attributeCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('attribute', args, FLAGS);
  if (values.help === true) {
    await io.out(ATTRIBUTE_HELP);
    return EXIT_DONE;
  }
  const format = values.format ?? 'text';
  if (format !== 'text' && format !== 'json')
    throw new UsageError(
      `--format: ${JSON.stringify(format)} is neither text nor json`,
      'Write --format text or --format json.',
    );
  const failOn = readVerdictNames('--fail-on', values['fail-on']);
  const sources = traceSources('attribute', positionals, values, io);
  const { settings, judging } = judgingSettings(values, io);
  const book = caseBookOrProblems(values, settings, io);
  if (book === 'unusable') return EXIT_UNUSABLE;

  const judged = new JudgedSources(sources, {
    book,
    judging,
    io,
    totalBytes: values.from === undefined ? totalBytes(positionals) : undefined,
  });
  const gate = new Gate(failOn);
  const printer = format === 'json' ? jsonPrinter(io) : textPrinter(book, io);
  for await (const run of judged.runs()) {
    gate.add(run.verdict);
    judged.progress.clear();
    await printer.run(run);
    // Without a reader only the exit status is left to find out.
    if (!gate.isAsked && io.isOutClosed()) break;
  }
  judged.progress.clear();
  await printer.end(judged.damages);
  if (judged.damageSummary !== undefined) {
    io.err(judged.damageSummary);
    return EXIT_UNUSABLE;
  }
  return gate.status(io);
}

interface Printer {
  run(run: Parameters<typeof runReport>[0]): Promise<void>;
  end(damages: number): Promise<void>;
}

function jsonPrinter(io: Io): Printer {
  let pending = '';
  const writer = new VerdictJsonWriter((text) => {
    pending += text;
  });
  const flush = async (): Promise<void> => {
    const text = pending;
    pending = '';
    await io.out(text);
  };
  return {
    run: ({ verdict }: { readonly verdict: RunVerdict }) => {
      writer.run(verdict);
      return flush();
    },
    end: () => {
      writer.end();
      return flush();
    },
  };
}

function textPrinter(book: CaseBook | undefined, io: Io): Printer {
  const style = styleFor(io);
  const summary = new Summary();
  return {
    run: (run) => {
      summary.add(run.verdict);
      return io.out(runReport(run, book, style));
    },
    end: async (damages) => {
      const say = (text: string): Promise<void> => io.out(`${wrap(text, style.width).map(style.dim).join('\n')}\n`);
      if (summary.runs === 0 && damages === 0) await say(NO_RUNS);
      if (summary.runs > 1) await io.out(summary.text(style));
      if (book === undefined && summary.runs > 0) await say(NO_CASES);
    },
  };
}

const NO_RUNS =
  'No runs: no trace holds a retrieval and a model call that belong together. `ragspan doctor FILE` says what is there.';
const NO_CASES =
  'No case file: only losses are counted. A verdict needs a declared case: --line "…", or ragspan.cases.yaml.';
