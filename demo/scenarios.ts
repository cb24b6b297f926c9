/** What is run: the incidents, what else production brings, and the repairs. */
import type { Deployment, Question } from './rag-app.ts';

export const QUESTION: Question = { text: 'Where is my refund for order 8814?', order: '8814' };
export const NEED = 'refund PENDING, no reference issued';

export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly question: Question;
  readonly deployment: Deployment;
}

const healthy: Deployment = {
  query: 'keywords',
  topK: 20,
  budget: 2_000,
  packing: 'whole',
  isGrounded: true,
  model: 'eager-1',
};

export const INCIDENTS: readonly Scenario[] = [
  {
    name: 'A',
    title: 'searches for the question as it was asked, and hands on five',
    question: QUESTION,
    deployment: { query: 'plain', topK: 5, budget: 2_000, packing: 'cut', isGrounded: false, model: 'steady-1' },
  },
  {
    name: 'B',
    title: 'searches better, joins what it found and cuts at 200 tokens',
    question: QUESTION,
    deployment: { query: 'keywords', topK: 5, budget: 200, packing: 'cut', isGrounded: false, model: 'steady-1' },
  },
  {
    name: 'C',
    title: 'finds and sends the line, to a model that prefers what sounds settled',
    question: QUESTION,
    deployment: {
      query: 'keywords',
      topK: 5,
      budget: 2_000,
      packing: 'cut',
      isGrounded: false,
      model: 'eager-1',
      isStreamed: true,
    },
  },
];

export const OTHERS: readonly Scenario[] = [
  { name: 'healthy', title: 'everything repaired', question: QUESTION, deployment: { ...healthy, isStreamed: true } },
  {
    name: 'abstains',
    title: 'A again, but the model is told to admit what it does not find',
    question: QUESTION,
    deployment: { ...healthy, query: 'plain', topK: 5 },
  },
  {
    name: 'forgotten',
    title: 'somebody forgot to wrap the model call',
    question: QUESTION,
    deployment: { ...healthy, forgetsGeneration: true },
  },
  {
    name: 'undeclared',
    title: 'a question nobody wrote a case for, and a tight budget',
    question: { text: 'What is checked when a lamp is returned?' },
    deployment: { query: 'plain', topK: 5, budget: 230, packing: 'cut', isGrounded: false, model: 'steady-1' },
  },
];

export interface Repair {
  readonly name: string;
  readonly title: string;
  readonly change: Partial<Deployment>;
}

export const REPAIRS: readonly Repair[] = [
  { name: 'top_k', title: 'larger top_k', change: { topK: 20 } },
  { name: 'packing', title: 'truncation accounting', change: { packing: 'whole' } },
  { name: 'grounding', title: 'grounding', change: { isGrounded: true } },
];
