import fc from 'fast-check';
import type { DocumentedOperation, DocumentedParameter } from '../document/documented-operation.ts';
import {
  credentialKinds,
  type PlannedField,
  type PlannedPair,
  type PlannedText,
  type RequestPlan,
} from '../request/request-plan.ts';
import { type KnownValues, lostId } from './known-values.ts';
import { nearMiss } from './near-miss.ts';
import { oddSentText, oddText } from './odd-texts.ts';
import { refusedBody } from './refused-body.ts';
import { anyStyle } from './sound-request.ts';

/** Makes one thing of a request odd: refused mostly, sometimes just unusual. */
export type Defect = (plan: RequestPlan) => RequestPlan;

/** Everything that may go wrong with a request to an operation. */
export function anyDefect(
  operation: DocumentedOperation,
  known: KnownValues,
): fc.Arbitrary<Defect> {
  const query = operation.parameters.filter((one) => one.in === 'query');
  const headers = operation.parameters.filter((one) => one.in === 'header');
  const hasId = operation.template.includes('{');
  return fc.oneof(
    { weight: 2, arbitrary: otherCredential },
    { weight: 1, arbitrary: otherMethod },
    { weight: 1, arbitrary: otherPath },
    { weight: 1, arbitrary: oddHeader },
    ...headers.map((one) => ({ weight: 1, arbitrary: oddHeaderParameter(one, known) })),
    ...(hasId ? [{ weight: 4, arbitrary: otherId(operation) }] : []),
    ...query.map((one) => ({
      weight: known.bad[one.name] ? 3 : 1,
      arbitrary: oddParameter(one, known),
    })),
    ...(operation.bodies.length > 0
      ? [
          { weight: 4, arbitrary: oddFields(operation, known) },
          { weight: 3, arbitrary: refusedBody.map(withBody) },
        ]
      : [{ weight: 1, arbitrary: refusedBody.map(withBody) }]),
  );
}

const otherCredential: fc.Arbitrary<Defect> = fc
  .constantFrom(...credentialKinds)
  .map((credential) => (plan) => ({ ...plan, credential }));

/** Those that Fastify knows without being told: it gives others to its host, whatever the path. */
const otherMethod: fc.Arbitrary<Defect> = fc
  .constantFrom('HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE')
  .map((method) => (plan) => ({ ...plan, method }));

const otherPath: fc.Arbitrary<Defect> = fc
  .constantFrom(
    '/',
    '//',
    '/x',
    '.json',
    ';a=1',
    '%2F',
    '/../reports',
    '%',
    '%ff',
    '%zz',
    's',
    '/1',
  )
  .map((pathEnding) => (plan) => ({ ...plan, pathEnding }));

const oddHeader: fc.Arbitrary<Defect> = fc
  .constantFrom(
    ['Accept', 'text/html'],
    ['Accept', '*/*;q=0'],
    ['Accept-Encoding', 'gzip'],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Range', 'bytes=0-1'],
    ['If-None-Match', '*'],
    ['If-Match', '"x"'],
    ['If-Modified-Since', 'Sat, 01 Jan 2050 00:00:00 GMT'],
    ['X-Forwarded-Host', 'evil.example'],
    ['X-Forwarded-Proto', 'javascript'],
    ['Host', 'a"b>;<'],
    ['Host', '[::1]:3000'],
    ['Cookie', '__proto__=1; \xff'],
    ['Origin', 'https://evil.example'],
  )
  .map(([name = '', value = '']) => (plan) => ({
    ...plan,
    headers: [...plan.headers.filter(([other]) => other !== name), [name, value]],
  }));

function oddHeaderParameter(
  { name, schema }: DocumentedParameter,
  known: KnownValues,
): fc.Arbitrary<Defect> {
  const value = fc.oneof(known.bad[name] ?? oddText, nearMiss(schema).map(String));
  return fc.tuple(value, fc.boolean()).map(([odd, beside]) => (plan) => ({
    ...plan,
    headers: [...plan.headers.filter(([other]) => beside || other !== name), [name, odd] as const],
  }));
}

/** Fastify gives an id longer than 100 characters to its host, as no route's. */
const maxIdLength = 100;

