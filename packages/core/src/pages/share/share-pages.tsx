import { renderToString } from 'preact-render-to-string';
import type { Context } from '../../context/context.ts';
import { getCrawl } from '../../crawls/get-crawl.ts';
import { getCrawlShape } from '../../crawls/get-crawl-shape.ts';
import { listCrawlPages } from '../../crawls/list-crawl-pages.ts';
import type { Printed } from '../../http/printed-document.ts';
import type { ParamKinds, ParamValues } from '../../http/request/path-params.ts';
import { pdfResponse, requirePrinting } from '../../http/response/pdf-response.ts';
import { type ApiResponse, etagOf, withBody } from '../../http/response/response.ts';
import type { PageRequest } from '../../http/route.ts';
import { findPreviousReport } from '../../reports/compare-reports.ts';
import { getReport } from '../../reports/get-report.ts';
import { listLatestReports } from '../../reports/list-latest-reports.ts';
import { canPrint } from '../../reports/print-html.ts';
import { findPictures } from '../../reports/screenshots.ts';
import { clientNetwork } from '../../sharing/client-network.ts';
import {
  compareShared,
  findSharedReport,
  findSharedWebsite,
  type PasswordRequired,
  type SharedReport,
  type SharedWebsite,
  type Visitor,
} from '../../sharing/find-shared.ts';
import {
  redactCrawlPage,
  redactReportInSlices,
  redactReportSummary,
  redactShape,
} from '../../sharing/redact-report.ts';
import { createSharePass, sharePassName } from '../../sharing/share-pass.ts';
import { sharedIssues } from '../../sharing/shared-issues.ts';
import type { Report } from '../../store/report.ts';
import type { Website } from '../../store/website.ts';
import { websiteHistory, websiteTrend } from '../../websites/website-history.ts';
import { withBrand } from '../brand.ts';
import { intervalFor } from '../charts/history-chart.tsx';
import { findingsOnPage, pageNumberOf, rowsPerPage } from '../console/paging.tsx';
import { cookieValues, setCookie } from '../cookies.ts';
import { crawlContent, crawlDocument } from '../documents/crawl-document.tsx';
import type { DocumentFrame } from '../documents/document-text.tsx';
import { reportDocument } from '../documents/report-document.tsx';
import { websiteContent, websiteDocument } from '../documents/website-document.tsx';
import { english as text } from '../english.ts';
import type { PageContext } from '../layout.tsx';
import type { Links } from '../links.ts';
import { missingAsUndefined } from '../missing.ts';
import { type OpenFindings, openFindings } from '../open-findings.ts';
import { definePage, type Page, pageNotFound } from '../page-route.ts';
import { checkFilterOf } from '../parts/check-list.tsx';
import { formHeaders, pageResponse, pdfHeaders, seeOther } from '../respond.ts';
import { currentSession } from '../session-cookie.ts';
import { Badge } from './badge.tsx';
import { SharedComparisonPage } from './comparison-page.tsx';
import { type CrawledSite, SharedIssuePage, SharedIssuesPage } from './issue-pages.tsx';
import { PasswordPage } from './password-page.tsx';
import { SharedReportPage, sharedPrevious } from './report-page.tsx';
import { visibleFindings, visibleIssues } from './shared-issues.ts';
import { SharedWebsitePage } from './website-page.tsx';

const badgeMaxAge = 300;

const tokenParams = { token: 'token' } as const;
const issueParams = { token: 'token', issue: 'token' } as const;
const pairParams = { from: 'token', to: 'token' } as const;

/** What a visitor may see, and whose it is. */
interface Granted {
  readonly access: 'granted';
  readonly ownerId: string;
}

