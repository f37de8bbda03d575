import type { ErrorCode, SitegradeError } from '../../errors.ts';
import { invalidInput } from '../../validate.ts';
import { problemResponse, statusByCode } from '../response/problem.ts';
import type { Route } from '../route.ts';
import type { ResponseObject } from './document-objects.ts';
import {
  deletedReportNote,
  type ErrorNote,
  errorNotes,
  notLoggedInNote,
  tooLargeNote,
} from './error-notes.ts';
import type { Login } from './login.ts';
import { narrowedProblem } from './problem-schema.ts';

/** Errors that every operation can return, besides its own. */
const always = ['unauthorized', 'overloaded', 'internal'] as const satisfies readonly ErrorCode[];

/** Headers of an error response, by their names in the document. */
const headersByCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  conflict: 'Retry-After',
  rate_limited: 'Retry-After',
  overloaded: 'Retry-After',
};

/** The context of an error description. */
export interface ErrorContext {
  readonly login: Login;
  /** The operation, if the error belongs to one. */
  readonly route?: Route;
}

/** All errors of an operation, by ascending status. */
export function errorResponses(
  route: Route,
  login: Login,
): Readonly<Record<string, ResponseObject>> {
  const codes = [...new Set([...route.errors, ...always])];
  const statuses = [...new Set(codes.map((code) => statusByCode[code]))].toSorted();
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => statusByCode[code] === status);
      return [status, errorResponse(status, own, { login, route })];
    }),
  );
}

/** The response for one or more errors with the same status. */
export function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  context: ErrorContext,
): ResponseObject {
  const headers = [...new Set(codes.flatMap((code) => headersByCode[code] ?? []))];
  return {
    description: descriptionOf(codes, context),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(
        headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
    }),
    content: {
      'application/problem+json': {
        schema: narrowedProblem(status, codes),
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { description: sentenceOf(code, context), value: bodyOf(exampleOf(code, context)) },
          ]),
        ),
      },
    },
  };
}

function bodyOf(error: SitegradeError): unknown {
  return JSON.parse(problemResponse(error).body);
}

function descriptionOf(codes: readonly ErrorCode[], context: ErrorContext): string {
  const sentences = codes.map((code) => sentenceOf(code, context));
  if (sentences.length === 1) return sentences[0] ?? '';
  return codes.map((code, index) => `- \`${code}\`: ${sentences[index]}`).join('\n');
}

/** When the error occurs, and its reason codes if the operation has any. */
function sentenceOf(code: ErrorCode, context: ErrorContext): string {
  const { route } = context;
  const hasReason = Object.values({ ...route?.body }).some(({ reason }) => reason !== undefined);
  const { when, reasons } = noteOf(code, context);
  const codes = hasReason ? reasons.map((reason) => `\`${reason}\``) : [];
  return codes.length === 0 ? when : `${when} Values of \`reason\`: ${codes.join(', ')}.`;
}

/** An example of the error from this operation. */
function exampleOf(code: ErrorCode, context: ErrorContext): SitegradeError {
  const { route } = context;
  if (code === 'not_found' && route?.notFound) return route.notFound();
  if (code === 'invalid_input' && route) return invalidExample(route);
  return noteOf(code, context).example;
}

function noteOf(code: ErrorCode, { login, route }: ErrorContext): ErrorNote {
  if (code === 'unauthorized' && login === 'host') return notLoggedInNote;
  if (code === 'not_found' && route && !route.notFound) return deletedReportNote;
  if (code === 'payload_too_large' && route?.bodyLimit) return tooLargeNote(route.bodyLimit);
  return errorNotes[code];
}

/** No field accepts a NUL character. */
const invalidValue = '\0';

/** The error of a field that is missing or does not have an allowed value. */
function invalidExample({ query, headers, body }: Route): SitegradeError {
  for (const [name, field] of Object.entries({ ...body, ...query, ...headers })) {
    const isInformative =
      'issue' in field.absent || (field.schema.enum?.length ?? 0) > 1 || name in { ...headers };
    const result = 'issue' in field.absent ? field.absent : field.read(invalidValue);
    if (!isInformative || !('issue' in result)) continue;
    return invalidInput({ [name]: [result.issue] }, field.reason ? { reason: field.reason } : {});
  }
  return errorNotes.invalid_input.example;
}
