import { describe, expect, it } from 'vitest';
import { sentContext } from '../../src/attribution/sent/segments.js';
import type { SentMessage } from '../../src/model/model-call.js';
import { message, modelCall } from '../support/sent.js';

const contextOf = (messages: readonly SentMessage[] | undefined, question?: string): ReturnType<typeof sentContext> =>
  sentContext(modelCall(messages), question);

describe('the sent context', () => {
  it('is the text and tool-result parts in the order sent, joined by one LF', () => {
    const context = contextOf([
      message('system', 'Be brief.', 'Answer in English.'),
      {
        role: 'user',
        parts: [
          { kind: 'other', leaves: [], lossy: false },
          { kind: 'text', leaves: ['Wärme?'], lossy: false },
        ],
      },
      { role: 'tool', parts: [{ kind: 'tool_result', leaves: ['first', 'second'], lossy: false }] },
    ]);
    expect(
      context.segments.map(({ text, message: at, part, startByte, role }) => [text, at, part, startByte, role]),
    ).toEqual([
      ['Be brief.', 0, 0, 0, 'system'],
      ['Answer in English.', 0, 1, 10, 'system'],
      ['Wärme?', 1, 1, 29, 'user'],
      ['first', 2, 0, 37, 'tool'],
      ['second', 2, 0, 43, 'tool'],
    ]);
    expect(context.joined()).toBe('Be brief.\nAnswer in English.\nWärme?\nfirst\nsecond');
    expect(context.byteLength).toBe(49);
  });

  it('counts an empty text as a segment of no bytes', () => {
    const context = contextOf([message('user', 'a', '', 'b')]);
    expect(context.segments.map(({ startByte }) => startByte)).toEqual([0, 2, 3]);
    expect(context.joined()).toBe('a\n\nb');
    expect(context.byteLength).toBe(4);
  });

  it('has no segments when messages hold no text, and none when they were not logged', () => {
    for (const messages of [[], [message('user')], undefined]) {
      const context = contextOf(messages);
      expect(context.segments).toEqual([]);
      expect(context.byteLength).toBe(0);
      expect(context.joined()).toBe('');
    }
  });

  it('takes what the assistant said and the question alone for no evidence', () => {
    const context = contextOf(
      [
        message('assistant', 'It is 30 days.'),
        message('user', ' How long?\u0085\n'),
        message('user', 'How long? It says:'),
        message('user', 'How long'),
      ],
      'How long?',
    );
    expect(context.segments.map(({ isEvidence }) => isEvidence)).toEqual([false, false, true, true]);
    expect(contextOf([message('user', ' \n')], '  ').segments[0]?.isEvidence).toBe(true);
  });

  it('is lossy when the call is, or a part that would be evidence', () => {
    const lossyPart = (role: string, leaves: readonly string[]): SentMessage => ({
      role,
      parts: [{ kind: 'tool_result', leaves, lossy: true }],
    });
    expect(contextOf([message('user', 'x')]).lossy).toBe(false);
    expect(contextOf([lossyPart('tool', [])]).lossy).toBe(true);
    expect(contextOf([lossyPart('assistant', ['x'])]).lossy).toBe(false);
    expect(sentContext(modelCall([message('user', 'x')], { contextLossy: true }), undefined).lossy).toBe(true);
  });

  it('holds invalid text only where evidence does', () => {
    expect(contextOf([message('user', 'a\uFFFDb')]).invalid).toBe(true);
    expect(contextOf([message('assistant', 'a\uFFFDb')]).invalid).toBe(false);
  });

  it('marks the last leaf of a part whose end a value limit may have cut', () => {
    const context = contextOf([
      { role: 'user', parts: [{ kind: 'text', leaves: ['a', 'b'], lossy: false, endUnproven: true }] },
    ]);
    expect(context.segments.map(({ endUnproven }) => endUnproven)).toEqual([false, true]);
  });

  it('counts offsets the same whichever is asked first', () => {
    const texts = ['é', '漢字', '', '😀', 'plain'];
    const late = contextOf([message('user', ...texts)]).segments;
    expect(late.at(-1)?.startByte).toBe(2 + 1 + 6 + 1 + 0 + 1 + 4 + 1);
    expect(late.map(({ startByte }) => startByte)).toEqual([0, 3, 10, 11, 16]);
  });
});
