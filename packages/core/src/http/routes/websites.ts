import { exampleCsv } from '../../records/example-records.ts';
import { declaredWebsite, historyRecord, websiteRecord } from '../../records/website-record.ts';
import { maxPasswordLength, privacyByNumber, type Website } from '../../store/website.ts';
import { websiteListing } from '../../store/website-listing.ts';
import { deleteWebsite } from '../../websites/delete-website.ts';
import { getWebsite, websiteNotFound } from '../../websites/get-website.ts';
import { eachWebsite, listWebsites } from '../../websites/list-websites.ts';
import { passwordSchema, updateWebsite } from '../../websites/update-website.ts';
import { historyIntervals, websiteHistory } from '../../websites/website-history.ts';
import { websiteIssues } from '../../websites/website-issues.ts';
import { choice, passedString } from '../request/fields.ts';
import { type IfMatch, ifMatchField, meetsIfMatch } from '../request/if-match.ts';
import { deletedResponse, itemEtag, itemResponse } from '../response/response.ts';
import { defineRoute, type Method, type RouteRequest } from '../route.ts';
import { findingsRoute, issuesRoute } from './issues.ts';
import { listRoute, ofWebsite, printableRoute } from './record-routes.ts';

const listWebsitesRoute = listRoute({
  path: '/api/v1/websites',
  operationId: 'listWebsites',
  summary: 'List websites',
  description:
    'A website is created with the first report of its domain, which is the host of the final URL without a leading `www.`. `score` is that of the last complete crawl, otherwise the mean of the latest report of each URL. A website without a score sorts below every score. An empty parameter counts as not sent. `Accept: text/csv` returns all rows of the search and filters in one CSV file, up to 100,000; `page`, `per_page` and `cursor` do not apply.',
  record: 'website',
  listing: websiteListing,
  list: listWebsites,
  each: eachWebsite,
  toRecord: (row, request) => linkedRecord(request, row),
  columns: declaredWebsite.columns,
  csvExample: exampleCsv.website,
});

const historyRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/websites/:id/history',
  operationId: 'getWebsiteHistory',
  summary: 'Show the score over time',
  description:
    'The score that a website had at the end of each day, week or month, oldest first; the last one is its current score. All are from the source of that score: its complete crawls, otherwise the latest report of each URL at that time. Of the latest 3,660 crawls, or days that have reports.',
  query: { interval: choice('Length of an interval, in UTC.', historyIntervals, 'day') },
  success: { status: 200, envelope: 'item', record: 'history' },
  ...ofWebsite,
  async handle({ context, ownerId, params: { id }, query: { interval } }) {
    const history = await websiteHistory(context, ownerId, id, { interval });
    return itemResponse(historyRecord(interval, history));
  },
});

const showRoute = printableRoute({
  path: '/api/v1/websites/:id',
  operationId: 'getWebsite',
  summary: 'Show a website',
  description:
    'The score of the website and what it is from, its privacy, the number and average score of its reports, and a summary of the latest one.',
  record: 'website',
  notFound: websiteNotFound,
  item: async (request, id) => {
    const { context, ownerId } = request;
    return linkedRecord(request, await getWebsite(context, ownerId, id));
  },
  print: async ({ context, ownerId }, id) => ({
    kind: 'website',
    website: await getWebsite(context, ownerId, id),
  }),
});

const deleteRoute = defineRoute({
  method: 'DELETE',
  path: '/api/v1/websites/:id',
  operationId: 'deleteWebsite',
  summary: 'Delete a website and its reports',
  description: 'This cannot be undone. A new report of the domain creates a new website.',
  headers: { 'If-Match': ifMatchField },
  success: { status: 200, envelope: 'deleted', record: 'website' },
  ...ofWebsite,
  async handle(request) {
    const { context, ownerId, params, headers } = request;
    const { id } = params;
    await deleteWebsite(context, ownerId, id, onlyIf(request, headers['If-Match']));
    return deletedResponse('website', id);
  },
});

/** PUT and PATCH are the same partial update. */
function updateRoute(method: Extract<Method, 'PUT' | 'PATCH'>, operationId: string) {
  return defineRoute({
    method,
    path: '/api/v1/websites/:id',
    operationId,
    summary: 'Change privacy and password of a website',
    description:
      'PUT and PATCH are the same: fields that are not sent stay unchanged. If `privacy` is or becomes 2, a password must be sent or stored. Otherwise `password` is ignored. Changing `privacy` from 2 deletes the password.',
    headers: { 'If-Match': ifMatchField },
    body: {
      privacy: choice('0 public, 1 private, 2 password.', [0, 1, 2], undefined),
      password: passedString({
        description: `1 to ${maxPasswordLength} characters. Ignored unless privacy is or becomes 2.`,
        schema: passwordSchema,
        example: 'correct horse battery staple',
      }),
    },
    success: { status: 200, envelope: 'item', record: 'website' },
    errors: ['rate_limited'],
    ...ofWebsite,
    async handle(request) {
      const { context, ownerId, params, body, headers, signal } = request;
      const { privacy: number, password } = body;
      const input = {
        ...(number === undefined ? {} : { privacy: privacyByNumber[number] }),
        ...(password === undefined ? {} : { password }),
      };
      const options = { ...onlyIf(request, headers['If-Match']), signal: signal() };
      const website = await updateWebsite(context, ownerId, params.id, input, options);
      return itemResponse(linkedRecord(request, website));
    },
  });
}

/** A website with the URL of its shared page, if there is one. */
function linkedRecord({ shareUrl }: Pick<RouteRequest, 'shareUrl'>, website: Website) {
  return websiteRecord(website, { shareUrl: shareUrl('websites', website.shareToken) });
}

/** The condition of an `If-Match`: the current `ETag` of the website is one of its tags. */
function onlyIf(request: Pick<RouteRequest, 'shareUrl'>, ifMatch: IfMatch | undefined) {
  if (ifMatch === undefined) return {};
  const etagNow = (current: Website) => itemEtag(linkedRecord(request, current));
  return { onlyIf: (current: Website) => meetsIfMatch(ifMatch, etagNow(current)) };
}

const issuesOfWebsites = {
  ...ofWebsite,
  path: '/api/v1/websites/:id/issues',
  issues: websiteIssues,
  errors: ['rate_limited'],
} as const;

/** The operations on websites. A website is created with its first report. */
export const websiteRoutes = [
  listWebsitesRoute,
  showRoute,
  historyRoute,
  issuesRoute({
    ...issuesOfWebsites,
    operationId: 'listWebsiteIssues',
    summary: 'List the issues of a website',
    description:
      'What the pages of a website show together, from the source of its score, which `found_in` names: its last complete crawl, otherwise the latest report of each URL, of at most 10,000. Then what only a crawl can decide is `unknown`.',
  }),
  findingsRoute({
    ...issuesOfWebsites,
    operationId: 'listWebsiteFindings',
    summary: 'List the findings of an issue of a website',
  }),
  updateRoute('PUT', 'putWebsite'),
  updateRoute('PATCH', 'updateWebsite'),
  deleteRoute,
] as const;
