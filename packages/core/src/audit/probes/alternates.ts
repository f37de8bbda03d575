import type { CpuAccount } from '../cpu-account.ts';
import type { FetchedPage } from '../fetch/fetched.ts';
import type { LinkTagFact, PageFacts } from '../page/page-facts.ts';
import { readCanonicalLinks } from '../readings/canonical-links.ts';
import { parseLinkHeader } from '../readings/link-header.ts';
import { takeSlices } from '../time-slices.ts';
import { comparableUrl, withoutTracking } from '../url/comparable-url.ts';
import { resolveUrl } from '../url/resolve-url.ts';
import { baseUrlOf, isWebUrl } from '../url/web-url.ts';
import { readNamedPage } from './named-page.ts';
import { type ProbeContext, refusalOf } from './probe-context.ts';
import type { Alternate, ProbeFacts } from './probe-facts.ts';
import { spread } from './sample.ts';

/** Alternates that are read. */
const most = 5;

/** A page can have ten thousand links, and parsing a URL takes its time. */
const sliceMs = 2;

/** Characters of the URLs that are looked at: of far more than five that are read. */
const mostCharacters = 1_000_000;

/** Codes that are kept of one alternate. */
const mostCodes = 25;

/** Reads some of the pages that hreflang links name, and looks whether they name this one. */
export async function probeAlternates(context: ProbeContext): Promise<ProbeFacts['alternates']> {
  const { prober, page, response, site, cpu } = context;
  // The page may be a copy, whose other languages name the original.
  const own = new Set([
    comparableUrl(new URL(response.url)),
    comparableUrl(site),
    withoutTracking(comparableUrl(site)),
    ...readCanonicalLinks(context).flatMap(({ url }) => url ?? []),
  ]);
  const inHead = page.links.filter((link) => link.inHead);
  const named = await alternatesOf({ links: inHead, baseHref: page.baseHref }, response, cpu);
  const others = [...named].filter(([key]) => !own.has(key)).map(([, alternate]) => alternate);

  const ask = async (alternate: Alternate) => {
    const url = new URL(alternate.url);
    const refusal = await refusalOf(context, url);
    if (refusal !== null) return { ...alternate, probe: refusal };
    const robots = url.origin === site.origin ? context.robots : null;
    const read = await readNamedPage(prober, url, robots, context);
    if (read.kind !== 'answered') return { ...alternate, probe: read };
    const { page: other, fetched, complete } = read;
    const found =
      other !== null &&
      [...(await alternatesOf(other, fetched, cpu)).keys()].some((key) => own.has(key));
    const returns = found ? true : other !== null && complete ? false : null;
    return { ...alternate, probe: { ...read.named, returns } };
  };
  return { total: others.length, sample: await Promise.all(spread(others, most).map(ask)) };
}

/** The pages that hreflang links of a page and of its headers name, by {@link comparableUrl}. */
async function alternatesOf(
  page: Pick<PageFacts, 'links' | 'baseHref'>,
  response: Pick<FetchedPage, 'finalUrl' | 'headers'>,
  cpu: CpuAccount,
): Promise<ReadonlyMap<string, Alternate>> {
  const slices = takeSlices(sliceMs, cpu);
  const alternates = new Map<string, Alternate & { readonly hreflangs: string[] }>();
  let room: number = mostCharacters;
  for (const { hreflang, href, base, tag } of linksOf(page, response)) {
    if (room <= 0) break;
    if (slices.isOver()) await slices.next();
    if (href.trim() === '' || hreflang.trim() === '') continue;
    const resolved = resolveUrl(href, base);
    room -= resolved?.length ?? href.length;
    if (resolved === null || resolved.shortened) continue;
    const { url } = resolved;
    if (!isWebUrl(url)) continue;
    url.hash = '';
    const key = comparableUrl(url);
    const known = alternates.get(key) ?? { hreflangs: [], url: url.href, tag };
    alternates.set(key, known);
    if (known.hreflangs.length < mostCodes) known.hreflangs.push(codeOf(hreflang));
  }
  return alternates;
}

function* linksOf(
  page: Pick<PageFacts, 'links' | 'baseHref'>,
  { finalUrl, headers }: Pick<FetchedPage, 'finalUrl' | 'headers'>,
) {
  const base = baseUrlOf(page.baseHref, finalUrl).href;
  for (const tag of page.links) {
    const { rel, href, hreflang, type } = tag;
    if (!rel.includes('alternate') || href === null || hreflang === null) continue;
    // Feeds say their language, too.
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
