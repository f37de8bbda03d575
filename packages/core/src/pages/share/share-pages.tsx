import { renderToString } from 'preact-render-to-string';
import type { Context } from '../../context/context.ts';
import { countCrawlDepths } from '../../crawls/count-crawl-depths.ts';
import { type ApiResponse, etagOf, withBody } from '../../http/response/response.ts';
import type { PageRequest } from '../../http/route.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { getReport } from '../../reports/get-report.ts';
import { listLatestReports } from '../../reports/list-latest-reports.ts';
import {
  compareShared,
  findSharedReport,
  findSharedWebsite,
  type PasswordRequired,
  type SharedWebsite,
  type Visitor,
} from '../../sharing/find-shared.ts';
import { redactReportInSlices, redactReportSummary } from '../../sharing/redact-report.ts';
import { createSharePass, sharePassName } from '../../sharing/share-pass.ts';
import type { Website } from '../../store/website.ts';
import { websiteHistory } from '../../websites/website-history.ts';
import { pageNumberOf, rowsPerPage } from '../console/paging.tsx';
import { cookieValues, setCookie } from '../cookies.ts';
import { english as text } from '../english.ts';
import type { PageContext } from '../layout.tsx';
import { missingAsUndefined } from '../missing.ts';
import { definePage, pageNotFound } from '../page-route.ts';
import { checkFilterOf } from '../parts/check-list.tsx';
import { intervalFor } from '../parts/history-chart.tsx';
import { formHeaders, pageResponse, seeOther } from '../respond.ts';
import { currentSession } from '../session-cookie.ts';
import { Badge } from './badge.tsx';
import { SharedComparisonPage } from './comparison-page.tsx';
import { SharedIssuePage, SharedIssuesPage } from './issue-pages.tsx';
import { PasswordPage } from './password-page.tsx';
import { SharedReportPage } from './report-page.tsx';
import { findSharedCrawl, visibleFindings, visibleIssues } from './shared-crawl.tsx';
import { SharedWebsitePage } from './website-page.tsx';

const badgeMaxAge = 300;

type TokenRequest = PageRequest<{ readonly token: 'token' }>;
type IssueRequest = PageRequest<{ readonly token: 'token'; readonly issue: 'token' }>;
type PairRequest = PageRequest<{ readonly from: 'token'; readonly to: 'token' }>;

/** Shows a page, or the form for the password, or a 404. */
async function showReport(request: TokenRequest, page: PageContext): Promise<ApiResponse> {
  const { context, params, rawQuery } = request;
  const found = await findSharedReport(context, params.token, visitorOf(request));
  if (found === undefined) throw pageNotFound();
  if (found.access === 'password') return passwordForm(page);
  const { ownerId, isOwner, website } = found;
  // The URL of a shared report may be redacted, and then no other report has it.
  const stored = isOwner ? found.report : await getReport(context, ownerId, found.report.id);
  const previous = await findPreviousReport(context, ownerId, stored);
  return pageResponse(
    200,
    <SharedReportPage
      {...page}
      report={found.report}
      // Not redacted: the page shows its time and which checks differ, none of its texts.
      previous={previous}
      website={website}
      isOwner={isOwner}
      filter={checkFilterOf(new URLSearchParams(rawQuery))}
    />,
  );
}

async function showWebsite(request: TokenRequest, page: PageContext): Promise<ApiResponse> {
  const { context, params } = request;
  const found = await findSharedWebsite(context, params.token, visitorOf(request));
  if (found === undefined) throw pageNotFound();
  if (found.access === 'password') return passwordForm(page);
  const { ownerId, isOwner, website } = found;
  const interval = intervalFor(website.createdAt, context.now());
  const [points, latest, last, shared] = await Promise.all([
    websiteHistory(context, ownerId, website.id, { interval }),
    listLatestReports(context, ownerId, website.id),
    lastChange(context, found),
    findSharedCrawl(context, found),
  ]);
  return pageResponse(
    200,
    <SharedWebsitePage
      {...page}
      isOwner={isOwner}
      content={{
        website,
        points,
        interval,
        latest: isOwner ? latest.rows : latest.rows.map(redactReportSummary),
        hasMore: latest.total > latest.rows.length,
        last,
        crawl: shared && {
          crawl: shared.crawl,
          issues: await visibleIssues(context, shared.issues, isOwner),
        },
      }}
    />,
  );
}

