/**
 * Any message of `proto/ragspan/v1`, made from its descriptor, so that a field that is added is
 * tested from then on. In the normal form that reading gives: no empty list, no false flag.
 */
import fc from 'fast-check';
import { DESCRIPTOR } from '../../src/proto/messages.generated.js';
import type { MessageName, MessageTypes } from '../../src/proto/messages.js';

interface FieldShape {
  readonly type: string;
  readonly rule?: string;
  readonly keyType?: string;
  readonly options?: { readonly proto3_optional?: boolean };
}

interface TypeShape {
  readonly fields: Readonly<Record<string, FieldShape>>;
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>;
}

const { ragspan } = DESCRIPTOR.nested as {
  readonly ragspan: { readonly nested: { readonly v1: { readonly nested: Readonly<Record<string, TypeShape>> } } };
};
const types = ragspan.nested.v1.nested;

/** Names of object members and of inherited properties among them: a map may hold any. */
const text = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'toString',
    '0',
    '\u{1f600}',
    '\ufb33',
    '\u2028',
    '"\\/\b\f\n\r\t\u0001',
  ),
);

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: text,
  bool: fc.constant(true),
  uint32: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 2 ** 32 - 1 }), fc.constant(2 ** 32 - 1)),
  uint64: fc.oneof(fc.nat({ max: 20 }), fc.maxSafeNat()),
  int64: fc.oneof(fc.constant(-1), fc.maxSafeInteger()),
  // JSON has no −0.
  double: fc.double().map((value) => value + 0),
};
const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const made = new Map<string, fc.Arbitrary<unknown>>();

export function anyMessage<N extends MessageName>(name: N): fc.Arbitrary<MessageTypes[N]> {
  return anyOf(name) as fc.Arbitrary<MessageTypes[N]>;
}

function anyOf(name: string): fc.Arbitrary<unknown> {
  const known = made.get(name);
  if (known !== undefined) return known;
  const shape = types[name];
  if (shape === undefined) throw new Error(`${name} is no message`);
  const choices = Object.values(shape.oneofs ?? {}).map(({ oneof }) => oneof);
  const isChoice = (field: string): boolean => choices.some((one) => one.length > 1 && one.includes(field));
  const fields = Object.entries(shape.fields).filter(([field]) => !isChoice(field));
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [field, one] of fields) model[field] = anyField(field, one);
  const whole = fc.record(model, {
    requiredKeys: fields.filter(([, one]) => isAlwaysSet(one)).map(([field]) => field),
  }) as fc.Arbitrary<object>;
  const any = choices
    .filter((one) => one.length > 1)
    .reduce((message: fc.Arbitrary<object>, names) => {
      const chosen = fc.oneof(
        ...names.map((field) =>
          anyField(field, shape.fields[field] as FieldShape).map((value) => ({ [field]: value })),
        ),
      );
      return fc.tuple(message, chosen).map(([held, choice]) => ({ ...held, ...choice }));
    }, whole);
  made.set(name, any);
  return any;
}

/** Reading gives these their zero when they are not there. */
function isAlwaysSet({ type, rule, keyType, options }: FieldShape): boolean {
  return (
    rule !== 'repeated' &&
    keyType === undefined &&
    options?.proto3_optional !== true &&
    type !== 'bool' &&
    type in scalars
  );
}

function anyField(name: string, { type, rule, keyType }: FieldShape): fc.Arbitrary<unknown> {
  const one =
    type in scalars ? (name.endsWith('_unix_nano') ? time : (scalars[type] as fc.Arbitrary<unknown>)) : anyOf(type);
  if (keyType !== undefined)
    return fc.array(fc.tuple(text, one), { minLength: 1, maxLength: 3 }).map((entries) => Object.fromEntries(entries));
  return rule === 'repeated' ? fc.array(one, { minLength: 1, maxLength: 2 }) : one;
}