/** A shared page. If it needs a password, it is a form that posts to the same URL. */
interface SharedPage<Params extends ParamKinds, Found extends Granted> {
  readonly path: `/${string}`;
  readonly params: Params;
  /** The operation ids, without `show` and `open`: `SharedReport`. */
  readonly operation: string;
  readonly summary: string;
  /** The summary of opening the page with a password. */
  readonly openSummary: string;
  readonly find: (
    context: Context,
    params: ParamValues<Params>,
    visitor: Visitor,
  ) => Promise<Found | PasswordRequired | undefined>;
  readonly show: (
    request: PageRequest<Params>,
    page: PageContext,
    found: Found,
  ) => ApiResponse | Promise<ApiResponse>;
  /** The path of the page, to redirect to after the password. */
  readonly link: (links: Links, params: ParamValues<Params>) => string;
}

/** Shows a page, or the form for the password, or a 404; and opens it with the password. */
function sharedPage<const Params extends ParamKinds, Found extends Granted>({
  path,
  params,
  operation,
  summary,
  openSummary,
  find,
  show,
  link,
}: SharedPage<Params, Found>): readonly [Page, Page] {
  return [
    definePage({
      method: 'GET',
      path,
      params,
      operationId: `show${operation}`,
      summary,
      async respond(request, page) {
        const found = await find(request.context, request.params, visitorOf(request));
        if (found === undefined) throw pageNotFound();
        const branded = await withBrand(page, request, found.ownerId);
        return found.access === 'password' ? passwordForm(branded) : show(request, branded, found);
      },
    }),
    definePage({
      method: 'POST',
      path,
      params,
      operationId: `open${operation}`,
      summary: openSummary,
      async respond(request, page) {
        const found = await find(request.context, request.params, visitorOf(request));
        return openWithPassword(request, page, found, link(page.links, request.params));
      },
    }),
  ];
}

async function showReport(
  { context, rawQuery }: PageRequest,
  page: PageContext,
  found: SharedReport,
): Promise<ApiResponse> {
  const { ownerId, isOwner, website } = found;
  const stored = await storedReport(context, found);
  const [previous, pictures] = await Promise.all([
    findPreviousReport(context, ownerId, stored),
    findPictures(context, ownerId, stored),
  ]);
  return pageResponse(
    200,
    <SharedReportPage
      {...page}
      report={found.report}
      previous={previous && (await asShown(context, previous, isOwner))}
      website={website}
      pictures={pictures}
      isOwner={isOwner}
      filter={checkFilterOf(new URLSearchParams(rawQuery))}
      hasPdf={canPrint(context)}
    />,
  );
}

/** The URL of a shared report may be redacted, and then no other report has it. */
async function storedReport(
  context: Context,
  { ownerId, isOwner, report }: SharedReport,
): Promise<Report> {
  return isOwner ? report : getReport(context, ownerId, report.id);
}

/** The page of a shared report as PDF, for who may see the page. */
async function downloadReport(
  request: PageRequest,
  { settings }: PageContext,
  found: SharedReport,
): Promise<ApiResponse> {
  const { context } = request;
  requirePrinting(context);
  const { isOwner, ownerId, report, website } = found;
  const previous = await findPreviousReport(context, ownerId, await storedReport(context, found));
  const html = reportDocument(frameOf(settings, context), {
    report,
    previous: sharedPrevious(previous && (await asShown(context, previous, isOwner)), website),
  });
  return sharedPdf(request, found, html, { kind: 'report', report });
}

/** The pages of a website as PDF. */
async function downloadWebsite(
  request: PageRequest,
  { settings }: PageContext,
  shared: SharedWebsite,
): Promise<ApiResponse> {
  const { context } = request;
  requirePrinting(context);
  const { isOwner, ownerId, website } = shared;
  const content = await websiteContent(context, ownerId, website);
  const { found, latest } = content;
  const html = websiteDocument(frameOf(settings, context), {
    ...content,
    found: await visibleIssues(context, found, isOwner),
    latest: isOwner ? latest : { ...latest, rows: latest.rows.map(redactReportSummary) },
  });
  return sharedPdf(request, shared, html, { kind: 'website', website });
}

