import { createHash } from 'node:crypto';
import type { Audit, EvaluatedCheck } from '../audit.ts';
import type { AuditFacts } from '../audit-facts.ts';
import type { Check } from '../checks/check.ts';
import { optionsOf } from '../checks/check.ts';
import { canonicalTarget } from '../checks/network/canonical-target.ts';
import { imagesBroken } from '../checks/network/images-broken.ts';
import { canonicalHttps } from '../checks/seo/canonical/canonical-https.ts';
import { canonicalOther } from '../checks/seo/canonical/canonical-other.ts';
import { linksBroken } from '../checks/seo/links/links-broken.ts';
import { linksRedirect } from '../checks/seo/links/links-redirect.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { isBroken } from '../probes/broken-urls.ts';
import { isGooglebotAllowed } from '../probes/linked-page.ts';
import type { CanonicalProbe, Probe, ProbeFacts, ProbeRoute } from '../probes/probe-facts.ts';
import { notRequested } from '../probes/probe-verdicts.ts';
import { isPermanent } from '../probes/prober.ts';
import { maySample } from '../probes/sample.ts';
import { isNotRequested } from '../probes/unrequested-samples.ts';
import { canonicalTagsOf } from '../readings/canonical-links.ts';
import { renderedOf } from '../readings/rendered-page.ts';
import type { CanonicalSample, PageSamples, SampledUrl } from '../report/page-outline.ts';
import { withSourcePosition } from '../scoring/rendered-evidence.ts';
import { isSampled, notSampledResult, toResult } from '../scoring/run-checks.ts';

/** What a crawl knows of the URLs of its site. */
export interface CrawlKnowledge {
  /** What a request for a page brings, with the redirects that it follows; `null` if unknown. */
  readonly pageOf: (url: string) => ProbeRoute | null;
  /** The same for an image. */
  readonly imageOf: (url: string) => ProbeRoute | null;
  /** Whether a page keeps itself out of Google's index; `null` if unknown. */
  readonly isNoindex: (url: string) => boolean | null;
  readonly robots: RobotsTxt;
  readonly userAgent: string;
}

/** The most characters of the canonical links that are kept, so that they need no separate limit. */
const maxCanonicalCharacters = 4_000;

/** What a report would request for the page, as far as its crawl may know it at its end. */
export function samplesOf(facts: AuditFacts): PageSamples {
  const { links, images, canonical } = facts.probes;
  const rendered = renderedOf(facts);
  const sampledUrl = (one: Sampled) => sampledUrlOf(one, rendered?.source.page ?? null);
  const ownLinks = links.sample.filter(({ own }) => own);
  const canonicalSample = isNotRequested(canonical) ? canonicalSampleOf(facts) : null;
  return {
    ...(ownLinks.some(({ probe }) => isNotRequested(probe)) && {
      links: { total: links.internal, urls: ownLinks.map(sampledUrl) },
    }),
    ...(images.sample.some(({ probe }) => isNotRequested(probe)) && {
      images: { total: images.total, urls: images.sample.map(sampledUrl) },
    }),
    ...(canonicalSample && { canonical: canonicalSample }),
  };
}

type Sampled = ProbeFacts['links' | 'images']['sample'][number];

/** @param source - The page as the server sent it, if the tag is of the page as scripts built it. */
function sampledUrlOf({ tag, own, probe }: Sampled, source: PageFacts | null): SampledUrl {
  const quote = { kind: 'html', text: tag.html, line: tag.line, column: tag.column } as const;
  const { line, column } = source === null ? tag : withSourcePosition(quote, source);
  const { html } = tag;
  const hidden = 'hidden' in tag && tag.hidden === 'all';
  const skipped = probe.kind !== 'response' && !isNotRequested(probe) ? probe.reason : null;
  return {
    url: probe.url,
    html,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(!own && { isForeign: true }),
    ...(hidden && { isHidden: true }),
    ...(skipped !== null && { skipped }),
  };
}

function canonicalSampleOf({ page, probes, response }: AuditFacts): CanonicalSample | null {
  if (probes.canonical === null) return null;
  const tags = canonicalTagsOf(page)
    .filter(({ attributes }) => attributes.length === 0)
    .map(({ tag }) => tag);
  const headers = (response.headers.get('link') ?? []).filter((line) => /canonical/i.test(line));
  const sample = { target: probes.canonical.url, tags, baseHref: page.baseHref, headers };
  return JSON.stringify(sample).length > maxCanonicalCharacters ? null : sample;
}

/**
 * The results of the checks about samples, by id: of those that read nothing but what the crawl knows. A check is
 * evaluated if a report has the same result, regardless of what is unknown; otherwise it does not apply.
 *
 * @param page - The final URL of the page.
 */
