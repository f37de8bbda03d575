import { getCrawl } from '../../crawls/get-crawl.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import { eachCrawlPage } from '../../crawls/list-crawl-pages.ts';
import { csvRowsResponse } from '../../http/listing/csv-response.ts';
import { type ApiResponse, withBody } from '../../http/response/response.ts';
import { crawlRecord, declaredCrawlPage } from '../../records/crawl-record.ts';
import { findingColumns, findingRows } from '../../records/finding-csv.ts';
import { crawlSource, issueRecord } from '../../records/site-issue-record.ts';
import { ownerPage } from './owner-page.tsx';

const notStored = { 'cache-control': 'private, no-store' } as const;

const crawlJsonFile = ownerPage({
  path: '/crawls/:id/crawl.json',
  params: { id: 'number' },
  operationId: 'consoleCrawlJson',
  summary: 'Download a crawl with its issues as JSON',
  async respond({ context, ownerId, params: { id } }) {
    const crawl = await getCrawl(context, ownerId, id);
    const issues = await listCrawlIssues(context, ownerId, id);
    const source = crawlSource(crawl);
    const record = {
      ...crawlRecord(crawl),
      issues: issues.map((issue) => issueRecord(issue, source)),
    };
    return withBody(200, `${JSON.stringify(record, undefined, 2)}\n`, {
      ...notStored,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="crawl-${id}.json"`,
    });
  },
});

const pagesCsvFile = ownerPage({
  path: '/crawls/:id/pages.csv',
  params: { id: 'number' },
  operationId: 'consoleCrawlPagesCsv',
  summary: 'Download the pages of a crawl as CSV',
  async respond({ context, ownerId, params: { id } }) {
    await getCrawl(context, ownerId, id);
    const rows = eachCrawlPage(context, ownerId, id, { sortBy: 'url', sort: 'asc' });
    return file(csvRowsResponse(`crawl-${id}-pages`, declaredCrawlPage.columns, rows));
  },
});

const issuesCsvFile = ownerPage({
  path: '/crawls/:id/issues.csv',
  params: { id: 'number' },
  operationId: 'consoleCrawlIssuesCsv',
  summary: 'Download the issues of a crawl as CSV',
  async respond({ context, ownerId, params: { id } }) {
    const issues = await listCrawlIssues(context, ownerId, id);
    return file(csvRowsResponse(`crawl-${id}-issues`, findingColumns, findingRows(issues)));
  },
});

/** What a crawl found, as files. */
export const crawlFiles = [crawlJsonFile, pagesCsvFile, issuesCsvFile] as const;

function file(response: ApiResponse): ApiResponse {
  return { ...response, headers: { ...response.headers, ...notStored } };
}
