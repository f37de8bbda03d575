import { perPageValues } from '../../listing/list-input.ts';
import { exampleRecords } from '../../records/example-records.ts';
import {
  arraySchema,
  countSchema,
  enumSchema,
  idSchema,
  integerSchema,
  objectSchema,
  orNull,
  refTo,
  type Schema,
  stringSchema,
} from '../../records/schema.ts';
import type { HeaderObject, ReferenceObject, ResponseObject } from '../document-objects.ts';
import type { PageMeta } from '../listing/listing.ts';
import { linkHeader, type PageLinks, pageUrls } from '../listing/listing.ts';
import {
  type DeletableKind,
  deletableKinds,
  deletedResponse,
  itemResponse,
  type RecordKind,
} from '../response/response.ts';
import { apiSegment } from '../root-url.ts';
import type { Route, Success } from '../route.ts';

const exampleRoot = 'https://example.com/api/v1';

/** All that a successful request may return: the success of an operation, and its other one. */
export function successesOf({ success, accepted, created }: Route): readonly Success[] {
  return [success, accepted ?? [], created ?? []].flat();
}

/** The success responses of an operation: its own, the other one if there is one, and 304 if it has an `ETag`. */
export function successResponses(route: Route): Readonly<Record<string, ResponseObject>> {
  const responses = Object.fromEntries(
    successesOf(route).map((success) => [success.status, successResponse(route, success)]),
  );
  if (!supportsNotModified(route)) return responses;
  return {
    ...responses,
    304: {
      description:
        'The record has not changed since the version in `If-None-Match`. There is no body.',
      headers: { ETag: headerRef('ETag') },
    },
  };
}

function successResponse(route: Route, success: Success): ResponseObject {
  return {
    description: descriptionOf(route, success),
    ...headersOf(route, success),
    ...(success.envelope !== 'none' && { content: contentOf(route, success) }),
  };
}

/** Whether the operation supports `If-None-Match`. */
export function supportsNotModified({ method, success }: Route): boolean {
  return method === 'GET' && success.envelope === 'item';
}

function contentOf(route: Route, success: Success): NonNullable<ResponseObject['content']> {
  return {
    'application/json': {
      schema: refTo(envelopeName(success)),
      examples: { success: { value: exampleOf(route, success) } },
    },
    ...Object.fromEntries(
      Object.entries(success.otherTypes ?? {}).map(([type, value]) => [
        type,
        { schema: textOrBinary(type), examples: { success: { value } } },
      ]),
    ),
  };
}

function textOrBinary(type: string): Schema {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}

function descriptionOf(
  { method }: Route,
  { envelope, record, status, otherTypes }: Success,
): string {
  const noun = nounOf(record);
  if (envelope === 'none') return 'The request was applied. There is no body.';
  if (status === 202) return `The ${noun} was accepted and is not complete yet.`;
  if (envelope === 'list')
    return `A page of ${noun}s${otherTypes ? ', or all of them as CSV' : ''}.`;
  if (envelope === 'deleted') return `The ${noun} was deleted.`;
  if (status === 201) return `The ${noun} was created.`;
  if (otherTypes) return `The ${noun}, as JSON or as PDF.`;
  return method === 'GET' ? `The ${noun}.` : `The updated ${noun}.`;
}

/** The name of a kind of records in sentences. */
export function nounOf(record: RecordKind): string {
  if (record === 'webhook_secret') return 'webhook';
  return record.replace('_', ' ');
}

function headersOf(
  { headers }: Route,
  { envelope, status, otherTypes }: Success,
): Pick<ResponseObject, 'headers'> {
  if (envelope === 'list') {
    return {
      headers: {
        Link: headerRef('Link'),
        ...(otherTypes && { 'Content-Disposition': headerRef('Content-Disposition') }),
      },
    };
  }
  if (envelope === 'deleted' || envelope === 'none') return {};
  if (status === 200) {
    return {
      headers: {
        ETag: headerRef('ETag'),
        ...(otherTypes && { 'Content-Disposition': headerRef('Content-Disposition') }),
      },
    };
  }
  return {
    headers: {
      Location: headerRef('Location'),
      ...(headers?.Prefer && { 'Preference-Applied': headerRef('Preference-Applied') }),
    },
  };
}

