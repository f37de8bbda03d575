import { results } from '@sitegrade/audit';
import { integerKey, type Listing, type ListQueryOf, textKey } from '../listing/listing.ts';
import type { ReportSummary } from './report.ts';

/** The listing of reports: search, sort keys and filters. Sorting by id is sorting by creation time. */
export const reportListing = {
  records: 'reports',
  isCounted: true,
  search: { name: 'url', textOf: ({ url }) => url },
  sortKeys: {
    id: integerKey(({ id }) => id, 1, Number.MAX_SAFE_INTEGER),
    url: textKey(({ url }) => url),
    score: integerKey(({ score }) => score, 0, 100),
  },
  filters: {
    websiteId: {
      kind: 'id',
      description: 'Restricts to the reports of one website.',
      isCounted: true,
    },
    result: {
      kind: 'word',
      words: results,
      description: 'Restricts to one rating.',
      isCounted: true,
    },
    url: {
      kind: 'url',
      description:
        'Restricts to the reports of one URL, normalised as for a new report. Without a scheme it matches `http://` and `https://`.',
    },
    createdFrom: {
      kind: 'from',
      of: 'createdAt',
      description: 'Restricts to reports created at this time or later.',
    },
    createdTo: {
      kind: 'to',
      of: 'createdAt',
      description: 'Restricts to reports created at this time or earlier.',
    },
  },
} as const satisfies Listing<ReportSummary>;

/** A query for one page of reports. URLs are sorted by code point. */
export type ReportListQuery = ListQueryOf<typeof reportListing>;
