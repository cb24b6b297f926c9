/**
 * The YAML document of a case file, read with bounds. The library's own stages (lexer, parser,
 * composer) are driven from here: its recursion on nested text, its list of errors, and a second
 * document would cost a hostile file more than linear time.
 */
import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from 'yaml';
import { LARGEST_CASE_FILE } from './case-file-size.js';
import { MAX_DEPTH } from './tree.js';

const { units: MAX_SOURCE_UNITS, tokens: MAX_TOKENS } = LARGEST_CASE_FILE;
/** The parser stacks one token for each level, and a few for what is being read. */
const MAX_STACK = MAX_DEPTH + 4;
const MAX_SYNTAX_ERRORS = 20;

export interface SyntaxProblem {
  readonly offset: number;
  readonly problem: string;
}

export interface ReadDocument {
  /** Absent: nothing of it can be read. */
  readonly document?: Document.Parsed;
  /** What was read may not be what was meant: its keys are not worth judging. */
  readonly isBroken: boolean;
  readonly problems: readonly SyntaxProblem[];
}

export function readDocument(source: string, lines: LineCounter): ReadDocument {
  const errors = new SyntaxErrors();
  try {
    const document = compose(source, lines, errors);
    return { document, isBroken: errors.isBroken, problems: errors.found };
  } catch (error) {
    const stop = error instanceof RangeError ? new StoppedReading(0, TOO_DEEP) : error;
    if (!(stop instanceof StoppedReading)) throw error;
    return { isBroken: true, problems: [...errors.found, { offset: stop.offset, problem: stop.message }] };
  }
}

const TOO_DEEP = `the file is nested more than ${MAX_DEPTH} deep; a case file needs 8`;

/** What follows is not worth reading, or not safe to read. */
class StoppedReading extends Error {
  readonly offset: number;

  constructor(offset: number, problem: string) {
    super(problem);
    this.offset = offset;
  }
}

type ErrorSource = number | [number, number] | { readonly offset: number };

/** Takes the composer's errors as they come, to end a flood of them early. */
class SyntaxErrors {
  readonly found: SyntaxProblem[] = [];
  isBroken = false;

  /** The composer tells errors to a field of its own; if that ever changes, the document still lists them. */
  listenTo(composer: Composer): void {
    (composer as unknown as { onError: unknown }).onError = (
      source: ErrorSource,
      _code: string,
      message: string,
      isWarning?: boolean,
    ) => {
      if (isWarning === true) return;
      this.add(typeof source === 'number' ? source : Array.isArray(source) ? source[0] : source.offset, message);
    };
  }

  add(offset: number, message: string): void {
    this.isBroken = true;
    this.refuse(offset, `no YAML: ${message.split('\n', 1)[0] ?? ''}`);
  }

  /** YAML, but none that a case file may have. */
  refuse(offset: number, problem: string): void {
    this.found.push({ offset, problem });
    if (this.found.length >= MAX_SYNTAX_ERRORS)
      throw new StoppedReading(offset, 'the rest of the file is not read; mend the errors above first');
  }
}

function compose(source: string, lines: LineCounter, errors: SyntaxErrors): Document.Parsed {
  if (source.length > MAX_SOURCE_UNITS)
    throw new StoppedReading(0, `the file is longer than ${MAX_SOURCE_UNITS} characters; split it`);
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false });
  errors.listenTo(composer);
  let documents = 0;
  for (const token of boundedTokens(source, lines)) {
    if (token.type === 'document' && ++documents > 1) {
      errors.refuse(token.offset, 'a second document starts here; put everything in one');
      break;
    }
    if (token.type === 'error') {
      errors.add(token.offset, token.message);
      continue;
    }
    if (token.type === 'directive' && !token.source.startsWith('%YAML')) {
      errors.refuse(token.offset, 'a directive stands here; remove it');
      continue;
    }
    // A document comes out when the next one begins, which is never passed on, or at the end.
    for (const early of composer.next(token)) return early;
  }
  for (const document of composer.end(true, source.length)) {
    for (const { pos, message } of document.errors) errors.add(pos[0], message);
    return document as Document.Parsed;
  }
  throw new StoppedReading(0, 'the file holds no document');
}

/** Marks of the lexer that are no text of the file: of a document, a flow end, a scalar. */
const LEXER_MARKS: ReadonlySet<string> = new Set(['\x02', '\x18', '\x1f']);

function* boundedTokens(source: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  let tokens = 0;
  let offset = 0;
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(source)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > MAX_STACK) throw new StoppedReading(offset, TOO_DEEP);
    if (++tokens > MAX_TOKENS)
      throw new StoppedReading(offset, `the file has more than ${MAX_TOKENS} tokens; split it`);
    if (!LEXER_MARKS.has(lexeme)) offset += lexeme.length;
  }
  yield* parser.end();
}
