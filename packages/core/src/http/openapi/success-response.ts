import type { PageMeta } from '../listing/listing.ts';
import { linkHeader, pageUrl } from '../listing/page-links.ts';
import { deletedResponse, itemResponse } from '../response/envelope.ts';
import type { Route } from '../route.ts';
import type { HeaderObject, ReferenceObject, ResponseObject } from './document-objects.ts';
import { envelopeName } from './envelope-schemas.ts';
import { exampleRecords } from './example-records.ts';
import { refTo } from './schema.ts';

const exampleRoot = 'https://example.com/api/v1';

/** The success responses of an operation: its own, and 304 if it has an `ETag`. */
export function successResponses(route: Route): Readonly<Record<string, ResponseObject>> {
  const { status, envelope } = route.success;
  const success: ResponseObject = {
    description: descriptionOf(route),
    ...headersOf(route),
    ...(envelope !== 'none' && { content: contentOf(route) }),
  };
  if (!supportsNotModified(route)) return { [status]: success };
  return {
    [status]: success,
    304: {
      description:
        'The record has not changed since the version in `If-None-Match`. There is no body.',
      headers: { ETag: headerRef('ETag') },
    },
  };
}

/** Whether the operation supports `If-None-Match`. */
export function supportsNotModified({ method, success }: Route): boolean {
  return method === 'GET' && success.envelope === 'item';
}

function contentOf(route: Route): NonNullable<ResponseObject['content']> {
  const { success } = route;
  return {
    'application/json': {
      schema: refTo(envelopeName(success)),
      examples: { success: { value: exampleOf(route) } },
    },
    ...Object.fromEntries(
      Object.entries(success.otherTypes ?? {}).map(([type, value]) => [
        type,
        { schema: { type: 'string' }, examples: { success: { value } } },
      ]),
    ),
  };
}

function descriptionOf({ method, success: { envelope, record, status } }: Route): string {
  if (envelope === 'none') return 'The request was applied. There is no body.';
  if (status === 202) return `The ${record} was accepted and is not complete yet.`;
  if (envelope === 'list') return `A page of ${record}s.`;
  if (envelope === 'deleted') return `The ${record} was deleted.`;
  if (method === 'POST') return `The ${record} was created.`;
  return method === 'GET' ? `The ${record}.` : `The updated ${record}.`;
}

function headersOf({ success: { envelope, status } }: Route): Pick<ResponseObject, 'headers'> {
  if (envelope === 'list') return { headers: { Link: headerRef('Link') } };
  if (envelope === 'deleted' || envelope === 'none') return {};
  return status === 201 || status === 202
    ? { headers: { Location: headerRef('Location') } }
    : { headers: { ETag: headerRef('ETag') } };
}

function headerRef(name: keyof typeof successHeaders): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of success responses, by name. */
export const successHeaders = {
  ETag: {
    description:
      'A strong entity tag of the record, to send as `If-None-Match`, or for a website as `If-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_\\-]+"$' },
    example: itemResponse(exampleRecords.website).headers.etag ?? '',
  },
  Location: {
    description: 'Absolute URL of the new record.',
    required: true,
    schema: { type: 'string' },
    example: `${exampleRoot}/reports/${exampleRecords.report.id}`,
  },
  Link: {
    description:
      'The links of the body as an RFC 8288 header. Omitted if it would be longer than 3,000 characters.',
    required: false,
    schema: { type: 'string' },
    example: linkHeader(exampleLinks('reports')).link ?? '',
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

/** An example body of the operation's response. */
function exampleOf({ success: { envelope, record, status } }: Route): unknown {
  const { id } = exampleRecords[record];
  if (envelope === 'deleted') return JSON.parse(deletedResponse(record, id).body);
  if (envelope === 'item') {
    return { data: exampleRecords[record], status };
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
