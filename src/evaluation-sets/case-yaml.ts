/** A case as YAML: every text in double quotes, so that nothing in it can be read as anything else. */
import { stringify } from 'yaml';
import type { DraftCase } from './draft-case.js';

export const CASE_FILE_HEAD = 'version: 1\ncases:\n';

/** One item of the list `cases`, indented by `indent` spaces, with a line end. What was left out stands above it as comments. */
export function caseYaml({ question, needs, expect }: DraftCase, id: string, indent: number): string {
  const [need] = needs;
  const shape = {
    id,
    when: { input: question },
    need: needs.length === 1 ? need : needs,
    ...(expect.must.length + expect.mustNot.length === 0
      ? {}
      : {
          expect: {
            ...(expect.must.length === 0 ? {} : { must: expect.must.map(alone) }),
            ...(expect.mustNot.length === 0 ? {} : { must_not: expect.mustNot.map(alone) }),
            ...(expect.isCaseSensitive ? { case_sensitive: 'true' } : {}),
          },
        }),
  };
  const yaml = stringify([shape], {
    lineWidth: 0,
    indentSeq: true,
    aliasDuplicateObjects: false,
    defaultKeyType: 'PLAIN',
    defaultStringType: 'QUOTE_DOUBLE',
  });
  const comments = expect.leftOut.map((text) => `# expected, and left out: ${commented(text)}\n`);
  const pad = ' '.repeat(indent);
  return `${comments.join('')}${yaml.replace(UNPRINTABLE, escaped)}`.replace(/^(?=.)/gm, pad);
}

/** A list of one alternative is that one. */
function alone(alternatives: readonly unknown[]): unknown {
  return alternatives.length === 1 ? alternatives[0] : alternatives;
}

/** All but the line end; a case file is read by people, and may be shown on a terminal. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** Such a character stands in double quotes, where this is how it is written. */
function escaped(one: string): string {
  const hex = (one.codePointAt(0) ?? 0).toString(16);
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** On one line, whatever is in it. */
function commented(text: string): string {
  return text.replaceAll('\n', '\\n').replace(UNPRINTABLE, escaped);
}
