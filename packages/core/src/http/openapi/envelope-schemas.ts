import { perPageValues } from '../../list-input.ts';
import type { PageMeta } from '../listing/listing.ts';
import type { PageLinks } from '../listing/page-links.ts';
import type { RecordKind, Success } from '../route.ts';
import { countSchema, idSchema, integerSchema } from './number-schemas.ts';
import {
  arraySchema,
  enumSchema,
  objectSchema,
  orNull,
  refTo,
  type Schema,
  stringSchema,
} from './schema.ts';

const maxPerPage = Math.max(...perPageValues);
/** Names of the schemas of each kind of record: of one, and of one in a list. */
export const schemaNames = {
  report: { item: 'Report', row: 'ReportSummary' },
  website: { item: 'Website', row: 'Website' },
} as const satisfies Readonly<Record<RecordKind, unknown>>;

/** The schemas in the envelope of a listing, by name. */
export const pageSchemas = {
  PageLinks: objectSchema<PageLinks>(
    'Absolute URLs of other pages of the list. They keep all other parameters.',
    {
      first: stringSchema('The first page.'),
      last: stringSchema('The last page.'),
      prev: orNull({ description: 'The previous page, or `null` on the first.', type: 'string' }),
      next: orNull({
        description: 'The next page, or `null` on the last. It is equally fast at any depth.',
        type: 'string',
      }),
    },
    {},
  ),
  PageMeta: objectSchema<PageMeta>(
    'The position of the page in the list.',
    {
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
    },
    {},
  ),
} as const satisfies Readonly<Record<string, Schema>>;

const nameByStatus: Partial<Readonly<Record<Success['status'], string>>> = {
  201: 'Created',
  202: 'Accepted',
};

/** Name of the schema of a success response: `ReportList`, `WebsiteItem`. Empty if it has no body. */
export function envelopeName({ envelope, record, status }: Success): string {
  const kinds = {
    list: 'List',
    item: nameByStatus[status] ?? 'Item',
    deleted: 'Deleted',
    none: undefined,
  };
  const kind = kinds[envelope];
  return kind === undefined ? '' : `${schemaNames[record].item}${kind}`;
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
  const statusSchema = {
    ...integerSchema('The status of the response.', status, status),
    const: status,
  };
  if (envelope === 'list') {
    return objectSchema<Record<'data' | 'links' | 'meta' | 'status', unknown>>(
      `A page of a list of ${record}s.`,
      {
        data: arraySchema(
          `The ${record}s on this page.`,
          refTo(schemaNames[record].row),
          maxPerPage,
        ),
        links: refTo('PageLinks'),
        meta: refTo('PageMeta'),
        status: statusSchema,
      },
      {},
    );
  }
  if (envelope === 'item') {
    return objectSchema<Record<'data' | 'status', unknown>>(
      `One ${record}.`,
      { data: refTo(schemaNames[record].item), status: statusSchema },
      {},
    );
  }
  return objectSchema<Record<'id' | 'object' | 'deleted' | 'status', unknown>>(
    `Confirms that a ${record} was deleted.`,
    {
      id: idSchema(`Id of the deleted ${record}.`),
      object: { description: 'Type of the deleted record.', type: 'string', const: record },
      deleted: { description: 'Always `true`.', type: 'boolean', const: true },
      status: statusSchema,
    },
    {},
  );
}
