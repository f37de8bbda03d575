import { type FieldIssues, isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';
import type { Entries } from '../../http/request/form.ts';
import { problemResponse } from '../../http/response/problem.ts';
import { snakeCase } from '../../listing/listing.ts';

/** A form: what its fields hold, and what is wrong with them, by the name of the field. */
export interface Form {
  readonly sent: Entries;
  readonly issues: FieldIssues;
}

/** A form or a step that is refused, with the status and headers of the API's response. */
export interface RefusedForm extends Form {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The form with the values of what is stored, or with what is common. */
export function filledForm(values: Readonly<Record<string, string | readonly string[]>>): Form {
  return {
    sent: new Map(Object.entries(values).map(([name, value]) => [name, [value].flat()])),
    issues: {},
  };
}

const shown: ReadonlySet<number> = new Set([409, 422, 429, 503]);

/**
 * What is wrong with a form or a step, in the words of the API.
 *
 * @param fields - The names of its fields. What is about none of them, such as a quota, is shown at the first.
 * @throws the error itself if it is not about what was sent, or about when it was sent.
 */
export function refusalOf(
  error: unknown,
  fields: readonly [string, ...(readonly string[])],
  sent: Entries = new Map(),
): RefusedForm {
  const { status, headers } = problemResponse(error);
  if (!isSitegradeError(error) || !shown.has(status)) throw error;
  const { 'retry-after': retryAfter } = headers;
  const found = Object.entries(error.issues ?? {}).map(
    ([field, messages]) => [snakeCase(field), messages] as const,
  );
  const hasPlace = found.some(([name]) => fields.includes(name.replace(/\.\d+$/, '')));
  return {
    sent,
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    issues: hasPlace ? Object.fromEntries(found) : { [fields[0]]: [error.message] },
  };
}

/** The error about a field that a page refuses by itself. */
export function fieldIssue(name: string, issue: string): SitegradeError {
  return new SitegradeError('invalid_input', issue, { issues: { [name]: [issue] } });
}

/** The text of a field, as it was sent. Empty if it was not sent, sent twice, or is not text. */
export function rawText(sent: Entries, name: string): string {
  const [value, ...others] = sent.get(name) ?? [];
  return typeof value === 'string' && others.length === 0 ? value : '';
}

/** The text of a field with one line, without spaces around it. */
export function formText(sent: Entries, name: string): string {
  return rawText(sent, name).trim();
}

/** The texts of a field that may be sent several times. What is not text is left out. */
export function formTexts(sent: Entries, name: string): readonly string[] {
  return (sent.get(name) ?? []).filter((value) => typeof value === 'string');
}

/** The number that was typed: `NaN` if it is not a number, which is refused. */
export function toNumber(digits: string): number {
  return /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
}