function otherId({ template, parameters }: DocumentedOperation): fc.Arbitrary<Defect> {
  const schema = parameters.find((one) => one.in === 'path')?.schema ?? {};
  const id: fc.Arbitrary<PlannedText> = fc.oneof(
    lostId(template.includes('/websites') ? 'website' : 'report'),
    nearMiss(schema)
      .map((value) => String(value).toWellFormed())
      .filter((text) => encodeURIComponent(text).length <= maxIdLength),
  );
  return id.map((one) => (plan) => ({ ...plan, id: one }));
}

function oddParameter(
  { name, schema }: DocumentedParameter,
  known: KnownValues,
): fc.Arbitrary<Defect> {
  const value: fc.Arbitrary<PlannedText> = fc.oneof(
    ...(known.bad[name] ? [{ weight: 6, arbitrary: known.bad[name] }] : []),
    { weight: 3, arbitrary: nearMiss(schema).map(String) },
    { weight: 1, arbitrary: oddSentText },
  );
  return fc
    .tuple(fc.oneof(fc.constant(instead), fc.constantFrom(...pairChanges)), value, anyStyle)
    .map(([change, odd, style]) => (plan) => ({
      ...plan,
      pairs: change(plan.pairs, { name, value: odd, style }),
    }));
}

type PairChange = (pairs: readonly PlannedPair[], odd: PlannedPair) => readonly PlannedPair[];

/** Instead of what there is, mostly; else beside it, or under a name that looks like it. */
const pairChanges: readonly PairChange[] = [
  instead,
  (pairs, odd) => [...pairs, odd],
  (pairs, odd) => [...pairs, odd, odd],
  (pairs, odd) => [...pairs, { ...odd, name: `${odd.name}[]` }],
  (pairs, odd) => [...pairs, { ...odd, name: `${odd.name}[a]` }],
  (pairs, odd) => [...pairs, { ...odd, name: `${odd.name}[` }],
  (pairs, odd) => [...pairs, { ...odd, name: `[${odd.name}]` }],
  (pairs, odd) => [...pairs, { ...odd, name: odd.name.toUpperCase() }],
  (pairs, odd) => [...pairs, { ...odd, name: ` ${odd.name}` }],
];

function instead(pairs: readonly PlannedPair[], odd: PlannedPair): readonly PlannedPair[] {
  return [...pairs.filter(({ name }) => name !== odd.name), odd];
}

function oddFields({ bodies }: DocumentedOperation, known: KnownValues): fc.Arbitrary<Defect> {
  const schemas = bodies.flatMap(({ schema }) => Object.entries(schema.properties ?? {}));
  const field = fc.oneof(
    ...schemas.map(([name, schema]) => ({
      weight: name === 'password' ? 1 : 4,
      arbitrary: fc.record({
        name: fc.constant(name),
        value: fc.oneof(
          ...(known.bad[name] ? [{ weight: 6, arbitrary: known.bad[name] }] : []),
          { weight: 3, arbitrary: nearMiss(schema) },
          { weight: 1, arbitrary: oddSentText },
        ),
        style: anyStyle,
      }),
    })),
  );
  return fc.tuple(fc.constantFrom(...fieldChanges), field, oddText).map(
    ([change, odd, text]) =>
      (plan) =>
        plan.body?.kind === 'fields'
          ? { ...plan, body: { ...plan.body, fields: change(plan.body.fields, odd, text) } }
          : plan,
  );
}

type FieldChange = (
  fields: readonly PlannedField[],
  odd: PlannedField,
  text: string,
) => readonly PlannedField[];

const fieldChanges: readonly FieldChange[] = [
  insteadOf,
  insteadOf,
  insteadOf,
  insteadOf,
  (fields, { name }) => fields.filter((field) => field.name !== name),
  (fields, odd) => [...fields, { ...odd, name: `${odd.name}[]` }],
  (fields, odd) => [...fields, { ...odd, name: `${odd.name}[a]` }],
  (fields, odd, text) => [...fields, { ...odd, name: text }],
  (fields, odd) => [...fields, { ...odd, name: '__proto__', value: { privacy: 0, url: 'x' } }],
];

function insteadOf(fields: readonly PlannedField[], odd: PlannedField): readonly PlannedField[] {
  return [...fields.filter(({ name }) => name !== odd.name), odd];
}

function withBody(body: RequestPlan['body']): Defect {
  return (plan) => ({ ...plan, body });
}
