/** The sent context: drawn to scale, then its parts with chunks, need, rival words and the cut where they stand. */
import { budgetDrawing } from '../drawing/budget-drawing.js';
import { contextDrawing } from '../drawing/context-drawing.js';
import { exact, html, type Html } from '../html.js';
import type { IncidentMessage, RetrievedItemMessage } from '../../proto/messages.generated.js';
import { segmentAt, type ContextPlaces, type PlacedSegment } from '../context-places.js';
import { markedText, type Mark, type Post } from '../text/marked-text.js';
import { everyPlace, lineAt, lineMarks, needLines } from '../text/need-lines.js';
import type { StoredText } from '../text/stored-text.js';
import type { TextBudget } from '../text/text-budget.js';
import { cutOf, lostItems, needItem, plannedChunks, type PlacedChunk, type RecordedCut } from '../triple-places.js';
import { grouped, inUnit, plural } from '../words.js';

const FOLD = { wholeBytes: 3000, aroundBytes: 300 };
const MAX_PARTS = 200;
const MAX_LOST = 50;
/** Of all parts: places of chunks that are named in the text. */
const MAX_CHUNKS = 500;

export interface ContextColumn {
  readonly incident: IncidentMessage;
  readonly places: ContextPlaces | undefined;
  /** The words of the output that contradict. */
  readonly quote: string | undefined;
  readonly budget: TextBudget;
}

export function contextColumn(column: ContextColumn): Html {
  const { incident, places } = column;
  const cut = cutOf(incident);
  const record = incident.triple?.assembly;
  const drawing = budgetDrawing({
    cut,
    budget: record?.budget,
    used: record?.used,
    unit: record?.unit,
    planned: plannedChunks(incident),
  });
  if (places === undefined)
    return html`${drawing}
      <p class="none">What was sent to the model was not logged.</p>
      ${lost(incident)}`;
  const { context, segments, needOffset } = places;
  const needBytes = needOffset === undefined ? undefined : neededBytes(incident);
  return html`<p class="facts">
      ${grouped(context.bytes)} bytes in
      ${plural(segments.length, 'part')}${record?.budget !== undefined && ` · budget ${inUnit(record.budget, record.unit)}`}
    </p>
    ${context.lossy === true && html`<p class="warn">Telemetry may have changed this context: nothing is “not found” in it.</p>`}
    ${context.provider_held === true && html`<p class="warn">Part of what the model saw is held by the provider.</p>`}
    ${drawing}
    ${contextDrawing({
      bytes: context.bytes,
      segments: context.segments ?? [],
      chunks: places.chunks,
      isNeedAbsent: incident.verdict?.evidence?.offset === -1,
      ...(needOffset === undefined || needBytes === undefined
        ? {}
        : { need: { offset: needOffset, bytes: needBytes } }),
      ...(cut?.offset === undefined ? {} : { cutOffset: cut.offset }),
    })}
    ${segments.slice(0, MAX_PARTS).map((segment) => part(segment, column, cut))}
    ${segments.length > MAX_PARTS && html`<p class="none">${plural(segments.length - MAX_PARTS, 'more part')} in the file.</p>`}
    ${lost(incident)}`;
}

/** Of the line when there is one, else of the item. */
function neededBytes({ case: declared, verdict }: IncidentMessage): number {
  return declared?.needs?.[0]?.line_bytes ?? verdict?.evidence?.length ?? 0;
}

function part(segment: PlacedSegment, column: ContextColumn, cut: RecordedCut | undefined): Html {
  const { message, text } = segment;
  const head = html`<h4>
    ${message.role}
    <span class="soft"
      >message ${message.message}, part ${message.part} · from byte
      ${grouped(message.offset)}${message.is_evidence !== true && ' · no evidence'}</span
    >
  </h4>`;
  if (text === undefined)
    return html`<section class="part">
      ${head}
      <p class="none">
        ${plural(message.text?.bytes ?? 0, 'byte')}, text not
        kept${message.text !== undefined && html` · <code>${message.text.sha256}</code>`}
      </p>
    </section>`;
  const isCutHere = cut?.offset !== undefined && segmentAt(column.places?.segments ?? [], cut.offset) === segment;
  return html`<section class="part">
    ${head}${markedText(text, {
      marks: marksOf(segment, text, column),
      posts: [...chunkPosts(segment, text, column), ...(isCutHere ? [cutPost(message.offset, text, cut)] : [])],
      fold: FOLD,
      budget: column.budget,
    })}
  </section>`;
}