/** The latest report of a website and the one of the same URL before it, as the visitor may see them. */
async function lastChange(context: Context, { ownerId, isOwner, website }: SharedWebsite) {
  const { id, latestReport } = website;
  if (latestReport === null) return undefined;
  const report = await getReport(context, ownerId, latestReport.id).catch(missingAsUndefined);
  const previous = report && (await findPreviousReport(context, ownerId, report));
  if (report === undefined || previous?.websiteId !== id) return undefined;
  return { report: isOwner ? report : await redactReportInSlices(context, report), previous };
}

async function showIssues(request: TokenRequest, page: PageContext): Promise<ApiResponse> {
  const { context, params } = request;
  const found = await findSharedWebsite(context, params.token, visitorOf(request));
  if (found === undefined) throw pageNotFound();
  if (found.access === 'password') return passwordForm(page);
  const { ownerId, isOwner, website } = found;
  const shared = await findSharedCrawl(context, found);
  if (shared === undefined) throw pageNotFound();
  const { crawl, issues } = shared;
  const [visible, depths] = await Promise.all([
    visibleIssues(context, issues, isOwner),
    countCrawlDepths(context, ownerId, crawl.id),
  ]);
  return pageResponse(
    200,
    <SharedIssuesPage
      {...page}
      website={website}
      isOwner={isOwner}
      shared={{ crawl, issues: visible }}
      depths={depths}
    />,
  );
}

async function showIssue(request: IssueRequest, page: PageContext): Promise<ApiResponse> {
  const { context, params, rawQuery } = request;
  const found = await findSharedWebsite(context, params.token, visitorOf(request));
  if (found === undefined) throw pageNotFound();
  if (found.access === 'password') return passwordForm(page);
  const { isOwner, website } = found;
  const shared = await findSharedCrawl(context, found);
  const issue = shared?.issues.find(({ id, status }) => id === params.issue && status === 'found');
  if (shared === undefined || issue === undefined) throw pageNotFound();
  const { findings } = issue;
  const number = pageNumberOf(new URLSearchParams(rawQuery));
  const shown = findings.slice((number - 1) * rowsPerPage, number * rowsPerPage);
  if (shown.length === 0) throw pageNotFound();
  return pageResponse(
    200,
    <SharedIssuePage
      {...page}
      website={website}
      isOwner={isOwner}
      issue={issue}
      shown={await visibleFindings(context, shown, isOwner)}
      scoredPages={shared.crawl.progress.done}
      number={number}
      pages={Math.ceil(findings.length / rowsPerPage)}
    />,
  );
}

async function showComparison(request: PairRequest, page: PageContext): Promise<ApiResponse> {
  const { context, params } = request;
  const found = await compareShared(context, params, visitorOf(request));
  if (found === undefined) throw pageNotFound();
  if (found.access === 'password') return passwordForm(page);
  return pageResponse(200, <SharedComparisonPage {...page} comparison={found.comparison} />);
}

function passwordForm(page: PageContext, error?: string): ApiResponse {
  return pageResponse(403, <PasswordPage {...page} error={error} />, formHeaders);
}

/**
 * Who is asking: the owner whom the host's login names or who has signed in to the console. The login is
 * called only if the privacy of the website asks for it.
 */
function visitorOf(request: PageRequest): Visitor {
  return {
    login: request.login ?? (async () => (await currentSession(request))?.ownerId),
    pass: (name) => cookieValues(request, name)[0],
  };
}

/** Checks a password that was sent to a protected page, and leads back to the page. */
async function openWithPassword(
  request: PageRequest,
  page: PageContext,
  found: { readonly access: 'granted' } | PasswordRequired | undefined,
  path: string,
): Promise<ApiResponse> {
  if (found === undefined) throw pageNotFound();
  if (found.access === 'granted') return seeOther(path);
  const { context, clientAddress, signal } = request;
  const { ownerId, website } = found;
  const [password, ...others] = (await request.form()).get('password') ?? [];
  if (typeof password !== 'string' || password === '' || others.length > 0) {
    return passwordForm(page, text.password.empty);
  }
  const options = { clientAddress, signal };
  const pass = await createSharePass(context, ownerId, website, password, options);
  if (pass === undefined) return passwordForm(page, text.password.wrong);
  const cookie = setCookie({
    name: sharePassName(website),
    value: pass.value,
    path: page.links.share,
    expiresAt: pass.expiresAt,
    secure: request.baseUrl().startsWith('https:'),
  });
  return seeOther(path, { 'set-cookie': cookie });
}

