import type { ErrorCode, SitegradeError } from '../../errors.ts';
import { invalidInput } from '../../validate.ts';
import { problemAnswer, statusByCode } from '../answer/problem.ts';
import type { Route } from '../route.ts';
import type { ResponseObject } from './document-objects.ts';
import { deletedReportNote, type ErrorNote, errorNotes, loggedOutNote } from './error-notes.ts';
import type { Login } from './login.ts';
import { narrowedProblem } from './problem-schema.ts';

/** What every operation may be answered with besides its own errors. */
const always = ['unauthorized', 'overloaded', 'internal'] as const satisfies readonly ErrorCode[];

/** Headers that an error comes with, by the names of the document's headers. */
const headersByCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  conflict: 'Retry-After',
  rate_limited: 'Retry-After',
  overloaded: 'Retry-After',
};

/** Where an error comes up. */
export interface ErrorPlace {
  readonly login: Login;
  /** The operation, where it is one's own. */
  readonly route?: Route;
}

/** Every error of an operation, by status, in the order of statuses. */
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

/** An answer that is one of these errors, which share a status. */
export function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  place: ErrorPlace,
): ResponseObject {
  const headers = [...new Set(codes.flatMap((code) => headersByCode[code] ?? []))];
  return {
    description: descriptionOf(codes, place),
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
            { description: sentenceOf(code, place), value: bodyOf(exampleOf(code, place)) },
          ]),
        ),
      },
    },
  };
}

function bodyOf(error: SitegradeError): unknown {
  return JSON.parse(problemAnswer(error).body);
}

function descriptionOf(codes: readonly ErrorCode[], place: ErrorPlace): string {
  const sentences = codes.map((code) => sentenceOf(code, place));
  if (sentences.length === 1) return sentences[0] ?? '';
  return codes.map((code, index) => `- \`${code}\`: ${sentences[index]}`).join('\n');
}

/** When the error happens, and its finer words where the operation has any. */
function sentenceOf(code: ErrorCode, place: ErrorPlace): string {
  const { route } = place;
  const hasReason = Object.values({ ...route?.body }).some(({ reason }) => reason !== undefined);
  const { when, reasons } = noteOf(code, place);
  const words = hasReason ? reasons.map((reason) => `\`${reason}\``) : [];
  return words.length === 0 ? when : `${when} As \`reason\`: ${words.join(', ')}.`;
}

/** The error as this operation gives it. */
function exampleOf(code: ErrorCode, place: ErrorPlace): SitegradeError {
  const { route } = place;
  if (code === 'not_found' && route?.notFound) return route.notFound();
  if (code === 'invalid_input' && route) return invalidExample(route);
  return noteOf(code, place).example;
}

function noteOf(code: ErrorCode, { login, route }: ErrorPlace): ErrorNote {
  if (code === 'unauthorized' && login === 'host') return loggedOutNote;
  if (code === 'not_found' && route && !route.notFound) return deletedReportNote;
  return errorNotes[code];
}

/** No field takes a NUL. */
const noValue = '\0';

/** What a field says when it is missing, or when its value is none of those allowed. */
function invalidExample({ query, headers, body }: Route): SitegradeError {
  for (const [name, field] of Object.entries({ ...body, ...query, ...headers })) {
    const isTelling =
      'issue' in field.absent || (field.schema.enum?.length ?? 0) > 1 || name in { ...headers };
    const reading = 'issue' in field.absent ? field.absent : field.read(noValue);
    if (!isTelling || !('issue' in reading)) continue;
    return invalidInput({ [name]: [reading.issue] }, field.reason ? { reason: field.reason } : {});
  }
  return errorNotes.invalid_input.example;
}