function headerRef(name: keyof typeof successHeaders): ReferenceObject {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of success responses, by name. */
export const successHeaders = {
  ETag: {
    description:
      'A strong entity tag of the record, to send as `If-None-Match`, or for a website or a schedule as `If-Match`. That of a PDF is weak.',
    required: true,
    schema: { type: 'string', pattern: '^(?:W/)?"[A-Za-z0-9_\\-]+"$' },
    example: itemResponse(exampleRecords.website).headers.etag ?? '',
  },
  Location: {
    description: 'Absolute URL of the new record, or of the job or batch that creates it.',
    required: true,
    schema: { type: 'string' },
    example: `${exampleRoot}/reports/${exampleRecords.report.id}`,
  },
  'Preference-Applied': {
    description:
      'The preferences of `Prefer` that were followed. Not sent without `respond-async`.',
    required: false,
    schema: { type: 'string' },
    example: 'respond-async, wait=10',
  },
  'Content-Disposition': {
    description: 'A file name for the CSV or the PDF. Not sent with JSON.',
    required: false,
    schema: { type: 'string' },
    example: 'attachment; filename="reports.csv"',
  },
  Link: {
    description:
      'The links of the body as an RFC 8288 header. Not sent with CSV, or if it would be longer than 3,000 characters.',
    required: false,
    schema: { type: 'string' },
    example: linkHeader(exampleLinks(`${exampleRoot}/reports`)).link ?? '',
  },
} as const satisfies Readonly<Record<string, HeaderObject>>;

/** An example body of the operation's response. */
function exampleOf(route: Route, { envelope, record, status }: Success): unknown {
  if (envelope === 'deleted' && isDeletable(record)) {
    return JSON.parse(deletedResponse(record, exampleRecords[record].id).body);
  }
  if (envelope === 'item') {
    return { data: exampleRecords[record], status };
  }
  const path = `${exampleRoot}${route.path.slice(apiSegment.length).replaceAll(/:\w+/g, exampleParam)}`;
  const meta: PageMeta = {
    current_page: 1,
    from: 1,
    last_page: 1,
    path,
    per_page: 50,
    to: 1,
    total: 1,
    total_relation: 'eq',
  };
  return { data: [rowOf(record)], links: exampleLinks(path), meta, status };
}

/** An example of a record in a list. */
function rowOf(record: RecordKind): unknown {
  if (record === 'report') return exampleRecords.reportSummary;
  if (record === 'crawl_page') return exampleRecords.crawlPageSummary;
  return exampleRecords[record];
}

function exampleParam(name: string): string {
  return name === ':issue' ? exampleRecords.issue.id : String(exampleRecords.crawl.id);
}

function isDeletable(record: RecordKind): record is DeletableKind {
  return (deletableKinds as readonly RecordKind[]).includes(record);
}

function exampleLinks(path: string) {
  const only = pageUrls(path, '')({ page: 1 });
  return { first: only, last: only, prev: null, next: null };
}

const maxPerPage = Math.max(...perPageValues);
/** The tag of the operations of each kind of record, and the names of its schemas: of one, and of one in a list. */
export const recordKinds = {
  report: { tag: 'Reports', item: 'Report', row: 'ReportSummary' },
  website: { tag: 'Websites', item: 'Website', row: 'Website' },
  job: { tag: 'Jobs', item: 'Job', row: 'Job' },
  batch: { tag: 'Jobs', item: 'Batch', row: 'Batch' },
  screenshot: { tag: 'Reports', item: 'Screenshot', row: 'Screenshot' },
  comparison: { tag: 'Reports', item: 'Comparison', row: 'Comparison' },
  crawl: { tag: 'Crawls', item: 'Crawl', row: 'Crawl' },
  crawl_page: { tag: 'Crawls', item: 'CrawlPage', row: 'CrawlPageSummary' },
  crawl_comparison: { tag: 'Crawls', item: 'CrawlComparison', row: 'CrawlComparison' },
  issue: { tag: 'Issues', item: 'Issue', row: 'Issue' },
  finding: { tag: 'Issues', item: 'Finding', row: 'Finding' },
  history: { tag: 'Websites', item: 'History', row: 'History' },
  schedule: { tag: 'Websites', item: 'Schedule', row: 'Schedule' },
  webhook: { tag: 'Webhooks', item: 'Webhook', row: 'Webhook' },
  webhook_secret: { tag: 'Webhooks', item: 'WebhookWithSecret', row: 'WebhookWithSecret' },
  delivery: { tag: 'Webhooks', item: 'Delivery', row: 'Delivery' },
  accepted_finding: { tag: 'Websites', item: 'AcceptedFinding', row: 'AcceptedFinding' },
  recipient: { tag: 'Websites', item: 'Recipient', row: 'Recipient' },
  catalogue: { tag: 'Checks', item: 'CheckCatalogue', row: 'CheckCatalogue' },
} as const satisfies Readonly<Record<RecordKind, unknown>>;

/** The schemas in the envelope of a listing, by name. */
export const pageSchemas = {
  PageLinks: objectSchema<PageLinks>(
    'Absolute URLs of other pages of the list. They keep all other parameters.',
    {
      first: stringSchema('The first page.'),
      last: stringSchema('The last page.'),
      prev: orNull(stringSchema('The previous page, or `null` on the first.')),
      next: orNull(
        stringSchema('The next page, or `null` on the last. It is equally fast at any depth.'),
      ),
    },
  ),
  PageMeta: objectSchema<PageMeta>('The position of the page in the list.', {
    current_page: countSchema('Number of this page, from 1.', 1),
    from: orNull(countSchema('Number of its first row, from 1; `null` if the page is empty.', 1)),
    last_page: countSchema('Number of the last page, computed from `total`.', 1),
    path: stringSchema('URL of the list, without parameters.'),
    per_page: {
      description: 'Maximum number of rows per page.',
      type: 'integer',
      format: 'int32',
      enum: perPageValues,
    },
    to: orNull(countSchema('Number of its last row; `null` if the page is empty.', 1)),
    total: countSchema('Number of rows in the list.'),
    total_relation: enumSchema<PageMeta['total_relation']>('Whether `total` is exact.', {
      eq: 'exact',
      gte: 'a lower bound: very long lists are not counted to the end',
    }),
  }),
} as const satisfies Readonly<Record<string, Schema>>;

const nameByStatus: Partial<Readonly<Record<Success['status'], string>>> = {
  201: 'Created',
  202: 'Accepted',
};

/** Name of the schema of a success response: `ReportList`, `WebsiteItem`. Empty if it has no body. */
function envelopeName({ envelope, record, status }: Success): string {
  const kinds = {
    list: 'List',
    item: nameByStatus[status] ?? 'Item',
    deleted: 'Deleted',
    none: undefined,
  };
  const kind = kinds[envelope];
  return kind === undefined ? '' : `${recordKinds[record].item}${kind}`;
}

/** The schemas of all success responses, by name. */
export function envelopeSchemas(successes: readonly Success[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    successes
      .filter(({ envelope }) => envelope !== 'none')
      .map((success) => [envelopeName(success), envelopeSchema(success)]),
  );
}

function envelopeSchema({ envelope, record, status }: Success): Schema {
  const noun = nounOf(record);
  const statusSchema = {
    ...integerSchema('The status of the response.', status, status),
    const: status,
  };
  if (envelope === 'list') {
    return objectSchema<Record<'data' | 'links' | 'meta' | 'status', unknown>>(
      `A page of a list of ${noun}s.`,
      {
        data: arraySchema(`The ${noun}s on this page.`, refTo(recordKinds[record].row), maxPerPage),
        links: refTo('PageLinks'),
        meta: refTo('PageMeta'),
        status: statusSchema,
      },
    );
  }
  if (envelope === 'item') {
    return objectSchema<Record<'data' | 'status', unknown>>(`One ${noun}.`, {
      data: refTo(recordKinds[record].item),
      status: statusSchema,
    });
  }
  return objectSchema<Record<'id' | 'object' | 'deleted' | 'status', unknown>>(
    `Confirms that the ${noun} was deleted.`,
    {
      id: idSchema(`Id of the deleted ${noun}.`),
      object: { description: 'Type of the deleted record.', type: 'string', const: record },
      deleted: { description: 'Always `true`.', type: 'boolean', const: true },
      status: statusSchema,
    },
  );
}
