import type { Schema } from '@sitegrade/core/http';
import type { SchemaJudge } from '../../../packages/schema-judge.ts';
import type { DocumentedOperation, DocumentedParameter } from '../document/documented-operation.ts';
import type { SentBody, SentRequest } from '../request/sent-request.ts';
import type { ModelWebsite } from '../world/model.ts';
import { judgeField, type Place, type Verdict } from './field-verdict.ts';

/** What the document says of every field of an operation, in query, headers and body. */
export function fieldVerdicts(
  request: SentRequest,
  operation: DocumentedOperation,
  website: ModelWebsite | undefined,
  judgeSchema: SchemaJudge,
): ReadonlyMap<string, Verdict> {
  const { query, headers, body } = request;
  const verdicts = new Map<string, Verdict>();
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query') continue;
    verdicts.set(
      parameter.name,
      judgeField(parameter.name, parameter, query, 'query', judgeSchema),
    );
  }
  for (const { name, schema } of refusingHeaders(request, operation)) {
    const values = headers.filter(([other]) => other === name).map(([, value]) => value);
    const right = values.length === 1 && judgeSchema(schema, values[0]) === undefined;
    // A header may be taken in more forms than its pattern lists.
    verdicts.set(name, right ? 'right' : 'open');
  }
  if (operation.bodies.length === 0) return verdicts;
  const place: Place = body === undefined || body.form ? 'form' : 'json';
  const { properties = {}, required = [] } = schemaFor(operation, place);
  for (const [name, schema] of Object.entries(properties)) {
    const field = { schema, required: required.includes(name) };
    verdicts.set(name, judgeField(name, field, body?.fields ?? [], place, judgeSchema));
  }
  const hasCondition = refusingHeaders(request, operation).length > 0;
  return withPassword(verdicts, body, website, place, hasCondition);
}

/** The documented headers of a request that may cost it its success. */
export function refusingHeaders(
  { headers }: SentRequest,
  { parameters }: DocumentedOperation,
): readonly DocumentedParameter[] {
  const sent = new Set(headers.map(([name]) => name));
  return parameters.filter(
    (one) => one.in === 'header' && one.name !== 'If-None-Match' && sent.has(one.name),
  );
}

/** The privacy that a body asks for, where it is one. */
export function privacyIn(body: SentBody | undefined): number | undefined {
  const value = body?.fields.findLast(({ name }) => name === 'privacy')?.value;
  return value === undefined ? undefined : Number(value);
}

function schemaFor({ bodies }: DocumentedOperation, place: Place): Schema {
  const type = place === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return bodies.find(({ contentType }) => contentType === type)?.schema ?? {};
}

/**
 * A password is judged only where everything else is right and privacy is, or becomes, 2; there has
 * to be one then. Given twice or as a list it is wrong anyway.
 */
function withPassword(
  verdicts: Map<string, Verdict>,
  body: SentBody | undefined,
  website: ModelWebsite | undefined,
  place: Place,
  hasCondition: boolean,
): ReadonlyMap<string, Verdict> {
  if (!verdicts.has('password')) return verdicts;
  const sent = body?.fields ?? [];
  const values = sent.filter(({ name }) => name === 'password');
  const isList = sent.some(({ name }) => name.startsWith('password['));
  if (isList || (values.length > 1 && place !== 'json')) return verdicts.set('password', 'wrong');
  const others = [...verdicts].filter(([name]) => name !== 'password').map(([, one]) => one);
  if (others.includes('wrong')) return verdicts.set('password', 'right');
  if ((privacyIn(body) ?? website?.privacy) !== 2) return verdicts.set('password', 'right');
  if (values.length === 0 && !website?.password) verdicts.set('password', 'wrong');
  // A condition is judged before what depends on the website as it is.
  const isLast = verdicts.get('password') === 'wrong' && hasCondition;
  return isLast ? verdicts.set('password', 'open') : verdicts;
}
