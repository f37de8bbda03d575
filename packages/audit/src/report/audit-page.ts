import {
  type Analysis,
  type AnalysisOptions,
  openAnalysis,
  readUrls,
} from '../analysis/analysis.ts';
import type { Audit, EvaluatedCheck, PageSummary } from '../audit.ts';
import type { AuditFacts, PageForm, RenderingFacts } from '../audit-facts.ts';
import { measureSpeed, type SpeedWithFilm } from '../browser/measure-speed.ts';
import { type RenderFailed, renderPage } from '../browser/render-page.ts';
import {
  type Connections,
  createConnections,
  requestsAlone,
  requestsPerHost,
} from '../fetch/connections.ts';
import { fetchPage } from '../fetch/fetch-page.ts';
import type { FetchedHead, FetchedPage } from '../fetch/fetched.ts';
import type { Network } from '../fetch/network.ts';
import type { Target } from '../fetch/parse-target.ts';
import { createSiteHeaders } from '../fetch/site-headers.ts';
import { createProber, limitPerHost } from '../probes/prober.ts';
import { runProbes } from '../probes/run-probes.ts';
import type { ReportShare } from '../probes/shared-results.ts';
import { loadedWeightOf } from '../readings/loaded-weight.ts';
import { needsRendering } from '../readings/needs-rendering.ts';
import { notesOn } from '../readings/notes.ts';
import { renderDifferencesOf } from '../readings/render-differences.ts';
import { builtFactsOf, sourceFactsOf } from '../readings/rendered-page.ts';
import { searchResultOf } from '../readings/search-result.ts';
import { servedPageOf } from '../readings/served-page.ts';
import { socialCardOf } from '../readings/social-card.ts';
import { readStructuredData } from '../readings/structured-data/read-structured-data.ts';
import { titleOf } from '../readings/title.ts';
import type { Renderer } from '../render/renderer.ts';
import { type RenderingSummary, type RenderMode, renderFailureText } from '../render/rendering.ts';
import type { SpeedSummary } from '../render/speed.ts';
import type { Ruleset } from '../scoring/ruleset.ts';
import { cleanText, type RunChecksOptions, runChecks } from '../scoring/run-checks.ts';
import { scoreResults } from '../scoring/score.ts';
import { maxUrlLength } from '../url/web-url.ts';
import { readFollowed } from './follow-refresh.ts';
import { outlinePage } from './outline-page.ts';
import type { PageOutline } from './page-outline.ts';
import { type FieldDataOptions, requestFieldData, watchAddresses } from './request-field-data.ts';
import { requestSite } from './site-facts.ts';

/** The facts of a page that a report shows without checks; its notes once the checks have run. */
export function summarizePage(facts: AuditFacts): PageSummary {
  const { response } = facts;
  const { page: source } = sourceFactsOf(facts);
  // Search engines run scripts; messengers and social networks do not.
  const { page, urls } = builtFactsOf(facts);
  const isShown = servedPageOf(sourceFactsOf(facts)).kind === 'page';
  const rendering = renderingSummaryOf(facts);
  const speed = speedSummaryOf(facts);
  return {
    language: page.html?.lang?.trim() || null,
    charset: source.charset.name,
    contentType: response.headers.get('content-type')?.at(-1) ?? null,
    searchResult: isShown ? searchResultOf(page, response.finalUrl) : null,
    socialCard: isShown ? socialCardOf(source, response.finalUrl) : null,
    transferBytes: response.transferBytes,
    htmlBytes: source.bytes,
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
    notes: [...new Set([...page.notes, ...urls.notes, ...notesOn(page), ...notesOn(source)])],
    ...(rendering !== null && { rendering }),
    ...(speed !== null && { speed }),
    ...(facts.fieldData !== null && { fieldData: facts.fieldData }),
  };
}

/** What a report says about the speed of its page; `null` if it was not measured. */
function speedSummaryOf({ speed }: AuditFacts): SpeedSummary | null {
  return speed && cleanTexts(speed);
}