function marksOf(
  { message }: PlacedSegment,
  text: StoredText,
  { incident, places, quote }: ContextColumn,
): readonly Mark[] {
  if (message.is_evidence !== true) return [];
  const lines = needLines(incident.case);
  const marks: Mark[] = [...lineMarks(text, lines)];
  const offset = places?.needOffset;
  if (offset !== undefined && offset >= message.offset && offset <= message.offset + (message.text?.bytes ?? 0)) {
    const place = text.place(offset - message.offset, 'start');
    const found = lines.length > 0 ? lineAt(text, lines, place) : undefined;
    if (found !== undefined && !marks.some(({ start }) => start === found.start)) marks.push(found);
    // A need without a line is the item itself.
    if (lines.length === 0) {
      const end = text.place(offset - message.offset + neededBytes(incident), 'end');
      marks.push({ kind: 'need', start: place, end });
    }
  }
  const hasRivals = (incident.verdict?.evidence?.distractors?.length ?? 0) > 0;
  return quote === undefined || !hasRivals ? marks : [...marks, ...everyPlace(text, quote, 'rival')];
}

function chunkPosts({ message }: PlacedSegment, text: StoredText, { places }: ContextColumn): readonly Post[] {
  const end = message.offset + (message.text?.bytes ?? 0);
  return (places?.chunks ?? [])
    .filter(({ isNeed }, index) => index < MAX_CHUNKS || isNeed)
    .filter(({ offset }) => offset >= message.offset && offset < end)
    .map((chunk) => ({
      at: text.place(chunk.offset - message.offset, 'start'),
      content: exact`<span class="post${chunk.isNeed && ' need'}${chunk.isRival && ' rival'}">${html`${postText(chunk)}`}</span>`,
      isShown: chunk.isNeed || chunk.isRival || chunk.isPart,
    }));
}

function postText({ rank, id, isPart, bytes }: PlacedChunk): string {
  const name = rank === undefined ? 'chunk' : `rank ${rank}`;
  return `${name}${id === undefined ? '' : ` · ${id}`}${isPart ? ` · ${grouped(bytes)} bytes kept` : ''}`;
}

function cutPost(start: number, text: StoredText, cut: RecordedCut): Post {
  const at = cut.at === undefined ? 'cut' : `cut at ${inUnit(cut.at, cut.unit)}`;
  const place = `byte ${grouped(cut.offset ?? 0)} of the context`;
  return {
    at: text.place((cut.offset ?? start) - start, 'end'),
    content: exact`<span class="cut-post">✂ ${html`${at}`} · ${place}</span>`,
    isShown: true,
  };
}

/** What was handed on and did not arrive. */
function lost(incident: IncidentMessage): Html | undefined {
  const items = lostItems(incident);
  if (items.length === 0) return undefined;
  const need = needItem(incident);
  const planned = new Map(
    (incident.triple?.assembly?.chunks ?? []).flatMap(({ digest, planned_at: at }): [string, number][] =>
      digest === undefined || at === undefined ? [] : [[digest, at]],
    ),
  );
  const unit = incident.triple?.assembly?.unit;
  return html`<section class="part missing">
    <h4>Handed on, not sent whole</h4>
    <ul>
      ${items
        .slice(0, MAX_LOST)
        .map(
          (item) =>
            html`<li>
              ${lostText(item, planned, unit)}${item === need && html` <span class="tag need">needed evidence</span>`}
            </li>`,
        )}
    </ul>
    ${items.length > MAX_LOST && html`<p class="none">${plural(items.length - MAX_LOST, 'more item')}.</p>`}
  </section>`;
}

function lostText(item: RetrievedItemMessage, planned: ReadonlyMap<string, number>, unit: string | undefined): string {
  const at = item.digest === undefined ? undefined : planned.get(item.digest);
  return `rank ${item.rank}${item.id === undefined ? '' : ` · ${item.id}`} · ${(item.fate ?? '').replace('_', ' ')}${at === undefined ? '' : `, planned at ${inUnit(at, unit)}`}`;
}
