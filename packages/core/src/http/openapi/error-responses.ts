import { type ErrorCode, SitegradeError } from '@sitegrade/foundation/errors';
import { contextDefaults } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { keyMismatch, recordDeleted, requestInProgress } from '../../idempotency/create-once.ts';
import {
  integerSchema,
  objectSchema,
  refTo,
  type Schema,
  stringSchema,
} from '../../records/schema.ts';
import { fetchError, reasonsOf } from '../../reports/failure-reasons.ts';
import { printingUnavailable } from '../../reports/print-html.ts';
import { invalidInput } from '../../validate.ts';
import { websiteChanged } from '../../websites/get-website.ts';
import type { Login, ResponseObject } from '../document-objects.ts';
import { crossSiteRequest } from '../request/cross-site.ts';
import { malformedHost } from '../request/host.ts';
import { authenticationRequired } from '../request/owner.ts';
import { bodyTimedOut, bodyTooLarge, defaultBodyLimit } from '../request/raw-body.ts';
import { type ProblemBody, problemResponse, statusByCode } from '../response/problem.ts';
import type { Route } from '../route.ts';

/** The errors of reading a body. */
const errorsOfBodies = [
  'unsupported_media_type',
  'payload_too_large',
  'malformed_body',
  'body_timed_out',
] as const satisfies readonly ErrorCode[];

/** Errors that every operation can return. */
const always = [
  'malformed_request',
  'unauthorized',
  'overloaded',
  'internal',
] as const satisfies readonly ErrorCode[];

/** Headers of an error response, by their names in the document. */
const headersByCode: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  conflict: 'Retry-After',
  rate_limited: 'Retry-After',
  quota_exceeded: 'Retry-After',
  overloaded: 'Retry-After',
};

/** The context of an error description. */
interface ErrorContext {
  readonly login: Login;
  /** The operation, if the error belongs to one. */
  readonly route?: Route;
}

/** All errors of an operation, by ascending status. */
export function errorResponses(
  route: Route,
  login: Login,
): Readonly<Record<string, ResponseObject>> {
  const codes = [...new Set([...codesOfInput(route), ...(route.errors ?? []), ...always])];
  const statuses = [...new Set(codes.map((code) => statusByCode[code]))].toSorted();
  return Object.fromEntries(
    statuses.map((status) => {
      const codesOfStatus = codes.filter((code) => statusByCode[code] === status);
      return [status, errorResponse(status, codesOfStatus, { login, route })];
    }),
  );
}

/** The errors of what an operation reads before its handler runs, and those of the header fields that handlers share. */
function codesOfInput({ method, params, query, headers, body }: Route): readonly ErrorCode[] {
  const isKeyed = headers !== undefined && 'Idempotency-Key' in headers;
  return [
    ...(params || isKeyed ? ['not_found' as const] : []),
    ...(isKeyed ? (['conflict', 'idempotency_mismatch'] as const) : []),
    ...(headers && 'If-Match' in headers ? ['precondition_failed' as const] : []),
    ...(query || headers || body ? ['invalid_input' as const] : []),
    ...(body ? errorsOfBodies : []),
    ...(method === 'GET' ? [] : ['cross_site' as const]),
  ];
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
  const { when, reasons = [] } = noteOf(code, context);
  const codes = hasReason ? reasons.map((reason) => `\`${reason}\``) : [];
  return codes.length === 0 ? when : `${when} Values of \`reason\`: ${codes.join(', ')}.`;
}

/** An example of the error from this operation. */
function exampleOf(code: ErrorCode, context: ErrorContext): SitegradeError {
  const { route } = context;
  const note = route?.errorNotes?.[code];
  if (note) return note.example;
  if (code === 'not_found' && route?.notFound) return route.notFound();
  if (code === 'invalid_input' && route) return invalidExample(route);
  return noteOf(code, context).example;
}

