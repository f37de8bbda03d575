import {
  type Analysis,
  type AnalysisOptions,
  openAnalysis,
  readFetched,
  readUrls,
} from './analysis.ts';
import type { Audit, EvaluatedCheck, PageSummary } from './audit.ts';
import type { AuditFacts } from './audit-facts.ts';
import { type Connections, createConnections } from './fetch/connections.ts';
import { fetchPage } from './fetch/fetch-page.ts';
import type { FetchedHead } from './fetch/fetched.ts';
import type { Network } from './fetch/network.ts';
import type { Target } from './fetch/parse-target.ts';
import { createSiteHeaders } from './fetch/site-headers.ts';
import { outlinePage } from './outline-page.ts';
import type { PageOutline } from './page-outline.ts';
import { createProber } from './probes/prober.ts';
import { runProbes } from './probes/run-probes.ts';
import { notesOn } from './readings/notes.ts';
import { searchResultOf } from './readings/search-result.ts';
import { servedPageOf } from './readings/served-page.ts';
import { socialCardOf } from './readings/social-card.ts';
import { readStructuredData } from './readings/structured-data/read-structured-data.ts';
import { titleOf } from './readings/title.ts';
import type { Ruleset } from './ruleset.ts';
import { type RunChecksOptions, runChecks } from './run-checks.ts';
import { scoreResults } from './score.ts';
import { requestSite, type SiteFacts } from './site-facts.ts';

/** The facts of a page that a report shows without checks; its notes once the checks have run. */
export function summarizePage(facts: AuditFacts): PageSummary {
  const { page, urls, response } = facts;
  const isShown = servedPageOf(facts).kind === 'page';
  return {
    language: page.html?.lang?.trim() || null,
    charset: page.charset.name,
    contentType: response.headers.get('content-type')?.at(-1) ?? null,
    searchResult: isShown ? searchResultOf(page, response.finalUrl) : null,
    socialCard: isShown ? socialCardOf(page, response.finalUrl) : null,
    transferBytes: response.transferBytes,
    htmlBytes: page.bytes,
    timeToFirstByteMs: response.timings.firstByteMs,
    fetchMs: response.timings.totalMs,
    redirects: response.redirects,
    counts: {
      words: page.words,
      links: page.anchors.filter(({ href }) => href !== null).length,
      images: page.images.length,
      headings: page.headings.length,
      elements: page.elements,
    },
    notes: [...page.notes, ...urls.notes, ...notesOn(page)],
  };
}

/** Options of {@link auditPage}. */
export interface AuditOptions extends Omit<AnalysisOptions, 'siteHeaders'>, RunChecksOptions {
  readonly network: Network;
  /**
   * Open connections of `network`, for pages of one owner. The caller closes them. By default, the page has
   * connections of its own, which are closed after it.
   */
  readonly connections?: Connections;
  /**
   * Facts of a site, which are then not requested again for its pages. They are ignored if the page is on, or
   * redirects to, another origin. By default, they are requested for this page.
   */
  readonly siteFacts?: SiteFacts;
  readonly now: () => Date;
  /** Creates the random path for the check of missing pages. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly ruleset: Ruleset;
  readonly expectIndexable: boolean;
  /** Whether the page is requested again as an AI assistant and as a browser. Default: `false`. */
  readonly compareUserAgents?: boolean;
  /**
   * Headers by name, sent only to the origin of the target. If the page redirects to another origin, no later
   * request has them. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An analysed page, with what issues across pages need of it. */
export interface AuditedPage {
  readonly audit: Audit;
  readonly outline: PageOutline;
  /** Whether the server showed the page, not a refusal or a placeholder in its place. */
  readonly isShown: boolean;
}

/**
 * Analyses a page: fetches the page, robots.txt, sitemaps and samples, reads the page
 * into facts, runs the checks and scores them. Stores nothing.
 *
 * The page must be fetched and read within `limits.totalMs`. Later responses are ignored. Checks then have
 * up to `limits.cpuMs`.
 *
 * @throws SitegradeError if the page cannot be fetched or a limit is exceeded.
 */
export async function auditPage(target: Target, options: AuditOptions): Promise<AuditedPage> {
  const { network, randomBytes } = options;
  const { origin } = target.url;
  const siteHeaders = createSiteHeaders(origin, options.headers ?? {});
  const connections = options.connections ?? createConnections(network);
  const analysis = openAnalysis(connections, { ...options, siteHeaders });
  const { fetcher, cpu, memory } = analysis;
  try {
    const prober = createProber(fetcher);
    const requesting = { fetcher, prober, userAgent: network.userAgent, randomBytes, cpu };
    let onHead = (_head: FetchedHead) => {};
    const head = new Promise<FetchedHead>((resolve) => {
      onHead = (received) => {
        if (new URL(received.finalUrl).origin !== origin) siteHeaders.stop();
        resolve(received);
      };
    });
    const onSize = (bytes: number) => memory?.receive(bytes);
    const readingPage = fetchPage(fetcher, target, { onSize, onHead }).then((fetched) =>
      readFetched(fetched, analysis),
    );
    const requested = requestSite(target.url, head, options.siteFacts, requesting);
    // It is awaited after the page, and not at all if the page cannot be read.
    requested.catch(() => {});
    const { page, response } = await readingPage;
    const urls = await readUrls(page, response, analysis);
    const site = await requested;
    const robots = await site.robots;
    const [sitemap, probes] = await Promise.all([
      site.sitemap,
      runProbes({
        ...requesting,
        prober: prober.again(),
        page,
        urls,
        response,
        robots,
        site: site.probes,
        favicon: site.favicon,
        compareUserAgents: options.compareUserAgents ?? false,
      }),
      readStructuredData(page, cpu),
    ]);
    analysis.signal.throwIfAborted();
    const facts = { page, urls, response, robots, sitemap, probes, now: options.now() };
    return await auditFacts(facts, analysis, options);
  } finally {
    analysis.close();
    if (options.connections === undefined) await connections.close();
  }
}

/** Runs the checks on the facts of a page, and scores them. */
export async function auditFacts(
  facts: AuditFacts,
  { cpu, signal }: Pick<Analysis, 'cpu' | 'signal'>,
  options: Pick<AuditOptions, 'ruleset' | 'expectIndexable' | 'onCheckFailed' | 'onCheck'> & {
    /** Changes results before they are scored. */
    readonly revise?: (
      results: ReadonlyMap<string, EvaluatedCheck>,
    ) => ReadonlyMap<string, EvaluatedCheck>;
  },
): Promise<AuditedPage> {
  const { ruleset, revise = (results) => results } = options;
  const { page, response } = facts;
  const results = revise(await runChecks(ruleset.checks, facts, { ...options, cpu }));
  signal.throwIfAborted();
  const audit: Audit = {
    url: response.url,
    finalUrl: response.finalUrl,
    httpStatus: response.status,
    title: titleOf(page)?.text ?? null,
    rulesetVersion: ruleset.version,
    ...scoreResults(ruleset.checks, results, options),
    page: summarizePage(facts),
  };
  const outline = await outlinePage(facts, audit.checks, cpu);
  signal.throwIfAborted();
  return { audit, outline, isShown: servedPageOf(facts).kind === 'page' };
}
