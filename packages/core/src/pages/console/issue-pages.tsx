import { SitegradeError } from '@sitegrade/foundation/errors';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { listCrawlIssues } from '../../crawls/list-crawl-issues.ts';
import { listReports } from '../../reports/list-reports.ts';
import type { SiteIssue } from '../../store/site-issue.ts';
import type { ScoreSource } from '../../store/website-score.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { websiteIssues } from '../../websites/website-issues.ts';
import { TextLink } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import type { Links } from '../links.ts';
import { IssueFindings } from '../parts/issue-findings.tsx';
import { scoreSourceText } from '../parts/score-source.ts';
import { SiteIssues } from '../parts/site-issues.tsx';
import { seeOther } from '../respond.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { siteOf } from './crawl-page.tsx';
import { refusalOf } from './form.ts';
import { ownerPage } from './owner-page.tsx';
import { findingsOnPage, Paging, pageNumberOf, withQuery } from './paging.tsx';
import { WebsiteHeader } from './website-header.tsx';

const ofCrawl = ownerPage({
  path: '/crawls/:id/issues/:issue',
  params: { id: 'number', issue: 'token' },
  operationId: 'consoleCrawlIssue',
  summary: 'Show an issue of a crawl in the console',
  async respond({ context, ownerId, params, query }, page) {
    const [crawl, issues] = await Promise.all([
      getCrawl(context, ownerId, params.id),
      listCrawlIssues(context, ownerId, params.id),
    ]);
    const issue = issueOf(issues, params.issue);
    const path = page.links.crawl(crawl.id);
    const number = pageNumberOf(query);
    const list = findingsOnPage(issue, number);
    return (
      <ConsoleLayout page={page} title={issue.title} current="crawls">
        <IssueFindings
          issue={issue}
          shown={list.rows}
          isCrawl
          pageHref={(url) => withQuery(`${path}/pages`, { url })}
        />
        <Paging list={list} page={number} href={pageOf(`${path}/issues/${issue.id}`)} />
        <p>
          <TextLink href={withQuery(path, { view: 'findings' })}>
            {text.crawls.crawlOf(siteOf(crawl), text.day(crawl.createdAt))}
          </TextLink>
        </p>
      </ConsoleLayout>
    );
  },
});

const ofWebsite = ownerPage({
  path: '/websites/:id/issues',
  params: { id: 'number' },
  operationId: 'consoleWebsiteIssues',
  summary: 'Show the issues of a website in the console',
  async respond({ context, ownerId, params: { id } }, page) {
    const website = await getWebsite(context, ownerId, id);
    const { source, issues } = await websiteIssues(context, ownerId, id);
    const path = page.links.website(id);
    return (
      <ConsoleLayout page={page} title={text.issues.ofSite(website.domain)} current="websites">
        <WebsiteHeader website={website} links={page.links} current="issues">
          <p class="soft">
            {source && text.issues.from(scoreSourceText(source))}{' '}
            {source?.kind !== 'crawl' && (
              <>
                {text.issues.ofReports}{' '}
                <a href={withQuery(page.links.consolePage('/crawls'), { website: id })}>
                  {text.crawls.crawlThis}
                </a>
              </>
            )}
          </p>
        </WebsiteHeader>
        <SiteIssues
          issues={issues}
          isCrawl={source?.kind === 'crawl'}
          issueHref={(issue) => `${path}/issues/${issue}`}
          pageHref={pageHref(page.links, id, source)}
        />
      </ConsoleLayout>
    );
  },
});

const ofWebsiteFindings = ownerPage({
  path: '/websites/:id/issues/:issue',
  params: { id: 'number', issue: 'token' },
  operationId: 'consoleWebsiteIssue',
  summary: 'Show an issue of a website in the console',
  async respond({ context, ownerId, params: { id, issue: name }, query }, page) {
    const { source, issues } = await websiteIssues(context, ownerId, id);
    const issue = issueOf(issues, name);
    const path = page.links.website(id);
    const number = pageNumberOf(query);
    const list = findingsOnPage(issue, number);
    return (
      <ConsoleLayout page={page} title={issue.title}>
        <IssueFindings
          issue={issue}
          shown={list.rows}
          isCrawl={source?.kind === 'crawl'}
          pageHref={pageHref(page.links, id, source)}
        />
        <Paging list={list} page={number} href={pageOf(`${path}/issues/${issue.id}`)} />
        <p>
          <a href={`${path}/issues`}>{text.issues.all}</a>
        </p>
      </ConsoleLayout>
    );
  },
});

/** Leads to the latest report of a URL, as issues name it: the one that was requested, or where it led to. */
const findReport = ownerPage({
  path: '/websites/:id/reports',
  params: { id: 'number' },
  operationId: 'consoleFindReport',
  summary: 'Lead to the latest report of a URL of a website',
  async respond({ context, ownerId, params: { id }, query }, { links }) {
    const url = query.get('url') ?? '';
    const all = withQuery(links.consolePage('/reports'), { website: id, search: url });
    if (url === '') return seeOther(all);
    try {
      const input = { websiteId: id, url, perPage: 10 } as const;
      const [report] = (await listReports(context, ownerId, input)).rows;
      return seeOther(report ? links.report(report.id) : all);
    } catch (error) {
      if (refusalOf(error, ['url']).status !== 422) throw error;
      return seeOther(all);
    }
  },
});

/** The pages of issues across pages, of a crawl and of a website. */
export const issuePages = [ofCrawl, ofWebsite, ofWebsiteFindings, findReport] as const;

function issueOf(issues: readonly SiteIssue[], id: string): SiteIssue {
  const issue = issues.find((candidate) => candidate.id === id && candidate.status === 'found');
  if (issue === undefined) throw new SitegradeError('not_found', 'There is no such issue.');
  return issue;
}

/** Where a URL of an issue leads to: to its page of the crawl, or to its latest report. */
function pageHref(links: Links, websiteId: number, source: ScoreSource | null) {
  const crawlId = source?.crawlId ?? null;
  const path =
    crawlId === null ? `${links.website(websiteId)}/reports` : `${links.crawl(crawlId)}/pages`;
  return (url: string) => withQuery(path, { url });
}

function pageOf(path: string): (page: number) => string {
  return (page) => withQuery(path, { page });
}