function noteOf(code: ErrorCode, { login, route }: ErrorContext): ErrorNote {
  const note = route?.errorNotes?.[code];
  if (note) return { ...note, reasons: reasonsOf(code) };
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

/** The description of an error in the document. */
interface ErrorNote {
  /** When it occurs, in one sentence. */
  readonly when: string;
  /** An example of the thrown error. */
  readonly example: SitegradeError;
  /** Default: none. */
  readonly reasons?: readonly string[];
}

/** An error of fetching a page, which has reason codes. */
const fetchNote = (when: string, ...[reason]: Parameters<typeof fetchError>): ErrorNote => {
  const example = fetchError(reason);
  return { when, example, reasons: reasonsOf(example.code) };
};

const plainNote = (when: string, code: ErrorCode, message: string): ErrorNote => ({
  when,
  example: new SitegradeError(code, message),
});

/** The description of `payload_too_large` for a limit in bytes. */
function tooLargeNote(limit: number): ErrorNote {
  return {
    when: `The body is larger than ${limit} bytes.`,
    example: bodyTooLarge(limit),
  };
}

/** The description of each error code. */
const errorNotes: Readonly<Record<ErrorCode, ErrorNote>> = {
  unauthorized: plainNote(
    'The API key is missing, malformed, unknown, revoked or expired. The body is the same in all cases.',
    'unauthorized',
    'No token.',
  ),
  cross_site: {
    when: 'A page of another site sent the request, without a Bearer token, according to `Sec-Fetch-Site` or, without it, `Origin`.',
    example: crossSiteRequest(),
  },
  not_found: plainNote(
    'No record with this id exists, it belongs to another owner, or the id is not a positive integer.',
    'not_found',
    'There is no record with this id.',
  ),
  precondition_failed: {
    when: 'The website does not match `If-Match`: it has changed. The request was not applied.',
    example: websiteChanged(),
  },
  conflict: {
    when: 'A request with the same `Idempotency-Key` is still in progress.',
    example: requestInProgress(),
  },
  idempotency_mismatch: {
    when: 'The `Idempotency-Key` was already used with a different body.',
    example: keyMismatch(),
  },
  method_not_allowed: plainNote(
    'The path does not support this method; `Allow` lists those it does.',
    'method_not_allowed',
    'This path supports GET, HEAD, POST, OPTIONS.',
  ),
  not_acceptable: {
    when: 'The request accepts only content types that are not available.',
    example: printingUnavailable(),
  },
  invalid_input: {
    when: 'A field is missing, not one of its allowed values, sent twice, or sent with brackets. `errors` lists all invalid fields.',
    example: new SitegradeError('invalid_input', 'A field is invalid.'),
    reasons: reasonsOf('invalid_input'),
  },
  url_not_allowed: fetchNote(
    'The scheme, port, credentials or address of the URL are not allowed.',
    'address_blocked',
  ),
  page_unreachable: fetchNote(
    'The page could not be fetched: the host was not found, refused the connection, or did not send valid HTTP.',
    'dns_not_found',
  ),
  page_timed_out: fetchNote('The site took too long to respond.', 'headers_timeout'),
  page_too_large: fetchNote('The page exceeds the size limit.', 'body_too_large'),
  page_too_complex: fetchNote('Analysing the page exceeds the CPU limit.', 'page_too_complex'),
  page_not_html: fetchNote('The URL does not return an HTML page.', 'content_type_unsupported'),
  too_many_redirects: fetchNote(
    'The redirects form a loop, are too many, or are invalid.',
    'redirect_loop',
  ),
  tls_error: fetchNote('The TLS connection to the site failed.', 'tls_expired'),
  unsupported_media_type: plainNote(
    'The body is neither a form nor JSON, is not UTF-8, or is compressed.',
    'unsupported_media_type',
    'The Content-Type must be application/x-www-form-urlencoded or application/json.',
  ),
  payload_too_large: tooLargeNote(defaultBodyLimit),
  malformed_body: plainNote(
    'The body does not match its `Content-Type`, or is incomplete.',
    'malformed_body',
    'The body must be JSON in UTF-8.',
  ),
  body_timed_out: {
    when: 'The body stopped arriving before its end.',
    example: bodyTimedOut(contextDefaults.bodyIdleMs),
  },
  malformed_request: {
    when: 'The request has more than one `Host`, or one that is not a host.',
    example: malformedHost('The request has more than one Host header.'),
  },
  rate_limited: {
    when: 'The owner has too many concurrent reports or password changes.',
    example: new SitegradeError(
      'rate_limited',
      'Too many concurrent reports (limit 5). Retry in 2 s.',
      { retryAfterSeconds: 2 },
    ),
  },
  quota_exceeded: {
    when: 'The owner would have more queued jobs than the quota allows. Nothing was stored.',
    example: quotaExceeded('queuedJobs', { limit: 10_000, used: 9_995, requested: 10 }),
  },
  overloaded: {
    when: 'The server has too many concurrent reports, reports of large pages or password changes, or the database is busy, unavailable or, with the `reason` `read_only`, accepts no changes.',
    example: new SitegradeError(
      'overloaded',
      'Too many concurrent reports on this server. Retry in 2 s.',
      {
        retryAfterSeconds: 2,
      },
    ),
  },
  internal: plainNote(
    'An internal error. The server’s log has the cause.',
    'internal',
    'Internal.',
  ),
};

/** The description of `unauthorized` if the host has its own login. */
const notLoggedInNote: ErrorNote = {
  when: 'No user is logged in to the server that this API is part of.',
  example: authenticationRequired(),
};

/** The description of `not_found` for a path without an id. */
const deletedReportNote: ErrorNote = {
  when: 'The report created with this `Idempotency-Key` has been deleted.',
  example: recordDeleted('report'),
};

/** The schema of issues by field. */
export const fieldErrorsSchema: Schema = {
  description: 'Issues by field.',
  type: 'object',
  additionalProperties: {
    description: 'All issues of this field.',
    type: 'array',
    items: { type: 'string' },
    minItems: 1,
  },
};

/** The body of every error. */
export const problemSchema: Schema = objectSchema<ProblemBody>(
  'An error as an RFC 9457 problem document. Rely on `code`; the messages may change.',
  {
    type: { description: 'Always `about:blank`.', type: 'string', const: 'about:blank' },
    title: stringSchema('The reason phrase of the status.'),
    status: integerSchema('The status of the response.', 400, 599),
    detail: stringSchema('The error message.'),
    code: {
      description: 'The error code.',
      type: 'string',
      enum: Object.keys(statusByCode),
    },
    message: stringSchema('The same as `detail`.'),
  },
  {
    reason: {
      description:
        'A reason code that is more specific than `code`, if there is one. New values may be added.',
      type: 'string',
      pattern: '^[a-z][a-z0-9_]*$',
    },
    errors: refTo('FieldErrors'),
  },
);

/** The schema of the errors with one status. Every 422 has `errors`. */
function narrowedProblem(status: number, codes: readonly ErrorCode[]): Schema {
  const [only] = codes;
  const properties: Readonly<Record<string, Schema>> = {
    status: { type: 'integer', const: status },
    code: {
      type: 'string',
      ...(codes.length === 1 && only ? { const: only } : { enum: codes }),
    },
    ...(status === 422 && { errors: refTo('FieldErrors') }),
  };
  return {
    allOf: [refTo('Problem'), { type: 'object', properties, required: Object.keys(properties) }],
  };
}
