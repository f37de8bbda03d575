import { openAnalysis, readFetched, readUrls } from '../analysis/analysis.ts';
import type { Audit } from '../audit.ts';
import type { Check } from '../checks/check.ts';
import { createConnections } from '../fetch/connections.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import { noLastmods } from '../fetch/sitemap/collect-lastmods.ts';
import type { SitemapFacts } from '../fetch/sitemap/sitemap-facts.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { notRequested } from '../probes/probe-verdicts.ts';
import { createSilentProber } from '../probes/prober.ts';
import { runProbes } from '../probes/run-probes.ts';
import { probeSite } from '../probes/site-probes.ts';
import { canonicalTagsOf } from '../readings/canonical-links.ts';
import { readStructuredData } from '../readings/structured-data/read-structured-data.ts';
import { toResult } from '../scoring/run-checks.ts';
import { webUrl } from '../url/web-url.ts';
import { type AuditOptions, auditFacts } from './audit-page.ts';

/** Options of {@link auditHtml}. */
export interface AuditHtmlOptions
  extends Pick<
    AuditOptions,
    | 'network'
    | 'now'
    | 'ownerId'
    | 'memory'
    | 'signal'
    | 'ruleset'
    | 'expectIndexable'
    | 'randomBytes'
    | 'onCheckFailed'
  > {
  /** Where the page is, or will be; `null` for the URL that its canonical link names. */
  readonly url: URL | null;
}

/** Of pages that do not say where they are: a name that never exists (RFC 6761 §6.4). */
const unknownUrl = new URL('https://page.invalid/');

/**
 * Checks HTML that was not fetched, and requests nothing: checks of headers, of the site and of what is requested
 * in addition to the page do not apply.
 *
 * @throws SitegradeError `page_too_large`, or if another limit is exceeded.
 */
export async function auditHtml(html: string, options: AuditHtmlOptions): Promise<Audit> {
  const { network, ruleset, randomBytes } = options;
  const body = new TextEncoder().encode(html);
  if (body.length > network.limits.decodedBytes) throw fetchError('body_decoded_too_large');
  // No connection is opened.
  const connections = createConnections(network);
  const analysis = openAnalysis(connections, options);
  const { cpu } = analysis;
  try {
    analysis.memory?.receive(body.length);
    const given = (options.url ?? unknownUrl).href;
    const fetched = await readFetched(
      {
        url: given,
        finalUrl: given,
        status: 200,
        redirects: [],
        body,
        headers: new Map([['content-type', ['text/html; charset=utf-8']]]),
        transferBytes: body.length,
        timings: { firstByteMs: 0, totalMs: 0 },
      },
      analysis,
    );
    const { page } = fetched;
    const url = options.url ?? canonicalOf(page);
    const { href } = url ?? unknownUrl;
    const response = { ...fetched.response, url: href, finalUrl: href };
    const urls = await readUrls(page, response, analysis);
    const prober = createSilentProber();
    const robots = { kind: 'unknown', reason: notRequested } as const;
    const requesting = { prober, userAgent: network.userAgent, cpu };
    const site = probeSite({
      ...requesting,
      response,
      randomBytes,
      robots: Promise.resolve(robots),
    });
    const [probes] = await Promise.all([
      runProbes({ ...requesting, page, urls, response, robots, site, favicon: null }),
      readStructuredData(page, cpu),
    ]);
    const facts = {
      page,
      urls,
      response,
      robots,
      probes,
      sitemap: noSitemap,
      now: options.now(),
      rendering: null,
      speed: null,
      fieldData: null,
    };
    const left = new Set(
      ruleset.checks.filter((check) => needsServer(check) || (url === null && ofUrl.has(check.id))),
    );
    const { audit } = await auditFacts(facts, analysis, {
      ...options,
      revise: (results) => {
        const notChecked = [...left].map((check) => [check.id, toResult(check, notShown)] as const);
        return new Map([...results, ...notChecked]);
      },
    });
    return audit;
  } finally {
    analysis.close();
    await connections.close();
  }
}

/** The canonical URL of a page, if it is absolute. */
function canonicalOf(page: PageFacts): URL | null {
  const hrefs = canonicalTagsOf(page).map(({ tag }) => tag.href?.trim() ?? '');
  return hrefs.map((href) => webUrl(href)).find((url) => url !== null) ?? null;
}

const notShown = {
  status: 'na',
  summary: 'Not checked: only the HTML was given, which does not show it.',
} as const;

/** Whether a check is about more than the HTML: the response, the site, or other requests than the page. */
function needsServer({ id, about, isAboutServer, samples = [] }: Check): boolean {
  return about !== undefined || isAboutServer === true || samples.length > 0 || ofSite.has(id);
}

/** Others that read the status, a header, robots.txt or sitemaps. */
const ofSite: ReadonlySet<string> = new Set([
  'ai-search-crawlers',
  'ai-training-crawlers',
  'ai-user-agents',
  'archive-crawlers',
  'content-type',
  'http-status',
  'indexable-header',
  'indexable-robots-txt',
  'not-found-status',
  'redirects',
  'sitemap-contains-url',
]);

/** Those that compare the page with its URL, which is not always known. */
const ofUrl: ReadonlySet<string> = new Set([
  'hreflang-self',
  'hreflang-vs-lang',
  'og-url',
  'url-format',
]);

const noSitemap: SitemapFacts = {
  kind: 'unknown',
  files: [],
  unread: 0,
  urls: 0,
  listsPage: null,
  lastmods: noLastmods,
  pageLastmod: null,
  pageVersions: [],
  problems: [],
  problemCount: 0,
};