export function evaluateSamples(
  checks: readonly Check[],
  samples: PageSamples,
  known: CrawlKnowledge,
  page: string,
  now: Date,
): ReadonlyMap<string, EvaluatedCheck> {
  const results = new Map<string, EvaluatedCheck>();
  for (const check of checks) {
    const facts = factsFor(check, samples, known, page, now);
    if (facts === undefined) continue;
    results.set(
      check.id,
      facts === null
        ? notSampledResult(check)
        : toResult(check, check.run(facts, optionsOf(check)), isSampled(check, facts)),
    );
  }
  return results;
}

/**
 * The facts that a check reads, which are not all facts; `null` if the crawl does not know enough, `undefined` if
 * it is not about what the crawl knows. By its function: a ruleset may have another check with the same id.
 */
function factsFor(
  { run }: Check,
  { links, images, canonical }: PageSamples,
  known: CrawlKnowledge,
  page: string,
  now: Date,
): AuditFacts | null | undefined {
  switch (run) {
    case linksBroken.run:
    case linksRedirect.run: {
      if (links === undefined) return undefined;
      const sample = links.urls.map((sampled) => probed(sampled, known.pageOf));
      const isDecided = run === linksBroken.run ? isDecidedBy(sample) : isAllKnown(sample);
      return isDecided ? factsOf({ links: { internal: links.total, external: 0, sample } }) : null;
    }
    case imagesBroken.run: {
      if (images === undefined) return undefined;
      const sample = images.urls.map((sampled) => probed(sampled, known.imageOf));
      // A crawl requests few images: without a broken one, it knows little of those of a page.
      const isDecided = sample.some(isKnownBroken) && isDecidedBy(sample);
      return isDecided ? factsOf({ images: { total: images.total, sample } }) : null;
    }
    case canonicalTarget.run:
    case canonicalOther.run:
    case canonicalHttps.run: {
      if (canonical === undefined) return undefined;
      const probe = canonicalOf(canonical, known, page);
      return probe && canonicalFacts(canonical, probe, page, now);
    }
    default:
      return undefined;
  }
}

/** Checks read only what belongs to their samples. */
function factsOf(probes: Partial<Record<keyof ProbeFacts, unknown>>): AuditFacts {
  return { probes } as unknown as AuditFacts;
}

function canonicalFacts(
  { tags, baseHref, headers }: CanonicalSample,
  canonical: CanonicalProbe,
  page: string,
  now: Date,
): AuditFacts {
  return {
    page: { links: tags, langs: [], baseHref },
    response: { finalUrl: page, headers: new Map([['link', headers]]) },
    probes: { canonical },
    now,
  } as unknown as AuditFacts;
}

function probed(
  { url, html, line, column, isForeign, isHidden, skipped }: SampledUrl,
  routeOf: CrawlKnowledge['pageOf'],
): { readonly tag: object; readonly own: boolean; readonly probe: Probe } {
  const tag = { html, line, column, hidden: isHidden ? 'all' : 'no' };
  const own = isForeign !== true;
  if (skipped !== undefined) return { tag, own, probe: { kind: 'skipped', url, reason: skipped } };
  const route = routeOf(url);
  if (route === null) return { tag, own, probe: { kind: 'skipped', url, reason: notRequested } };
  const { finalUrl, status, redirects } = route;
  const moved = redirects.length > 0 && redirects.every(isPermanent);
  const rest = { contentType: null, bytes: null };
  return { tag, own, probe: { kind: 'response', url, finalUrl, status, moved, ...rest } };
}

type Probed = Pick<ReturnType<typeof probed>, 'own' | 'probe'>;

const isKnownBroken = (one: Probed): boolean => isBroken(one) === true;

function isAllKnown(sample: readonly Probed[]): boolean {
  return !sample.some(({ probe }) => isNotRequested(probe));
}

/**
 * Whether a check for broken URLs has the same status regardless of what is unknown, and at most a quarter of its
 * points depends on that.
 */
function isDecidedBy(sample: readonly Probed[]): boolean {
  const unknown = sample.filter(({ probe }) => isNotRequested(probe)).length;
  if (unknown === 0) return true;
  const broken = sample.filter(isKnownBroken).length;
  const all = sample.length;
  const isFail = 2 * broken >= all;
  const isWarn = broken > 0 && 2 * (broken + unknown) < all;
  return 4 * unknown <= all && (isFail || isWarn);
}