/** The crawl that the score of a website is from, as PDF. */
async function downloadCrawl(
  request: PageRequest,
  { settings }: PageContext,
  shared: SharedWebsite,
): Promise<ApiResponse> {
  const { context } = request;
  const { isOwner, ownerId, website } = shared;
  const crawlId = website.scoreSource?.crawlId ?? null;
  if (crawlId === null) throw pageNotFound();
  requirePrinting(context);
  const crawl = await getCrawl(context, ownerId, crawlId);
  const content = await crawlContent(context, ownerId, crawl);
  const { issues, pages, shape } = content;
  const html = crawlDocument(frameOf(settings, context), {
    ...content,
    issues: await visibleIssues(context, issues, isOwner),
    // Visitors see the pages with a score, as on the page.
    pages: isOwner ? pages : pages.filter(({ state }) => state === 'done').map(redactCrawlPage),
    shape: isOwner ? shape : shape && redactShape(shape),
  });
  return sharedPdf(request, shared, html, { kind: 'crawl', crawl });
}

/** A document with what the visitor may see, as PDF. */
function sharedPdf(
  { context, clientAddress, signal }: PageRequest,
  { ownerId, isOwner }: SharedReport | SharedWebsite,
  html: string,
  printed: Printed,
): ApiResponse {
  const visitor = isOwner ? undefined : clientNetwork(clientAddress);
  return pdfResponse({ context, ownerId, html, printed, visitor, signal: signal() }, pdfHeaders);
}

function frameOf(settings: PageContext['settings'], { ruleset }: Context): DocumentFrame {
  return { settings, ruleset };
}

async function showWebsite(
  { context }: PageRequest,
  page: PageContext,
  shared: SharedWebsite,
): Promise<ApiResponse> {
  const { ownerId, isOwner, website } = shared;
  const interval = intervalFor(website.createdAt, context.now());
  const [history, trend, latest, last] = await Promise.all([
    websiteHistory(context, ownerId, website.id, { interval }),
    websiteTrend(context, ownerId, website.id),
    listLatestReports(context, ownerId, website.id),
    lastChange(context, shared),
  ]);
  const open = await openFindings(context, ownerId, website, latest.rows);
  return pageResponse(
    200,
    <SharedWebsitePage
      {...page}
      isOwner={isOwner}
      hasPdf={canPrint(context)}
      content={{
        website,
        history,
        interval,
        latest: isOwner ? latest.rows : latest.rows.map(redactReportSummary),
        hasMore: latest.total > latest.rows.length,
        last,
        trend,
        open: open && (await visibleOpen(context, open, isOwner)),
      }}
    />,
  );
}

/** What is open as the visitor may see it. Of the look before, only numbers are shown. */
async function visibleOpen(
  context: Context,
  open: OpenFindings,
  isOwner: boolean,
): Promise<OpenFindings> {
  return open.kind === 'crawl'
    ? { ...open, next: await visibleIssues(context, open.next, isOwner) }
    : { ...open, report: await asShown(context, open.report, isOwner) };
}

/** The latest report of a website and the one of the same URL before it, as the visitor may see them. */
async function lastChange(context: Context, { ownerId, isOwner, website }: SharedWebsite) {
  const { id, latestReport } = website;
  if (latestReport === null) return undefined;
  const report = await getReport(context, ownerId, latestReport.id).catch(missingAsUndefined);
  const previous = report && (await findPreviousReport(context, ownerId, report));
  if (report === undefined || previous?.websiteId !== id) return undefined;
  return {
    report: await asShown(context, report, isOwner),
    previous: await asShown(context, previous, isOwner),
  };
}

/** Also the report before another: what changed is quotes of both. */
async function asShown(context: Context, report: Report, isOwner: boolean): Promise<Report> {
  return isOwner ? report : redactReportInSlices(context, report);
}

