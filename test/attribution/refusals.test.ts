import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../src/attribution/generation/refusals.js';
import { pattern } from '../cases/support.js';

const listed = readFileSync('data/refusals.txt', 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'));

describe('the built-in refusal list', () => {
  it('is the file that both halves read', () => {
    execFileSync(process.execPath, ['scripts/make-refusals.mjs', '--check'], { stdio: 'pipe' });
  });

  it('has no phrase twice, and none too short to mean anything', () => {
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((phrase) => phrase.length < 3)).toEqual([]);
  });

  it('finds every phrase of the file', () => {
    expect(
      listed.filter(
        (phrase) => !isRefusal(`${phrase.toUpperCase()}.`, [], false) && !isRefusal(`${phrase}.`, [], false),
      ),
    ).toEqual([]);
  });

  it('knows refusals in many languages', () => {
    const refusals = [
      "I couldn't find information on that.",
      'I’m sorry, but I don’t have that information.',
      'The provided context does not contain the refund window.',
      'Leider kann ich dazu keine Angaben machen.',
      'Es tut mir leid, ich kann diese Frage nicht beantworten.',
      'Je n’ai trouvé aucune information à ce sujet.',
      'Lo siento, pero no tengo información sobre eso.',
      'Mi dispiace, non ho trovato nulla.',
      'Desculpe, não encontrei essa informação.',
      'Sorry, ik kan geen informatie vinden.',
      '申し訳ありませんが、その情報は見つかりませんでした。',
      '抱歉，我无法回答这个问题。',
      '죄송합니다. 관련 정보를 찾을 수 없습니다.',
      'К сожалению, я не знаю ответа.',
    ];
    expect(refusals.filter((output) => !isRefusal(output, [], false))).toEqual([]);
  });

  it('takes no answer for a refusal', () => {
    const answers = [
      'The refund window is 30 days.',
      'No doubt, the refund window is 30 days.',
      'Unfortunately, refunds are not possible after 30 days.',
      'Shipping is not included. If you cannot find your receipt, ask us.',
      'Leider ist eine Rückgabe nach 30 Tagen nicht möglich.',
      'Purtroppo non è possibile.',
      '送料は含まれていません。',
    ];
    expect(answers.filter((output) => isRefusal(output, [], false))).toEqual([]);
  });

  it('counts a match that ends within the first 160 code points, and none that ends later', () => {
    const phrase = "I don't know";
    expect(isRefusal(`${'😀'.repeat(159 - phrase.length)} ${phrase}`, [], false)).toBe(true);
    expect(isRefusal(`${'😀'.repeat(160 - phrase.length)} ${phrase}`, [], false)).toBe(false);
    expect(isRefusal(`${'x '.repeat(2000)}${phrase}`, [], false)).toBe(false);
    expect(isRefusal(`${phrase} ${'x '.repeat(2000)}`, [], false)).toBe(true);
  });

  it('reads the strings of a JSON document', () => {
    expect(isRefusal('{"answer":"I don\\u2019t know."}', [], false)).toBe(true);
  });

  it('keeps to word borders', () => {
    expect(isRefusal('Hawaii do not know', [], false)).toBe(false);
  });
});

describe('declared refusals', () => {
  it('count anywhere in the output', () => {
    const output = `${'x '.repeat(500)}dazu liegt mir nichts vor`;
    expect(isRefusal(output, [pattern('Dazu liegt mir NICHTS vor')], false)).toBe(true);
    expect(isRefusal(output, [pattern('/mir (gar )?nichts/')], false)).toBe(true);
    expect(isRefusal(output, [pattern('Dazu liegt uns nichts vor')], false)).toBe(false);
  });

  it('are not needed where the application says so itself', () => {
    expect(isRefusal('30 days', [], true)).toBe(true);
  });
});
