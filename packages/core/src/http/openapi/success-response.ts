import { createdAnswer, deletedAnswer, itemAnswer } from '../answer/envelope.ts';
import type { PageMeta } from '../listing/listing.ts';
import { linkHeader, pageUrl } from '../listing/page-links.ts';
import type { Route } from '../route.ts';
import type { HeaderObject, ReferenceObject, ResponseObject } from './document-objects.ts';
import { envelopeName } from './envelope-schemas.ts';
import { exampleRecords } from './example-records.ts';
import { refTo } from './schema.ts';

const exampleRoot = 'https://example.com/api/v1';

/** What an operation answers with when all is well: 200 or 201, and 304 where it has an `ETag`. */
export function successResponses(route: Route): Readonly<Record<string, ResponseObject>> {
  const { status } = route.success;
  const success: ResponseObject = {
    description: descriptionOf(route),
    ...headersOf(route),
    content: {
      'application/json': {
        schema: refTo(envelopeName(route.success)),
        examples: { success: { value: exampleOf(route) } },
      },
    },
  };
  if (!answersNotModified(route)) return { [status]: success };
  return {
    [status]: success,
    304: {
      description: 'The record is still what `If-None-Match` names. There is no body.',
      headers: { ETag: headerRef('ETag') },
    },
  };
}

/** Whether the operation answers 304 to an `If-None-Match`. */
export function answersNotModified({ method, success }: Route): boolean {
  return method === 'GET' && success.envelope === 'item';
}

function descriptionOf({ method, success: { envelope, record } }: Route): string {
  if (envelope === 'list') return `A page of ${record}s.`;
  if (envelope === 'deleted') return `The ${record} is deleted.`;
  if (method === 'POST') return `The ${record} is made.`;
  return method === 'GET' ? `The ${record}.` : `The ${record} as it is now.`;
}

function headersOf({ success: { envelope, status } }: Route): Pick<ResponseObject, 'headers'> {
  if (envelope === 'list') return { headers: { Link: headerRef('Link') } };
  if (envelope === 'deleted') return {};
  return status === 201
    ? { headers: { Location: headerRef('Location') } }
    : { headers: { ETag: headerRef('ETag') } };
}

function headerRef(name: keyof typeof successHeaders): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of successes, by name. */
export const successHeaders = {
  ETag: {
    description:
      'A strong entity tag of the record as it is: send it as `If-None-Match`, or, of a website, as `If-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_\\-]+"$' },
    example: itemAnswer(exampleRecords.website).headers.etag ?? '',
  },
  Location: {
    description: 'Absolute URL of the new record.',
    required: true,
    schema: { type: 'string' },
    example: `${exampleRoot}/reports/${exampleRecords.report.id}`,
  },
  Link: {
    description:
      'The links of the body, by RFC 8288. Left out where it would be longer than 3,000 characters.',
    required: false,
    schema: { type: 'string' },
    example: linkHeader(exampleLinks('reports')).link ?? '',
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

/** The body that the operation's own answer would have. */
function exampleOf({ success: { envelope, record, status } }: Route): unknown {
  const { id } = exampleRecords[record];
  if (envelope === 'deleted') return JSON.parse(deletedAnswer(record, id).body);
  if (envelope === 'item') {
    const answer = status === 201 ? createdAnswer : itemAnswer;
    return JSON.parse(answer(exampleRecords[record], '').body);
  }
  const row = record === 'report' ? exampleRecords.reportSummary : exampleRecords.website;
  const meta: PageMeta = {
    current_page: 1,
    from: 1,
    last_page: 1,
    path: `${exampleRoot}/${record}s`,
    per_page: 50,
    to: 1,
    total: 1,
    total_relation: 'eq',
  };
  return { data: [row], links: exampleLinks(`${record}s`), meta, status };
}

function exampleLinks(collection: string) {
  const only = pageUrl(`${exampleRoot}/${collection}`, '', { page: 1 });
  return { first: only, last: only, prev: null, next: null };
}
