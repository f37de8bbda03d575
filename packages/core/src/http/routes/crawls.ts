import { isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';
import type { Context } from '../../context/context.ts';
import { quotaExceeded } from '../../context/quotas.ts';
import { cancelCrawl, deleteCrawl } from '../../crawls/cancel-crawl.ts';
import { compareCrawls, otherWebsite } from '../../crawls/compare-crawls.ts';
import { createCrawl } from '../../crawls/create-crawl.ts';
import { crawlNotFound, getCrawl } from '../../crawls/get-crawl.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import {
  crawlPageNotFound,
  eachCrawlPage,
  getCrawlPage,
  listCrawlPages,
} from '../../crawls/list-crawl-pages.ts';
import { eachCrawl, listCrawls } from '../../crawls/list-crawls.ts';
import {
  crawlComparisonRecord,
  crawlPageRecord,
  crawlPageSummaryRecord,
  crawlRecord,
  declaredCrawl,
  declaredCrawlPage,
} from '../../records/crawl-record.ts';
import { exampleCsv } from '../../records/example-records.ts';
import { crawlSource } from '../../records/site-issue-record.ts';
import { reportUrlSchema } from '../../reports/create-report.ts';
import { crawlListing, crawlPageListing } from '../../store/crawl-listing.ts';
import { maxUrlLength } from '../../store/report.ts';
import { invalidInput } from '../../validate.ts';
import type { WebsiteIssues } from '../../websites/website-issues.ts';
import { endedCrawl } from '../printed-document.ts';
import { crawlBodyLimit, crawlFields, requireAllowedPages } from '../request/crawl-fields.ts';
import { requiredString } from '../request/fields.ts';
import { idempotencyKeyField, idempotencyOptions } from '../request/idempotency-key-field.ts';
import { acceptedResponse, itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';
import { findingsRoute, issuesRoute } from './issues.ts';
import {
  deleteRoute,
  itemRoute,
  listRoute,
  ofOne,
  partsOf,
  printableRoute,
} from './record-routes.ts';

const listCrawlsRoute = listRoute({
  path: '/api/v1/crawls',
  operationId: 'listCrawls',
  summary: 'List crawls',
  description:
    'Newest first unless `sort` is sent. `Accept: text/csv` returns all rows of the search and filters in one CSV file, up to 100,000.',
  record: 'crawl',
  listing: crawlListing,
  list: listCrawls,
  each: eachCrawl,
  toRecord: crawlRecord,
  columns: declaredCrawl.columns,
  csvExample: exampleCsv.crawl,
});

const createRoute = defineRoute({
  method: 'POST',
  path: '/api/v1/crawls',
  operationId: 'createCrawl',
  summary: 'Crawl a website',
  description:
    'Checks many pages of a website in the background, and then compares them: duplicate titles, broken links and so on. It begins at `url` and follows the links and sitemaps of the site, obeys its robots.txt, and sends at most a few requests at a time. `Location` is the URL of the crawl, which shows how far it is.',
  body: {
    url: requiredString({
      description: 'URL of the start page.',
      schema: reportUrlSchema,
      maxLength: maxUrlLength,
      reason: 'url_invalid',
      example: 'https://example.com/',
    }),
    ...crawlFields,
  },
  headers: { 'Idempotency-Key': idempotencyKeyField('the crawl') },
  bodyLimit: crawlBodyLimit,
  success: { status: 202, envelope: 'item', record: 'crawl' },
  errors: ['url_not_allowed', 'quota_exceeded'],
  errorNotes: {
    not_found: {
      when: 'The crawl created with this `Idempotency-Key` has been deleted.',
      example: crawlNotFound(),
    },
    quota_exceeded: {
      when: 'The owner has too many crawls that have not ended, or their crawls would have too many pages today. Nothing was stored.',
      example: quotaExceeded('runningCrawls', { limit: 2, used: 2, requested: 1 }),
    },
  },
  async handle({ context, ownerId, body, headers, root }) {
    const { url, max_pages: maxPages, include, exclude, source, recrawl } = body;
    requireAllowedPages(context, maxPages);
    const crawl = await createCrawl(
      context,
      ownerId,
      { url, maxPages, include, exclude, source, recrawl },
      idempotencyOptions(headers['Idempotency-Key']),
    );
    return acceptedResponse(crawlRecord(crawl), `${root()}/crawls/${crawl.id}`);
  },
});

const showRoute = printableRoute({
  path: '/api/v1/crawls/:id',
  operationId: 'getCrawl',
  summary: 'Show a crawl',
  description:
    'How far the crawl is: `progress` counts URLs by their state. When its `status` is `done`, `score` is the score of the site, and its issues are known.',
  record: 'crawl',
  notFound: crawlNotFound,
  errors: ['conflict'],
  errorNotes: {
    conflict: {
      when: 'A PDF is asked for of a crawl that has not ended.',
      example: new SitegradeError(
        'conflict',
        'Crawl 42 is running. Only crawls that have ended can be printed.',
      ),
    },
  },
  item: async ({ context, ownerId }, id) => crawlRecord(await getCrawl(context, ownerId, id)),
  print: async ({ context, ownerId }, id) => endedCrawl(await getCrawl(context, ownerId, id)),
});

const cancelRoute = itemRoute({
  method: 'POST',
  path: '/api/v1/crawls/:id/cancel',
  operationId: 'cancelCrawl',
  summary: 'Cancel a crawl',
  description:
    'A crawl that is `queued` or `running` becomes `canceled`. Its pages stay; it has no issues and no score. A crawl that has ended stays as it is. The response is the crawl.',
  record: 'crawl',
  notFound: crawlNotFound,
  item: async ({ context, ownerId }, id) => crawlRecord(await cancelCrawl(context, ownerId, id)),
});

const deleteCrawlRoute = deleteRoute({
  path: '/api/v1/crawls/:id',
  operationId: 'deleteCrawl',
  summary: 'Delete a crawl',
  description:
    'Deletes the crawl with its pages and issues. A crawl that has not ended is stopped. The website stays.',
  record: 'crawl',
  notFound: crawlNotFound,
  remove: deleteCrawl,
});

const ofCrawl = partsOf(getCrawl, crawlNotFound);

const pagesRoute = listRoute({
  ...ofCrawl,
  path: '/api/v1/crawls/:id/pages',
  operationId: 'listCrawlPages',
  summary: 'List the pages of a crawl',
  description:
    'Last found first unless `sort` and `sort_by` are sent. A page without a value of the sort key sorts below all others. `Accept: text/csv` returns all rows of the search and filters in one CSV file, up to 100,000.',
  record: 'crawl_page',
  listing: crawlPageListing,
  list: ofOne(listCrawlPages),
  each: ofOne(eachCrawlPage),
  toRecord: crawlPageSummaryRecord,
  columns: declaredCrawlPage.columns,
  csvExample: exampleCsv.crawlPage,
});

const pageRoute = itemRoute({
  method: 'GET',
  path: '/api/v1/crawls/:id/pages/:page',
  operationId: 'getCrawlPage',
  summary: 'Show a page of a crawl',
  description:
    'A page that is `done` has the properties of a report, under the same names; those of other pages are `null`. What depends on other URLs of the site is evaluated at the end of the crawl, as far as it knows them; before, checks of broken and redirected links are `na`, with the reason.',
  record: 'crawl_page',
  notFound: crawlPageNotFound,
  async item({ context, ownerId }, id, page) {
    const crawl = await getCrawl(context, ownerId, id);
    return crawlPageRecord(crawl, await getCrawlPage(context, ownerId, id, page));
  },
});

const compareRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/crawls/:id/compare/:other',
  operationId: 'compareCrawls',
  summary: 'Compare two crawls',
  description:
    'What changed from the crawl `other` to the crawl `id` of the same website: pages and findings. Each list has at most 1,000 rows; `total` counts all.',
  success: { status: 200, envelope: 'item', record: 'crawl_comparison' },
  errors: ['conflict', 'invalid_input', 'rate_limited'],
  errorNotes: {
    conflict: {
      when: 'One of the crawls is not `done`.',
      example: new SitegradeError(
        'conflict',
        'Crawl 42 is running. Only crawls that are done can be compared.',
      ),
    },
    invalid_input: {
      when: 'The crawls are of different websites.',
      example: invalidInput({ other: [otherWebsite] }),
    },
  },
  params: { id: 'number', other: 'number' },
  notFound: crawlNotFound,
  async handle({ context, ownerId, params: { id, other } }) {
    const ids = { from: other, to: id };
    const comparison = await compareCrawls(context, ownerId, ids).catch((error: unknown) => {
      // The name of the parameter in the path.
      const isOfOther = isSitegradeError(error) && error.issues?.from !== undefined;
      throw isOfOther ? invalidInput({ other: [otherWebsite] }) : error;
    });
    return itemResponse(crawlComparisonRecord(comparison));
  },
});

const issuesOfCrawls = {
  ...ofCrawl,
  path: '/api/v1/crawls/:id/issues',
  async issues(context: Context, ownerId: string, id: number): Promise<WebsiteIssues> {
    const crawl = await getCrawl(context, ownerId, id);
    return { source: crawlSource(crawl), issues: await listCrawlIssues(context, ownerId, id) };
  },
} as const;

/** The operations on crawls. */
export const crawlRoutes = [
  listCrawlsRoute,
  createRoute,
  showRoute,
  cancelRoute,
  deleteCrawlRoute,
  pagesRoute,
  pageRoute,
  issuesRoute({
    ...issuesOfCrawls,
    operationId: 'listCrawlIssues',
    summary: 'List the issues of a crawl',
    description:
      'What several pages of a crawl that is `done` show together. There are none before that.',
  }),
  findingsRoute({
    ...issuesOfCrawls,
    operationId: 'listCrawlFindings',
    summary: 'List the findings of an issue of a crawl',
  }),
  compareRoute,
] as const;