const token = { token: 'token' } as const;
const issue = { token: 'token', issue: 'token' } as const;
const pair = { from: 'token', to: 'token' } as const;

/** The shared pages. Those behind a password are opened by sending it to the page itself. */
export const sharePages = [
  definePage({
    method: 'GET',
    path: '/reports/:token',
    params: token,
    operationId: 'showSharedReport',
    summary: 'Show a shared report',
    respond: showReport,
  }),
  definePage({
    method: 'POST',
    path: '/reports/:token',
    params: token,
    operationId: 'openSharedReport',
    summary: 'Open a report with a password',
    respond: async (request, page) => {
      const found = await findSharedReport(
        request.context,
        request.params.token,
        visitorOf(request),
      );
      return openWithPassword(request, page, found, page.links.sharedReport(request.params.token));
    },
  }),
  definePage({
    method: 'GET',
    path: '/websites/:token',
    params: token,
    operationId: 'showSharedWebsite',
    summary: 'Show a shared website',
    respond: showWebsite,
  }),
  definePage({
    method: 'POST',
    path: '/websites/:token',
    params: token,
    operationId: 'openSharedWebsite',
    summary: 'Open a website with a password',
    respond: async (request, page) => {
      const found = await findSharedWebsite(
        request.context,
        request.params.token,
        visitorOf(request),
      );
      return openWithPassword(request, page, found, page.links.sharedWebsite(request.params.token));
    },
  }),
  definePage({
    method: 'GET',
    path: '/websites/:token/issues',
    params: token,
    operationId: 'showSharedIssues',
    summary: 'Show the issues of a shared website',
    respond: showIssues,
  }),
  definePage({
    method: 'POST',
    path: '/websites/:token/issues',
    params: token,
    operationId: 'openSharedIssues',
    summary: 'Open the issues of a website with a password',
    respond: async (request, page) => {
      const { context, params } = request;
      const found = await findSharedWebsite(context, params.token, visitorOf(request));
      return openWithPassword(request, page, found, page.links.sharedIssues(params.token));
    },
  }),
  definePage({
    method: 'GET',
    path: '/websites/:token/issues/:issue',
    params: issue,
    operationId: 'showSharedIssue',
    summary: 'Show an issue of a shared website',
    respond: showIssue,
  }),
  definePage({
    method: 'POST',
    path: '/websites/:token/issues/:issue',
    params: issue,
    operationId: 'openSharedIssue',
    summary: 'Open an issue of a website with a password',
    respond: async (request, page) => {
      const { context, params } = request;
      const found = await findSharedWebsite(context, params.token, visitorOf(request));
      const path = `${page.links.sharedIssues(params.token)}/${params.issue}`;
      return openWithPassword(request, page, found, path);
    },
  }),
  definePage({
    method: 'GET',
    path: '/compare/:from/:to',
    params: pair,
    operationId: 'showSharedComparison',
    summary: 'Compare two shared reports',
    respond: showComparison,
  }),
  definePage({
    method: 'POST',
    path: '/compare/:from/:to',
    params: pair,
    operationId: 'openSharedComparison',
    summary: 'Open a comparison with a password',
    respond: async (request, page) => {
      const { context, params } = request;
      const found = await compareShared(context, params, visitorOf(request));
      return openWithPassword(request, page, found, page.links.comparison(params.from, params.to));
    },
  }),
  definePage({
    method: 'GET',
    path: '/websites/:token/badge.svg',
    params: token,
    operationId: 'showBadge',
    summary: 'Show the badge of a public website',
    respond: async ({ context, params }) => {
      const found = await findSharedWebsite(context, params.token, {});
      if (found?.access !== 'granted') throw pageNotFound();
      return badgeResponse(found.website);
    },
  }),
] as const;

/** A badge that other sites may embed, and caches may keep for minutes. */
function badgeResponse(website: Website): ApiResponse {
  const image = renderToString(<Badge latestReport={website.latestReport} />);
  return withBody(200, image, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': `public, max-age=${badgeMaxAge}`,
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    etag: etagOf(image),
  });
}
