import type { DocumentedOperation } from '../document/documented-operation.ts';
import { type Meaning, matchTarget } from '../document/match-target.ts';
import type { World } from '../world/world.ts';
import { encodePair } from './encode-pair.ts';
import type {
  CredentialKind,
  PlannedBody,
  PlannedField,
  PlannedText,
  RequestPlan,
  SentText,
} from './request-plan.ts';

/** A request with everything known but the key, which is each server's own. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** What it means by the document. */
  readonly meaning: Meaning;
  readonly query: readonly SentField[];
  /** Without those of the body and the key; names as sent. */
  readonly headers: readonly (readonly [string, string])[];
  readonly credential: CredentialKind;
  readonly body: SentBody | undefined;
  /** Query as written. */
  readonly rawQuery: string;
}

/** A field of a query or a body. */
export interface SentField {
  readonly name: string;
  readonly value: unknown;
}

/** A body: its bytes, and what they mean. */
export interface SentBody {
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Uint8Array;
  readonly form: boolean;
  /** The status that refuses it before any field is read. */
  readonly refused: 400 | 413 | 415 | undefined;
  readonly fields: readonly SentField[];
}

/** Fills in what a plan left open. */
export function settle(
  plan: RequestPlan,
  operations: readonly DocumentedOperation[],
  world: World,
): SentRequest {
  const text = (planned: PlannedText): SentText =>
    typeof planned === 'object' && 'ref' in planned ? world.look(planned) : planned;
  const id = encodeURIComponent(wellFormed(text(plan.id)));
  const path = plan.operation.template.replace(/\{\w+\}/g, () => id) + plan.pathEnding;
  const pairs = plan.pairs.map(({ name, value, style }) => ({ name, value: text(value), style }));
  return {
    method: plan.method,
    path,
    meaning: matchTarget(operations, plan.method, path),
    query: pairs,
    rawQuery: inTarget(
      pairs.map(({ name, value, style }) => encodePair(name, value, style)).join('&'),
    ),
    headers: plan.headers.map(([name, value]) => [name, headerText(text(value))]),
    credential: plan.credential,
    body: plan.body && bodyOf(plan.body),
  };
}

function bodyOf(body: PlannedBody): SentBody {
  if (body.kind === 'refused') {
    const { headers, bytes, status } = body;
    return { headers, bytes, form: false, refused: status, fields: [] };
  }
  const fields = body.fields.map(({ name, value }) => ({ name, value }));
  return {
    headers: [['Content-Type', body.contentType]],
    bytes: body.form ? formBytes(body.fields) : jsonBytes(body.fields),
    form: body.form,
    refused: undefined,
    fields,
  };
}

function formBytes(fields: readonly PlannedField[]): Uint8Array {
  const pairs = fields.map(({ name, value, style }) => encodePair(name, sentText(value), style));
  return Buffer.from(pairs.join('&'), 'latin1');
}

/** By hand: an object would lose a name that comes twice, or is `__proto__`. */
function jsonBytes(fields: readonly PlannedField[]): Uint8Array {
  const members = fields.map(
    ({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`,
  );
  return Buffer.from(`{${members.join(',')}}`);
}

function sentText(value: unknown): SentText {
  if (typeof value === 'object' && value !== null && 'notUtf8' in value) return value as SentText;
  return typeof value === 'string' ? value : String(value);
}

function wellFormed(text: SentText): string {
  return typeof text === 'string' ? text.toWellFormed() : '\u{FFFD}';
}

/** What Node's parser takes for a target: bytes above ASCII are refused before any framework sees them. */
function inTarget(query: string): string {
  return query.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
}

/** What Node's parser takes for a header's value, so that the API sees it. */
function headerText(text: SentText): string {
  return wellFormed(text).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}
