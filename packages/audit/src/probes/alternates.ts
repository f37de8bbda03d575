import type { FetchedPage } from '../fetch/fetched.ts';
import type { CpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import type { LinkTagFact, PageFacts } from '../page/page-facts.ts';
import { isAlternate } from '../readings/alternate-link.ts';
import { readCanonicalLinks } from '../readings/canonical-links.ts';
import { parseLinkHeader } from '../readings/link-header.ts';
import { addNote } from '../readings/notes.ts';
import { comparableUrl, withoutTracking } from '../url/comparable-url.ts';
import { resolveUrl } from '../url/resolve-url.ts';
import { baseUrlOf, isWebUrl } from '../url/web-url.ts';
import { readLinkedPage } from './linked-page.ts';
import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import type { Alternate, ProbeFacts } from './probe-facts.ts';
import { spread } from './sample.ts';

/** Only a sample of the alternates is requested. */
const maxRequested = 5;

/** Parsing the URLs of 10,000 links at once would block the event loop. */
const sliceMs = 2;

/** Limits the total length of the URLs that are parsed. */
const maxUrlCharacters = 1_000_000;

/** Only the first codes of an alternate are kept. */
const maxCodes = 25;

/** Requests a sample of the hreflang targets, and checks whether they link back to this page. */
export async function probeAlternates(context: ProbeContext): Promise<ProbeFacts['alternates']> {
  const { prober, page, response, site, cpu } = context;
  // Alternates may link to the canonical URL of this page instead.
  const pageUrls = new Set([
    comparableUrl(new URL(response.url)),
    comparableUrl(site),
    withoutTracking(comparableUrl(site)),
    ...readCanonicalLinks(context).flatMap(({ url }) => url ?? []),
  ]);
  const inHead = page.links.filter((link) => link.inHead);
  const named = await alternatesOf({ links: inHead, baseHref: page.baseHref }, response, cpu);
  if (named.isCut) addNote(page, 'some hreflang links are not sampled: they are too long');
  const others = [...named.all]
    .filter(([key]) => !pageUrls.has(key))
    .map(([, alternate]) => alternate);

  const request = async (alternate: Alternate) => {
    const url = new URL(alternate.url);
    const blocked = await blockedByRobots(context, url);
    if (blocked !== null) return { ...alternate, probe: blocked };
    const robots = url.origin === site.origin ? context.robots : null;
    const read = await readLinkedPage(prober, url, robots, context);
    if (read.kind !== 'response') return { ...alternate, probe: read };
    const { page: other, fetched, complete } = read;
    const back = other && (await alternatesOf(other, fetched, cpu));
    const found = back !== null && [...back.all.keys()].some((key) => pageUrls.has(key));
    const returns = found ? true : back !== null && complete && !back.isCut ? false : null;
    return { ...alternate, probe: { ...read.linked, returns } };
  };
  return {
    total: others.length,
    sample: await Promise.all(spread(others, maxRequested).map(request)),
  };
}

/** The targets of the hreflang links in a page and its headers, by {@link comparableUrl}. */
async function alternatesOf(
  page: Pick<PageFacts, 'links' | 'baseHref'>,
  response: Pick<FetchedPage, 'finalUrl' | 'headers'>,
  cpu: CpuAccount,
): Promise<{ readonly all: ReadonlyMap<string, Alternate>; readonly isCut: boolean }> {
  const slices = takeSlices(sliceMs, cpu);
  const alternates = new Map<string, Alternate & { readonly hreflangs: string[] }>();
  let remaining: number = maxUrlCharacters;
  for (const { hreflang, href, base, tag } of linksOf(page, response)) {
    if (remaining <= 0) break;
    if (slices.isOver()) await slices.next();
    if (href.trim() === '' || hreflang.trim() === '') continue;
    const resolved = resolveUrl(href, base);
    remaining -= resolved?.length ?? href.length;
    if (resolved === null || resolved.shortened) continue;
    const { url } = resolved;
    if (!isWebUrl(url)) continue;
    url.hash = '';
    const key = comparableUrl(url);
    const known = alternates.get(key) ?? { hreflangs: [], url: url.href, tag };
    alternates.set(key, known);
    if (known.hreflangs.length < maxCodes) known.hreflangs.push(codeOf(hreflang));
  }
  return { all: alternates, isCut: remaining <= 0 };
}

function* linksOf(
  page: Pick<PageFacts, 'links' | 'baseHref'>,
  { finalUrl, headers }: Pick<FetchedPage, 'finalUrl' | 'headers'>,
) {
  const base = baseUrlOf(page.baseHref, finalUrl).href;
  for (const tag of page.links) {
    const { href, hreflang, type } = tag;
    if (!isAlternate(tag) || href === null || hreflang === null) continue;
    // Links to feeds can have hreflang, too.
    if (type?.trim() && !/html/i.test(type)) continue;
    yield { hreflang, href, base, tag: tag as LinkTagFact | null };
  }
  for (const line of headers.get('link') ?? []) {
    for (const { target, parameters } of parseLinkHeader(line)) {
      const rel = (parameters.get('rel') ?? '').toLowerCase().split(/\s/);
      if (!rel.includes('alternate') || parameters.has('anchor')) continue;
      yield { hreflang: parameters.get('hreflang') ?? '', href: target, base: finalUrl, tag: null };
    }
  }
}

function codeOf(hreflang: string): string {
  return hreflang.trim().toLowerCase().slice(0, 40).toWellFormed();
}
