import type { Schema } from '@sitegrade/core/http';
import type { SchemaJudge } from '../../../packages/schema-judge.ts';
import type { SentField } from '../request/sent-request.ts';

/** Whether a field has to be accepted, has to be refused, or may be either. */
export type Verdict = 'right' | 'wrong' | 'open';

/** Where a field is: in JSON values have types of their own, elsewhere they are texts. */
export type Place = 'query' | 'form' | 'json';

/** Judged by more than their schemas say: where a schema allows them, they may still be refused. */
const judgedFurther: ReadonlySet<string> = new Set(['cursor', 'url']);

/** What the document says of a field, given all that was sent. */
export function judgeField(
  name: string,
  { schema, required }: { readonly schema: Schema; readonly required: boolean },
  sent: readonly SentField[],
  place: Place,
  judgeSchema: SchemaJudge,
): Verdict {
  const isRight = (typed: unknown) => judgeSchema(schema, typed) === undefined;
  const values = sent.filter((field) => field.name === name).map(({ value }) => value);
  if (sent.some((field) => isListOf(name, field.name))) return 'wrong';
  if (values.length === 0) return required ? 'wrong' : 'right';
  // Of a name that comes twice in JSON, parsers keep the last.
  if (values.length > 1 && place !== 'json') return 'wrong';
  const value = values.at(-1);
  if (isNoText(value, place)) return 'wrong';
  const typed = place === 'json' ? value : typedText(String(value), schema);
  if (!isRight(typed)) {
    // Also in JSON a number may be taken as its text.
    const isNumberText = typeof value === 'string' && isRight(typedText(value, schema));
    return isHuge(typed, schema) || isNumberText ? 'open' : 'wrong';
  }
  return judgedFurther.has(name) ? 'open' : 'right';
}

/** `name[]` and `name[key]`, which some servers would read as a list or an object. */
function isListOf(name: string, sent: string): boolean {
  return sent.startsWith(`${name}[`);
}

/** What no text of the API may hold, though schemas cannot say it. */
function isNoText(value: unknown, place: Place): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  return place !== 'json' && typeof value === 'object' && value !== null && 'notUtf8' in value;
}

/** A text as what its schema speaks of. */
function typedText(text: string, { type }: Schema): unknown {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.includes('integer') && /^(?:0|-?[1-9]\d*)$/.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** A whole number beyond what its format can hold: without a bound in the schema, either answer is right. */
function isHuge(value: unknown, { maximum, enum: values }: Schema): boolean {
  if (maximum !== undefined || values !== undefined) return false;
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
