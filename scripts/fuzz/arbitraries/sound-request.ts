import fc from 'fast-check';
import type {
  DocumentedBody,
  DocumentedOperation,
  DocumentedParameter,
} from '../document/documented-operation.ts';
import type {
  PairStyle,
  PlannedBody,
  PlannedField,
  PlannedText,
  RequestPlan,
} from '../request/request-plan.ts';
import { type KnownValues, reference } from './known-values.ts';
import { validValue } from './valid-value.ts';

/** How names and values are written: mostly the usual way. */
export const anyStyle: fc.Arbitrary<PairStyle> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<PairStyle>('few escapes') },
  { weight: 1, arbitrary: fc.constantFrom<PairStyle>('all escaped', 'lower-case escapes') },
  { weight: 1, arbitrary: fc.constant<PairStyle>('raw bytes') },
);

/** Names that are no parameter of anything, and must not matter. */
const strangers = fc.constantFrom('utm_source', 'x', '__proto__', 'constructor', 'id', 'Page', '');

/** A request in which everything is as the document says. */
export function soundRequest(
  operation: DocumentedOperation,
  known: KnownValues,
): fc.Arbitrary<RequestPlan> {
  const query = operation.parameters.filter((one) => one.in === 'query' && one.name !== 'cursor');
  const headers = operation.parameters.filter((one) => one.in === 'header');
  const some = { requiredKeys: [] };
  return fc.record({
    operation: fc.constant(operation),
    method: fc.constant(operation.method),
    id: reference(operation.template.includes('/websites') ? 'own website' : 'own report'),
    pathEnding: fc.constant(''),
    pairs: fc
      .tuple(
        fc.record(Object.fromEntries(query.map((one) => [one.name, sometimes(one, known)]))),
        fc.option(fc.tuple(strangers, fc.constantFrom('1', 'a b')), { freq: 8 }),
        anyStyle,
      )
      .map(([values, stranger, style]) => {
        const pairs = Object.entries(values).flatMap(([name, value]) =>
          value === undefined ? [] : [{ name, value, style }],
        );
        if (stranger === null) return pairs;
        return [...pairs, { name: stranger[0], value: stranger[1], style }];
      }),
    headers: fc
      .record(Object.fromEntries(headers.map((one) => [one.name, textFor(one, known)])), some)
      .map((values) =>
        Object.entries(values).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        ),
      ),
    credential: fc.constantFrom('good', 'good', 'good', 'good, other case'),
    body: soundBody(operation.bodies, known),
  });
}

/** A text for a parameter. */
function textFor(
  { name, schema }: DocumentedParameter,
  known: KnownValues,
): fc.Arbitrary<PlannedText> {
  return known.good[name] ?? validValue(schema).map(String);
}

/** There are many parameters: with each of them in every other request, next to none would be found. */
function sometimes(
  parameter: DocumentedParameter,
  known: KnownValues,
): fc.Arbitrary<PlannedText | undefined> {
  const value = textFor(parameter, known);
  if (parameter.required) return value;
  const rare = parameter.name === 'search' || parameter.name === 'website_id' ? 8 : 3;
  return fc.oneof(
    { weight: rare, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );
}

function soundBody(
  bodies: readonly DocumentedBody[],
  known: KnownValues,
): fc.Arbitrary<PlannedBody | undefined> {
  if (bodies.length === 0) return fc.constant(undefined);
  return fc.oneof(...bodies.map((body) => bodyOf(body, known)));
}

function bodyOf(
  { contentType, schema }: DocumentedBody,
  known: KnownValues,
): fc.Arbitrary<PlannedBody> {
  const form = contentType === 'application/x-www-form-urlencoded';
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, member]) => {
    const value = known.good[name] ?? validValue(member);
    const field: fc.Arbitrary<PlannedField> = fc.record({
      name: fc.constant(name),
      value,
      style: anyStyle,
    });
    if (required.includes(name)) return field.map((one) => [one]);
    const nothing: fc.Arbitrary<PlannedField[]> = fc.constant([]);
    return optionalField(name).chain((sent) => (sent ? field.map((one) => [one]) : nothing));
  });
  return fc.record({
    kind: fc.constant('fields' as const),
    contentType: fc.constantFrom(
      contentType,
      `${contentType}; charset=utf-8`,
      `${contentType.toUpperCase()};charset="UTF-8"`,
    ),
    form: fc.constant(form),
    fields: fc.tuple(...fields).map((parts) => parts.flat()),
  });
}

/** A password that counts costs most of a second, by design: few are sent. */
function optionalField(name: string): fc.Arbitrary<boolean> {
  const rare = name === 'password' ? 24 : 1;
  return fc.oneof(
    { weight: rare, arbitrary: fc.constant(false) },
    { weight: name === 'password' ? 1 : 2, arbitrary: fc.constant(true) },
  );
}
