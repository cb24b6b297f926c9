/**
 * Compiles proto/ragspan/v1/*.proto into src/proto/messages.generated.ts: the descriptor that
 * protobufjs reflects on, and one TypeScript interface per message. A module, not a JSON file, so
 * that ESM, CJS and every bundler take it alike.
 *
 *     node scripts/compile-proto.mjs           writes the file
 *     node scripts/compile-proto.mjs --check   exit status 1 when it is out of date
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

const PROTO = new URL('../proto/', import.meta.url);
const TARGET = new URL('../src/proto/messages.generated.ts', import.meta.url);
const INTEGERS_64 = new Set(['int64', 'uint64', 'sint64', 'fixed64', 'sfixed64']);

function loadRoot() {
  const root = new protobuf.Root();
  const files = readdirSync(new URL('ragspan/v1/', PROTO))
    .filter((name) => name.endsWith('.proto'))
    .sort();
  for (const file of files) {
    // Field names stay as written: they are the names of ragspan's JSON output.
    protobuf.parse(readFileSync(new URL(`ragspan/v1/${file}`, PROTO), 'utf8'), root, {
      keepCase: true,
      alternateCommentMode: true,
    });
  }
  root.resolveAll();
  return root;
}

function scalarType(field) {
  if (INTEGERS_64.has(field.type)) return field.name.endsWith('_unix_nano') ? 'bigint' : 'number';
  if (field.type === 'bool') return 'boolean';
  if (field.type === 'bytes') return 'Uint8Array';
  return field.type === 'string' ? 'string' : 'number';
}

function fieldLine(field) {
  const isMessage = field.resolvedType !== null;
  const single = isMessage ? `${field.resolvedType.name}Message` : scalarType(field);
  const type = field.map ? `{ readonly [key: string]: ${single} }` : field.repeated ? `readonly ${single}[]` : single;
  const optional = isMessage || field.map || field.repeated || field.partOf !== null || field.type === 'bool';
  const comment = field.comment === null ? '' : `  /** ${field.comment.replaceAll(/\s*\n\s*/g, ' ')} */\n`;
  return `${comment}  readonly ${field.name}${optional ? '?' : ''}: ${type};`;
}

function interfaceOf(type) {
  const comment = type.comment === null ? '' : `/** ${type.comment.replaceAll(/\s*\n\s*/g, ' ')} */\n`;
  return `${comment}export interface ${type.name}Message {\n${type.fieldsArray.map(fieldLine).join('\n')}\n}\n`;
}

function render() {
  const root = loadRoot();
  const types = root.lookup('ragspan.v1').nestedArray.filter((one) => one instanceof protobuf.Type);
  for (const field of types.flatMap((type) => type.fieldsArray)) field.resolve();
  return [
    '// Made by scripts/compile-proto.mjs from proto/ragspan/v1/*.proto. Do not edit.\n',
    ...types.map(interfaceOf),
    '/** What protobufjs reflects on. */',
    `export const DESCRIPTOR: { readonly nested: object } = JSON.parse(\n  ${quoted(JSON.stringify({ nested: root.toJSON().nested }))},\n);\n`,
  ].join('\n');
}

function quoted(text) {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const rendered = render();
if (process.argv.includes('--check')) {
  if (readFileSync(TARGET, 'utf8') !== rendered) {
    console.error(`${fileURLToPath(TARGET)} is out of date: run node scripts/compile-proto.mjs`);
    process.exit(1);
  }
} else {
  writeFileSync(TARGET, rendered);
}