/** What a report finds at the target of the canonical link; `null` if unknown. */
function canonicalOf(
  { target }: CanonicalSample,
  { pageOf, isNoindex, robots, userAgent }: CrawlKnowledge,
  page: string,
): CanonicalProbe | null {
  const url = new URL(target);
  if (url.origin === new URL(page).origin && !maySample(robots, userAgent, url)) {
    return isGooglebotAllowed(robots, target) === false
      ? { kind: 'disallowed', url: target }
      : { kind: 'skipped', url: target, reason: 'robots_txt' };
  }
  const route = pageOf(target);
  if (route === null) return null;
  const isSuccess = route.status >= 200 && route.status < 300;
  const noindex = isSuccess ? isNoindex(route.finalUrl) : false;
  if (noindex === null) return null;
  const isSameOrigin = new URL(route.finalUrl).origin === url.origin;
  return {
    ...route,
    contentType: null,
    robotsHeaders: [],
    robotsMetas: noindex ? ['noindex'] : [],
    googlebotAllowed: isSameOrigin ? isGooglebotAllowed(robots, route.finalUrl) : null,
  };
}

/**
 * What pages are scored with until the crawl ends: that the links to the site work, since most do, so that few pages
 * change at the end. Readers do not see it ({@link withoutAssumptions}): with all checks evaluated, a check that passes
 * costs as little as one that does not apply.
 */
export function assumedKnowledge(
  origin: string,
  { robots, userAgent }: Pick<CrawlKnowledge, 'robots' | 'userAgent'>,
): CrawlKnowledge {
  return {
    pageOf: (url) => (isAssumedToWork(url, origin) ? workingUrl(url) : null),
    imageOf: () => null,
    isNoindex: () => null,
    robots,
    userAgent,
  };
}

function isAssumedToWork(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`);
}

function workingUrl(url: string): ProbeRoute {
  return { kind: 'response', url, finalUrl: url, status: 200, redirects: [] };
}

/** The same for pages where a check that passes makes others cost less: nothing is assumed. */
export function nothingAssumed({
  robots,
  userAgent,
}: Pick<CrawlKnowledge, 'robots' | 'userAgent'>) {
  const unknown = () => null;
  return { pageOf: unknown, imageOf: unknown, isNoindex: unknown, robots, userAgent };
}

/** A page of a crawl as it is stored. */
type StoredResults = Pick<Audit, 'checks' | 'categories'>;

/**
 * The results of a page before its crawl has evaluated what depends on other URLs, as readers see them: what was
 * assumed is not known.
 *
 * @param summary - Why it is not known.
 */
export function withoutAssumptions<Stored extends StoredResults>(
  stored: Stored,
  checks: readonly Check[],
  summary: string,
): Stored {
  const results = { ...stored.checks };
  const categories = { ...stored.categories };
  for (const { id, run } of checks) {
    const isAboutLinks = run === linksBroken.run || run === linksRedirect.run;
    const result = results[id];
    if (!isAboutLinks || result?.status !== 'pass') continue;
    const { category } = result;
    const counts = categories[category];
    results[id] = { ...result, status: 'na', summary, value: null, evidence: [], points: null };
    categories[category] = {
      ...counts,
      passed: counts.passed - 1,
      notApplicable: counts.notApplicable + 1,
    };
  }
  return { ...stored, checks: results, categories };
}

/** Whether what the crawl knows at its end may change the results of a page. */
export function isChangedBy(samples: PageSamples, known: CrawlKnowledge, page: string): boolean {
  const { links, images, canonical, revisedWith } = samples;
  if (revisedWith !== undefined) return knowledgeDigest(samples, known, page) !== revisedWith;
  const { origin } = new URL(page);
  const isAsAssumed = ({ url, skipped }: SampledUrl) => {
    if (skipped !== undefined) return true;
    const route = known.pageOf(url);
    if (route === null) return !isAssumedToWork(url, origin);
    return isAssumedToWork(url, origin) && route.status < 300 && route.redirects.length === 0;
  };
  if (links?.isUnassumed) return true;
  if (links?.urls.some((link) => !isAsAssumed(link))) return true;
  if (images?.urls.some((image) => isKnownBroken(probed(image, known.imageOf)))) return true;
  return canonical !== undefined && canonicalOf(canonical, known, page) !== null;
}

/** A hash of what a crawl knows of the URLs that a page refers to: what its results depend on, other than the page. */
export function knowledgeDigest(
  { links, images, canonical }: PageSamples,
  known: CrawlKnowledge,
  page: string,
): string {
  const routesOf = (urls: readonly SampledUrl[] = [], routeOf: CrawlKnowledge['pageOf']) =>
    urls.map(({ url, skipped }) => {
      const route = skipped === undefined ? routeOf(url) : null;
      return (
        route && [route.status, ...route.redirects.flatMap((one) => [one.status, one.location])]
      );
    });
  const knowledge = [
    routesOf(links?.urls, known.pageOf),
    routesOf(images?.urls, known.imageOf),
    canonical === undefined ? null : canonicalOf(canonical, known, page),
  ];
  return createHash('sha256').update(JSON.stringify(knowledge)).digest('base64url').slice(0, 16);
}