/** Plain JSON whose texts are those of a page, made fit for storing. */
function cleanTexts<Value>(value: Value): Value {
  const clean = (part: unknown): unknown => {
    if (typeof part === 'string') return cleanText(part, maxUrlLength);
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(clean);
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(value) as Value;
}

/** What a report says about the rendering of its page; `null` if it was not rendered. */
function renderingSummaryOf(facts: AuditFacts): RenderingSummary | null {
  const { rendering } = facts;
  if (rendering === null) return null;
  if (rendering.kind === 'failed') {
    const { reason } = rendering;
    return { status: 'failed', reason, message: renderFailureText(reason) };
  }
  const { finalUrl, ms, requests, isBusy, scriptErrors } = rendering;
  return {
    status: 'rendered',
    finalUrl: cleanText(finalUrl, maxUrlLength),
    ms,
    isBusy,
    requests: requests.length,
    scriptErrors: scriptErrors.slice(0, 10).map((text) => cleanText(text, maxErrorLength)),
    differences: renderDifferencesOf(facts),
    weight: cleanTexts(loadedWeightOf(rendering)),
    cookies: cleanTexts(rendering.cookies),
  };
}

/** Characters of an error of a script that a report keeps. */
const maxErrorLength = 300;

/** Options of {@link auditPage}. */
export interface AuditOptions
  extends Omit<AnalysisOptions, 'siteHeaders'>,
    RunChecksOptions,
    FieldDataOptions {
  readonly network: Network;
  /**
   * Open connections of `network`, for pages of one owner. The caller closes them. By default, the page has
   * its own connections, which are closed after it. With others, no field data is requested: it is not known whether
   * their addresses are public.
   */
  readonly connections?: Connections;
  /**
   * Lets the report share results of robots.txt, links and others with those of its batch. The signal aborts when the
   * report ends. It is ignored if there are `headers`. Default: the report requests everything itself.
   */
  readonly joinBatch?: ((signal: AbortSignal) => ReportShare) | undefined;
  readonly now: () => Date;
  /** Creates the random path for the check of missing pages. */
  readonly randomBytes: (size: number) => Uint8Array;
  readonly ruleset: Ruleset;
  readonly expectIndexable: boolean;
  /** Whether the page is requested again as an AI assistant, a browser and a phone. Default: `false`. */
  readonly compareUserAgents?: boolean;
  /**
   * Headers by name, sent only to the origin of the target. If the page redirects to another origin, no later
   * request has them. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether no one waits for the report: it then requests each host as if it were not alone there. Default: `false`. */
  readonly isBackground?: boolean | undefined;
  /** Renders pages in a browser. Default: none, and no page is rendered. */
  readonly renderer?: Renderer | undefined;
  /** Which pages are rendered. Default: `auto`. */
  readonly render?: RenderMode | undefined;
  /** Whether a page that is rendered or measured is pictured. Default: `false`. */
  readonly screenshot?: boolean | undefined;
  /** How many times the speed of the page is measured with `renderer`. Default: 0. */
  readonly speedRuns?: number | undefined;
  /** Called when a page cannot be rendered or measured. It must not throw. */
  readonly onRenderFailed?: ((failure: RenderFailed) => void) | undefined;
}

/** An analysed page, with what issues across pages need of it. */
export interface AuditedPage {
  readonly audit: Audit;
  readonly outline: PageOutline;
  /** Whether the server showed the page, not a refusal or a placeholder in its place. */
  readonly isShown: boolean;
  /** A picture of the page on the screen of a phone, as JPEG; `null` without one. */
  readonly screenshot: Uint8Array | null;
  /** What it showed while it was loaded, as JPEG, at the times that `audit.page.speed` has. */
  readonly film: readonly Uint8Array[];
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
  const { network, randomBytes, headers: ownHeaders = {} } = options;
  const { origin } = target.url;
  const siteHeaders = createSiteHeaders(origin, ownHeaders);
  const watched = watchAddresses(network);
  const alone = options.isBackground ? requestsPerHost : requestsAlone;
  const connections = options.connections ?? createConnections(watched.network, alone);
  const analysis = openAnalysis(connections, { ...options, siteHeaders });
  const { fetcher, cpu, memory } = analysis;
  try {
    const hasHeaders = Object.keys(ownHeaders).length > 0;
    const joined = hasHeaders ? undefined : options.joinBatch?.(analysis.signal);
    const withSlot = limitPerHost(connections.atOnce);
    const prober = createProber(fetcher, undefined, withSlot, joined?.share);
    const requesting = { fetcher, prober, userAgent: network.userAgent, randomBytes, cpu };
    let onHead = (_head: FetchedHead) => {};
    const head = new Promise<FetchedHead>((resolve) => {
      onHead = (received) => {
        if (new URL(received.finalUrl).origin !== origin) siteHeaders.stop();
        resolve(received);
      };
    });
    const onSize = (bytes: number) => memory?.receive(bytes);
    const visitsOf = (head: Promise<FetchedHead>) =>
      requestFieldData(options, {
        head,
        hasHeaders,
        isPublic: () => options.connections === undefined && watched.isPublic(),
        signal: analysis.signal,
        now: options.now,
      });
    let visits = visitsOf(head);
    const fetching = fetchPage(fetcher, target, { onSize, onHead });
    let requested = requestSite(target.url, head, requesting);
    // It is awaited after the page, and not at all if the page cannot be read.
    requested.catch(() => {});
    const fetched = await fetching;
    const { page, response } = await readFollowed(fetched, analysis, (url) =>
      fetchPage(fetcher, { url, schemeAssumed: false }, { onSize, onHead }),
    );
    if (response.finalUrl !== fetched.finalUrl) {
      const followed = Promise.resolve(response);
      visits = visitsOf(followed);
      if (new URL(response.finalUrl).origin !== new URL(fetched.finalUrl).origin) {
        requested = requestSite(new URL(response.finalUrl), followed, requesting);
        requested.catch(() => {});
      }
    }
    const urls = await readUrls(page, response, analysis);
    const source = { page, urls };
    const inBrowser = {
      ...options,
      connections,
      headers: new URL(response.finalUrl).origin === origin ? ownHeaders : {},
    };
    const { rendering, screenshot } = await renderIfWanted(source, response, analysis, inBrowser);
    const built = rendering?.kind === 'rendered' ? rendering.built : source;
    const site = await requested;
    const robots = await site.robots;
    const [sitemap, probes] = await Promise.all([
      site.sitemap,
      runProbes({
        ...requesting,
        prober: prober.again(),
        ...built,
        response,
        robots,
        site: site.probes,
        favicon: null,
        compareUserAgents: options.compareUserAgents ?? false,
      }),
      readStructuredData(page, cpu),
    ]);
    analysis.signal.throwIfAborted();
    // After all other requests, which would slow the page down.
    const measured = await measureIfWanted(source, response, analysis, inBrowser);
    const { speed, film } = measured ?? { speed: null, film: [] };
    // It may take longer than the analysis, but not make it fail.
    const fieldData = await visits.finish().finally(analysis.pause());
    analysis.signal.throwIfAborted();
    const form = { page, urls, rendering, speed, fieldData };
    const facts = { ...form, response, robots, sitemap, probes, now: options.now() };
    const audited = await auditFacts(facts, analysis, options);
    const oldestSharedAt = joined?.oldestAt()?.toISOString();
    if (oldestSharedAt === undefined) return { ...audited, screenshot, film };
    const { audit } = audited;
    return {
      ...audited,
      audit: { ...audit, page: { ...audit.page, oldestSharedAt } },
      screenshot,
      film,
    };
  } finally {
    analysis.close();
    if (options.connections === undefined) await connections.close();
  }
}

/** Which pages are rendered and measured, and how. */
interface RenderingOptions
  extends Pick<
    AuditOptions,
    'renderer' | 'render' | 'screenshot' | 'speedRuns' | 'onRenderFailed'
  > {
  readonly connections: Connections;
  /** For requests to the origin of the page only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a script may lead to a URL of the same site. Default: to all. */
  readonly isNavigationAllowed?: (url: URL) => boolean;
}

/** Renders a page if that is wanted; pages that the server did not show are not. */
export async function renderIfWanted(
  source: PageForm,
  response: FetchedPage,
  analysis: Analysis,
  options: RenderingOptions,
): Promise<{ readonly rendering: RenderingFacts | null; readonly screenshot: Uint8Array | null }> {
  const { renderer, render = 'auto', screenshot = false, speedRuns = 0 } = options;
  const {
    connections,
    headers,
    isNavigationAllowed = () => true,
    onRenderFailed = () => {},
  } = options;
  const isWanted =
    renderer !== undefined &&
    render !== 'off' &&
    servedPageOf({ ...source, response }).kind === 'page' &&
    (render === 'always' || needsRendering(source.page));
  if (!isWanted) return { rendering: null, screenshot: null };
  return await renderPage(response.finalUrl, source, {
    renderer,
    analysis,
    connections,
    headers,
    screenshot,
    speedRuns,
    onRenderFailed,
    isNavigationAllowed,
  });
}

/** Measures the speed of a page if that is wanted; not that of what a server shows in its place. */
async function measureIfWanted(
  source: PageForm,
  response: FetchedPage,
  analysis: Analysis,
  options: RenderingOptions,
): Promise<SpeedWithFilm | null> {
  const { renderer, speedRuns = 0, screenshot = false, connections, headers } = options;
  const { isNavigationAllowed = () => true, onRenderFailed = () => {} } = options;
  const url = response.finalUrl;
  if (renderer === undefined || speedRuns === 0) return null;
  if (servedPageOf({ ...source, response }).kind !== 'page') return null;
  const resume = analysis.pause();
  const measured = await measureSpeed(url, {
    renderer,
    analysis,
    connections,
    headers,
    isNavigationAllowed,
    runs: speedRuns,
    film: screenshot,
    onFailed: (failure) => onRenderFailed({ url, ...failure }),
  }).finally(resume);
  analysis.signal.throwIfAborted();
  return measured;
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
): Promise<Omit<AuditedPage, 'screenshot' | 'film'>> {
  const { ruleset, revise = (results) => results } = options;
  const { response } = facts;
  const built = builtFactsOf(facts);
  const results = revise(await runChecks(ruleset.checks, facts, { ...options, cpu }));
  signal.throwIfAborted();
  const audit: Audit = {
    url: response.url,
    finalUrl: response.finalUrl,
    httpStatus: response.status,
    title: titleOf(built.page)?.text ?? null,
    rulesetVersion: ruleset.version,
    ...scoreResults(ruleset.checks, results, options),
    page: summarizePage(facts),
  };
  const outline = await outlinePage(built, audit, cpu);
  signal.throwIfAborted();
  return { audit, outline, isShown: servedPageOf(sourceFactsOf(facts)).kind === 'page' };
}
