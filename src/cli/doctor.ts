/** `ragspan doctor`: what was seen per kind and dialect, and what is missing (spec §12). */
import { TraceHold } from '../files/hold/trace-hold.js';
import { isReadError, sourceDamage } from '../files/judge-files.js';
import { judgeRecords } from '../files/judge-records.js';
import { damageText } from '../files/read/damage.js';
import { fileSource, readTraceFile } from '../files/read/trace-file.js';
import { parseArguments } from './arguments.js';
import { doctorReport } from './doctor/doctor-report.js';
import { newSurvey, surveyTrace } from './doctor/survey.js';
import { openTraceOut } from './doctor/trace-out.js';
import { escapeText } from './escape-text.js';
import { EXIT_DONE, EXIT_UNUSABLE, UsageError, type Io } from './io.js';
import { JUDGING_FLAGS, JUDGING_HELP, judgingSettings } from './judging-flags.js';
import { plural } from './numbers.js';
import { startOtlpReceiver, type OtlpReceiver } from './otlp-receiver.js';
import { readOtlpRequest } from './otlp/read-otlp-request.js';
import { Progress } from './progress.js';
import { styleFor } from './style.js';

const DOCTOR_HELP = `Usage: ragspan doctor [options] FILE…
       ragspan doctor [options] --listen PORT [--for SECONDS] [--out FILE]

Says which spans were seen, of which kind and in which dialect, what is missing for a
verdict, and what to do about it. With --listen it is an OTLP/HTTP receiver on the
loopback address: point OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:PORT at it, use the
application once, and press Ctrl-C.

  --listen PORT        receive instead of reading files (4318 is the usual port)
  --for SECONDS        stop by itself
  --out FILE           write what arrives to a new trace file (OTLP JSON, a trace a line), which
                       attribute, incident freeze, view and the others read
${JUDGING_HELP}
Exit status: 0 done; 2 wrong usage or unreadable input.
`;

const FLAGS = {
  ...JUDGING_FLAGS,
  listen: { type: 'string' },
  for: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export async function doctorCommand(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments('doctor', args, FLAGS);
  if (values.help === true) {
    await io.out(DOCTOR_HELP);
    return EXIT_DONE;
  }
  if (values.listen !== undefined && positionals.length > 0)
    throw new UsageError('doctor reads files or listens, not both', 'Leave one of them out.');
  if (values.listen === undefined && positionals.length === 0)
    throw new UsageError('no trace file given', 'Name one or more files (- is standard input), or --listen 4318.');
  if (values.out !== undefined && values.listen === undefined)
    throw new UsageError('--out keeps what --listen receives', 'Add --listen 4318, or leave --out out.');
  const seconds = wholeNumber('--for', values.for);
  const { judging } = judgingSettings(values, io);
  let damages = 0;
  const hold = new TraceHold({
    onDamage: (damage) => {
      damages += 1;
      progress.clear();
      io.err(`ragspan: ${escapeText(damageText(damage))}\n`);
    },
  });
  const progress = new Progress(io, undefined);
  const kept = values.out === undefined ? undefined : openTraceOut(values.out);
  if (values.listen === undefined) damages += await readFiles(positionals, hold, progress, io);
  else await listen(wholeNumber('--listen', values.listen) ?? 0, seconds, hold, io);
  progress.clear();
  const survey = newSurvey();
  for (const trace of hold.traces()) {
    kept?.add(trace.records);
    const { facts, runs } = judgeRecords(trace.records, undefined, judging);
    surveyTrace(survey, facts, runs.length);
  }
  kept?.close();
  // Nothing could be opened: that was said, and there is nothing to report on.
  if (damages > 0 && survey.spans === 0) return EXIT_UNUSABLE;
  await io.out(doctorReport(survey, styleFor(io)));
  return damages > 0 ? EXIT_UNUSABLE : EXIT_DONE;
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/u.test(text) || Number(text) > 65_535)
    throw new UsageError(
      `${flag}: ${JSON.stringify(text)} is no number from 0 to 65535`,
      `Write ${flag} 4318.`.replace('4318', flag === '--for' ? '30' : '4318'),
    );
  return Number(text);
}

/** How many could not be opened. */
async function readFiles(paths: readonly string[], hold: TraceHold, progress: Progress, io: Io): Promise<number> {
  let unread = 0;
  let bytes = 0;
  for (const path of paths) {
    const source = fileSource(path, io.stdin);
    try {
      await readTraceFile(source, hold.sink(source.name), (more) => {
        bytes += more;
        progress.update({ bytes, traces: 0 });
      });
    } catch (error) {
      if (!isReadError(error)) throw error;
      unread += 1;
      io.err(`ragspan: ${escapeText(damageText(sourceDamage(source.name, error)))}\n`);
    }
  }
  return unread;
}

async function listen(port: number, seconds: number | undefined, hold: TraceHold, io: Io): Promise<void> {
  let requests = 0;
  let receiver: OtlpReceiver;
  try {
    receiver = await startOtlpReceiver({
      port,
      onRequest: async ({ body }) => {
        requests += 1;
        const name = `request ${requests}`;
        const outcome = await readOtlpRequest(body, name, hold.sink(name));
        if (io.isErrTerminal)
          io.err(`\r\u001b[K${plural(hold.spanCount, 'span')} in ${plural(requests, 'request')} so far …`);
        return outcome;
      },
    });
  } catch (error) {
    throw new UsageError(
      `port ${port} cannot be had: ${error instanceof Error ? error.message : String(error)}`,
      'Choose another with --listen PORT, or 0 for any.',
    );
  }
  io.err(
    `Listening on ${receiver.url} (OTLP/HTTP). Set OTEL_EXPORTER_OTLP_ENDPOINT=${receiver.url}, use the application, then press Ctrl-C.\n`,
  );
  let timer: NodeJS.Timeout | undefined;
  const isOver =
    seconds === undefined
      ? []
      : [
          new Promise<void>((resolve) => {
            timer = setTimeout(resolve, seconds * 1000);
          }),
        ];
  await Promise.race([io.interrupted(), ...isOver]);
  clearTimeout(timer);
  await receiver.close();
  io.err(io.isErrTerminal ? '\r\u001b[K' : '');
}