async function showIssues(
  { context, rawQuery }: PageRequest,
  page: PageContext,
  shared: SharedWebsite,
): Promise<ApiResponse> {
  const { isOwner, website } = shared;
  const found = await sharedIssues(context, shared);
  if (found.source === null) throw pageNotFound();
  const { crawlId } = found.source;
  const [issues, crawled] = await Promise.all([
    visibleIssues(context, found.issues, isOwner),
    crawlId === null ? undefined : crawledSite(context, shared, crawlId, rawQuery),
  ]);
  return pageResponse(
    200,
    <SharedIssuesPage
      {...page}
      website={website}
      isOwner={isOwner}
      found={{ ...found, issues }}
      crawled={crawled}
      hasPdf={crawled !== undefined && canPrint(context)}
    />,
  );
}

async function crawledSite(
  context: Context,
  { ownerId, isOwner }: SharedWebsite,
  crawlId: number,
  rawQuery: string,
): Promise<CrawledSite> {
  const number = pageNumberOf(new URLSearchParams(rawQuery));
  const [crawl, shape, pages] = await Promise.all([
    getCrawl(context, ownerId, crawlId),
    getCrawlShape(context, ownerId, crawlId),
    listCrawlPages(context, ownerId, crawlId, {
      state: 'done',
      sortBy: 'score',
      sort: 'asc',
      perPage: rowsPerPage,
      start: { page: number },
    }),
  ]);
  const rows = isOwner ? pages.rows : pages.rows.map(redactCrawlPage);
  return {
    crawl,
    shape: isOwner ? shape : shape && redactShape(shape),
    pages: { ...pages, rows },
    number,
  };
}

async function showIssue(
  { context, params, rawQuery }: PageRequest<typeof issueParams>,
  page: PageContext,
  shared: SharedWebsite,
): Promise<ApiResponse> {
  const { isOwner, website } = shared;
  const { source, issues } = await sharedIssues(context, shared);
  const issue = issues.find(({ id, status }) => id === params.issue && status === 'found');
  if (source === null || issue === undefined) throw pageNotFound();
  const number = pageNumberOf(new URLSearchParams(rawQuery));
  const shown = findingsOnPage(issue, number);
  if (shown.rows.length === 0) throw pageNotFound();
  return pageResponse(
    200,
    <SharedIssuePage
      {...page}
      website={website}
      isOwner={isOwner}
      issue={issue}
      shown={{ ...shown, rows: await visibleFindings(context, shown.rows, isOwner) }}
      isCrawl={source.kind === 'crawl'}
      number={number}
    />,
  );
}

function passwordForm(page: PageContext, error?: string): ApiResponse {
  return pageResponse(403, <PasswordPage {...page} error={error} />, formHeaders);
}

/**
 * Who sends the request: the owner that the host's login returns, or who has signed in to the console. The login
 * is called only if the privacy of the website requires it.
 */
function visitorOf(request: PageRequest): Visitor {
  return {
    login: request.login ?? (async () => (await currentSession(request))?.ownerId),
    pass: (name) => cookieValues(request, name)[0],
  };
}

/** Checks a password that was sent to a protected page, and redirects to the page. */
async function openWithPassword(
  request: PageRequest,
  page: PageContext,
  found: Granted | PasswordRequired | undefined,
  path: string,
): Promise<ApiResponse> {
  if (found === undefined) throw pageNotFound();
  if (found.access === 'granted') return seeOther(path);
  const { context, clientAddress, signal } = request;
  const { ownerId, website } = found;
  const branded = await withBrand(page, request, ownerId);
  const [password, ...others] = (await request.form()).get('password') ?? [];
  if (typeof password !== 'string' || password === '' || others.length > 0) {
    return passwordForm(branded, text.password.empty);
  }
  const options = { clientAddress, signal: signal() };
  const pass = await createSharePass(context, ownerId, website, password, options);
  if (pass === undefined) return passwordForm(branded, text.password.wrong);
  const cookie = setCookie({
    name: sharePassName(website),
    value: pass.value,
    path: page.links.share,
    expiresAt: pass.expiresAt,
    secure: request.baseUrl().startsWith('https:'),
  });
  return seeOther(path, { 'set-cookie': cookie });
}

