import { perPageValues } from '../../list-input.ts';
import type { PageMeta } from '../listing/listing.ts';
import type { PageLinks } from '../listing/page-links.ts';
import type { Success } from '../route.ts';
import { countSchema, idSchema, integerSchema } from './number-schemas.ts';
import {
  arraySchema,
  objectSchema,
  orNull,
  refTo,
  type Schema,
  textSchema,
  wordSchema,
} from './schema.ts';

const maxPerPage = Math.max(...perPageValues);
const noun = { report: 'Report', website: 'Website' } as const;
const rowName = { report: 'ReportSummary', website: 'Website' } as const;

/** What every listing's envelope refers to, by name. */
export const pageSchemas = {
  PageLinks: objectSchema<PageLinks>(
    'Absolute URLs of other pages of the list. They keep every other parameter.',
    {
      first: textSchema('The first page.'),
      last: textSchema('The last page.'),
      prev: orNull({ description: 'The page before; `null` on the first.', type: 'string' }),
      next: orNull({
        description: 'The next page; `null` on the last. Following it costs the same at any depth.',
        type: 'string',
      }),
    },
    {},
  ),
  PageMeta: objectSchema<PageMeta>(
    'Where in the list the page is.',
    {
      current_page: countSchema('Number of this page, from 1.', 1),
      from: orNull(countSchema('Number of its first row, from 1; `null` where it is empty.', 1)),
      last_page: countSchema('Number of the last page, by `total`.', 1),
      path: textSchema('The list’s own URL, without parameters.'),
      per_page: {
        description: 'Rows that a page has at most.',
        type: 'integer',
        format: 'int32',
        enum: perPageValues,
      },
      to: orNull(countSchema('Number of its last row; `null` where it is empty.', 1)),
      total: countSchema('Rows in the list.'),
      total_relation: wordSchema<PageMeta['total_relation']>('How exact `total` is.', {
        eq: 'exact',
        gte: 'there are as many or more: very long lists are not counted to their end',
      }),
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;

/** Name of the schema of a success's body: `ReportList`, `WebsiteItem`. */
export function envelopeName({ envelope, record, status }: Success): string {
  const kind = { list: 'List', item: status === 201 ? 'Created' : 'Item', deleted: 'Deleted' };
  return `${noun[record]}${kind[envelope]}`;
}

/** The schema of a success's body. */
export function envelopeSchema(success: Success): Schema {
  const { envelope, record, status } = success;
  const own = { ...integerSchema('The status of the answer.', status, status), const: status };
  if (envelope === 'list') {
    return objectSchema<Record<'data' | 'links' | 'meta' | 'status', unknown>>(
      `A page of a list of ${record}s.`,
      {
        data: arraySchema(`The ${record}s on this page.`, refTo(rowName[record]), maxPerPage),
        links: refTo('PageLinks'),
        meta: refTo('PageMeta'),
        status: own,
      },
      {},
    );
  }
  if (envelope === 'item') {
    return objectSchema<Record<'data' | 'status', unknown>>(
      `One ${record}.`,
      { data: refTo(noun[record]), status: own },
      {},
    );
  }
  return objectSchema<Record<'id' | 'object' | 'deleted' | 'status', unknown>>(
    `Says that a ${record} is no more.`,
    {
      id: idSchema(`The id that the ${record} had.`),
      object: { description: 'Says what it was.', type: 'string', const: record },
      deleted: { description: 'Always `true`.', type: 'boolean', const: true },
      status: own,
    },
    {},
  );
}
