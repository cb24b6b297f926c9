/**
 * The live part: a search index, a tokenizer, a client, the SDK and OTLP, all real, on this machine
 * alone. Every verdict below is read from what the OTLP receiver got, nowhere else.
 */
import MiniSearch from 'minisearch';
import OpenAI from 'openai';
import { readCorpus } from './corpus.ts';
import type { Document } from './corpus.ts';
import { startModelServer } from './model-server.ts';
import type { OtlpReceiver, StoredSpan, StoredValue } from './otlp-receiver.ts';
import { answer } from './rag-app.ts';
import type { Parts } from './rag-app.ts';
import { INCIDENTS, NEED, OTHERS, QUESTION, REPAIRS } from './scenarios.ts';
import type { Scenario } from './scenarios.ts';

/** What the backend stored of one run. */
export interface Outcome {
  readonly scenario: string;
  readonly title: string;
  readonly question: string;
  readonly answer: string;
  readonly verdict: string;
  readonly reason: string | undefined;
  readonly explanation: string;
  readonly outcome: string | undefined;
  readonly loss: string | undefined;
  readonly pattern: string | undefined;
  /** The evidence of the event, by attribute. */
  readonly evidence: Readonly<Record<string, StoredValue>>;
  readonly spans: readonly StoredSpan[];
}

export interface LiveResult {
  readonly documents: number;
  readonly question: string;
  readonly need: string;
  readonly incidents: readonly Outcome[];
  readonly others: readonly Outcome[];
  /** Incident, then repair: what the same incident gives with that repair alone. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
  readonly received: { readonly requests: number; readonly bytes: number; readonly spans: number };
  /** Texts of the runs that were looked for in every byte received, and found. */
  readonly leaked: readonly string[];
}

/** `flush` sends what has ended; `receiver` is where it arrives. */
export interface Telemetry {
  readonly receiver: OtlpReceiver;
  flush(): Promise<void>;
}

export async function runLive(ragspan: Parts['ragspan'], { receiver, flush }: Telemetry): Promise<LiveResult> {
  const documents = readCorpus();
  const index = new MiniSearch<Document>({ fields: ['text'], storeFields: ['text'] });
  index.addAll(documents);
  const model = await startModelServer();
  const client = new OpenAI({ apiKey: 'none', baseURL: `${model.url}/v1` });
  const parts: Parts = { ragspan, index, client };
  let count = 0;

  const play = async (scenario: Scenario): Promise<Outcome> => {
    const id = `${scenario.name}#${++count}`;
    const text = await answer(parts, scenario.question, scenario.deployment, id);
    await flush();
    return read(receiver, id, scenario, text);
  };
  const playAll = async (scenarios: readonly Scenario[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const scenario of scenarios) outcomes.push(await play(scenario));
    return outcomes;
  };

  try {
    const incidents = await playAll(INCIDENTS);
    const others = await playAll(OTHERS);
    const matrix: Record<string, Record<string, Outcome>> = {};
    for (const incident of INCIDENTS) {
      const row: Record<string, Outcome> = {};
      for (const { name, change } of REPAIRS) {
        row[name] = await play({ ...incident, deployment: { ...incident.deployment, ...change } });
      }
      matrix[incident.name] = row;
    }
    const texts = [QUESTION.text, NEED, 'PENDING', ...incidents.map((one) => one.answer), documents[0]?.text ?? ''];
    return {
      documents: documents.length,
      question: QUESTION.text,
      need: NEED,
      incidents,
      others,
      matrix,
      received: { ...receiver.received, spans: receiver.spans.length },
      leaked: texts.filter((text) => receiver.holds(text)),
    };
  } finally {
    await model.close();
  }
}

function read(receiver: OtlpReceiver, id: string, scenario: Scenario, text: string): Outcome {
  const root = receiver.spans.find((span) => span.attributes['demo.scenario'] === id);
  if (root === undefined) throw new Error(`the receiver did not get the run ${id}`);
  const of = (name: string): string | undefined => root.attributes[`ragspan.${name}`]?.toString();
  return {
    scenario: scenario.name,
    title: scenario.title,
    question: scenario.question.text,
    answer: text,
    verdict: of('verdict') ?? 'none',
    reason: of('reason'),
    explanation: of('explanation') ?? '',
    outcome: of('outcome'),
    loss: of('loss'),
    pattern: of('pattern'),
    evidence: root.events.find((event) => event.name === 'gen_ai.evaluation.result')?.attributes ?? {},
    spans: receiver.spans.filter((span) => span.traceId === root.traceId),
  };
}