/** The shared pages. */
export const sharePages = [
  ...sharedPage({
    path: '/reports/:token',
    params: tokenParams,
    operation: 'SharedReport',
    summary: 'Show a shared report',
    openSummary: 'Open a report with a password',
    find: (context, { token }, visitor) => findSharedReport(context, token, visitor),
    show: showReport,
    link: ({ sharedReport }, { token }) => sharedReport(token),
  }),
  ...sharedPage({
    path: '/reports/:token/report.pdf',
    params: tokenParams,
    operation: 'SharedReportPdf',
    summary: 'Download a shared report as PDF',
    openSummary: 'Open the PDF of a report with a password',
    find: (context, { token }, visitor) => findSharedReport(context, token, visitor),
    show: downloadReport,
    link: ({ sharedReportPdf }, { token }) => sharedReportPdf(token),
  }),
  ...sharedPage({
    path: '/websites/:token',
    params: tokenParams,
    operation: 'SharedWebsite',
    summary: 'Show a shared website',
    openSummary: 'Open a website with a password',
    find: (context, { token }, visitor) => findSharedWebsite(context, token, visitor),
    show: showWebsite,
    link: ({ sharedWebsite }, { token }) => sharedWebsite(token),
  }),
  ...sharedPage({
    path: '/websites/:token/website.pdf',
    params: tokenParams,
    operation: 'SharedWebsitePdf',
    summary: 'Download a shared website as PDF',
    openSummary: 'Open the PDF of a website with a password',
    find: (context, { token }, visitor) => findSharedWebsite(context, token, visitor),
    show: downloadWebsite,
    link: ({ sharedWebsitePdf }, { token }) => sharedWebsitePdf(token),
  }),
  ...sharedPage({
    path: '/websites/:token/crawl.pdf',
    params: tokenParams,
    operation: 'SharedCrawlPdf',
    summary: 'Download the crawl of a shared website as PDF',
    openSummary: 'Open the PDF of a crawl with a password',
    find: (context, { token }, visitor) => findSharedWebsite(context, token, visitor),
    show: downloadCrawl,
    link: ({ sharedCrawlPdf }, { token }) => sharedCrawlPdf(token),
  }),
  ...sharedPage({
    path: '/websites/:token/issues',
    params: tokenParams,
    operation: 'SharedIssues',
    summary: 'Show the issues of a shared website',
    openSummary: 'Open the issues of a website with a password',
    find: (context, { token }, visitor) => findSharedWebsite(context, token, visitor),
    show: showIssues,
    link: ({ sharedIssues }, { token }) => sharedIssues(token),
  }),
  ...sharedPage({
    path: '/websites/:token/issues/:issue',
    params: issueParams,
    operation: 'SharedIssue',
    summary: 'Show an issue of a shared website',
    openSummary: 'Open an issue of a website with a password',
    find: (context, { token }, visitor) => findSharedWebsite(context, token, visitor),
    show: showIssue,
    link: ({ sharedIssues }, { token, issue }) => `${sharedIssues(token)}/${issue}`,
  }),
  ...sharedPage({
    path: '/compare/:from/:to',
    params: pairParams,
    operation: 'SharedComparison',
    summary: 'Compare two shared reports',
    openSummary: 'Open a comparison with a password',
    find: async (context, tokens, visitor) => {
      const found = await compareShared(context, tokens, visitor);
      return found?.access === 'granted' ? { ...found, ownerId: found.from.ownerId } : found;
    },
    show: (_request, page, { comparison }) =>
      pageResponse(200, <SharedComparisonPage {...page} comparison={comparison} />),
    link: ({ comparison }, { from, to }) => comparison(from, to),
  }),
  definePage({
    method: 'GET',
    path: '/websites/:token/badge.svg',
    params: tokenParams,
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
  const image = renderToString(<Badge {...website} />);
  return withBody(200, image, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': `public, max-age=${badgeMaxAge}`,
    'content-security-policy': "default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    etag: etagOf(image),
  });
}
