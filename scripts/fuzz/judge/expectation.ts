import type { SchemaJudge } from '../../../packages/schema-judge.ts';
import type { DocumentedOperation } from '../document/documented-operation.ts';
import type { SentRequest } from '../request/sent-request.ts';
import type { Model } from '../world/model.ts';
import type { Verdict } from './field-verdict.ts';
import { fieldVerdicts, refusingHeaders } from './field-verdicts.ts';

/** What a request has to be answered with. */
export interface Expectation {
  /** The statuses that are right; the document says which of them there are at all. */
  readonly statuses: readonly number[];
  /** What a 422 has to say of the fields. */
  readonly fields: ReadonlyMap<string, Verdict>;
}

/** Foresees the answer by the document, what the owner has, and the order in which faults are judged. */
export function expectationOf(
  request: SentRequest,
  model: Model,
  judgeSchema: SchemaJudge,
): Expectation {
  const { meaning, method, credential, body } = request;
  if (meaning.kind === 'undecodable path') return only(400, 404);
  if (meaning.kind === 'unknown path') return only(404);
  if (meaning.kind === 'other method') return only(method === 'OPTIONS' ? 204 : 405);
  if (credential !== 'good' && credential !== 'good, other case') return only(401);

  const { operation, id } = meaning;
  if (id !== undefined && !exists(operation, id, model, judgeSchema)) return only(404);
  if (operation.bodies.length > 0 && body?.refused !== undefined) return only(body.refused);

  const website = id === undefined ? undefined : model.websites.get(Number(id));
  const fields = fieldVerdicts(request, operation, website, judgeSchema);
  const all = [...fields.values()];
  if (all.includes('wrong')) return { statuses: [422], fields };
  const success = operation.statuses.filter((status) => status < 400);
  // Conditions and repetitions may refuse what is right in itself.
  const isConditional = refusingHeaders(request, operation).length > 0;
  const refused = isConditional ? [409, 412, 422, ...(id === undefined ? [404] : [])] : [];
  return { statuses: [...success, ...refused, ...(all.includes('open') ? [422] : [])], fields };
}

function only(...statuses: readonly number[]): Expectation {
  return { statuses, fields: new Map() };
}

/** Whether the path names something that the owner has. */
function exists(
  { template, parameters }: DocumentedOperation,
  id: string,
  model: Model,
  judgeSchema: SchemaJudge,
): boolean {
  const schema = parameters.find((one) => one.in === 'path')?.schema ?? {};
  if (!/^[1-9]\d*$/.test(id) || judgeSchema(schema, Number(id)) !== undefined) return false;
  const kind = template.includes('/websites') ? 'websites' : 'reports';
  return model[kind].has(Number(id));
}
