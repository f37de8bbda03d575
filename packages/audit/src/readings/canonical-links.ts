import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence } from '../outcome.ts';
import type { LinkTagFact, PageFacts } from '../page/page-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { baseUrlOf, webUrl } from '../url/web-url.ts';
import { headerEvidence, tagEvidence } from './evidence.ts';
import { parseLinkHeader } from './link-header.ts';
import { memoize } from './memoize.ts';
import { addNote, firstOf } from './notes.ts';

/** A canonical link as the page or its headers declare it. */
export interface CanonicalLink {
  /** As written. */
  readonly href: string;
  /** Resolved by {@link comparableUrl}; `null` if it is not an http(s) URL. */
  readonly url: string | null;
  /** Whether it was written as an absolute http(s) URL. */
  readonly absolute: boolean;
  readonly evidence: Evidence;
}

/** A canonical link in the head, with the attributes for which search engines ignore it. */
interface CanonicalTag {
  readonly tag: LinkTagFact;
  readonly attributes: readonly ('hreflang' | 'lang' | 'media' | 'type')[];
}

/**
 * The canonical links that count: those with an href in the head, and those of `Link` headers.
 * `rel` is a list of tokens. Google ignores canonical links with `hreflang`, `lang`, `media` or
 * `type`, and links with `anchor` describe another resource (RFC 8288 §3.2).
 * @see https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
 */
export const canonicalLinksOf = memoize(readCanonicalLinks);

/** Limits for links, and for the characters of their URLs: comparing a thousand of them takes long. */
const limits = { links: 100, characters: 20_000 } as const;

/** The facts that canonical links are read from. */
interface CanonicalSource {
  readonly page: Pick<PageFacts, 'links' | 'langs' | 'baseHref'>;
  readonly response: Pick<AuditFacts['response'], 'finalUrl' | 'headers'>;
}

/** As {@link canonicalLinksOf}, for callers that do not have all facts yet. */
export function readCanonicalLinks({ page, response }: CanonicalSource): readonly CanonicalLink[] {
  const base = baseUrlOf(page.baseHref, response.finalUrl).href;
  const inHead = canonicalTagsOf(page)
    .filter(({ attributes }) => attributes.length === 0)
    .map(({ tag }) => canonicalLink(tag.href ?? '', base, tagEvidence(tag)));
  const inHeaders = (response.headers.get('link') ?? []).flatMap((line) => {
    const evidence = headerEvidence('Link', line);
    return parseLinkHeader(line)
      .filter(({ parameters }) => headerRelTokens(parameters.get('rel')).includes('canonical'))
      .filter(({ parameters }) => !parameters.has('anchor'))
      .map(({ target }) => canonicalLink(target, response.finalUrl, evidence));
  });
  return [...inHead, ...inHeaders];
}

/** All canonical links with an href in the head, including those that search engines ignore. */
export function canonicalTagsOf(page: Pick<PageFacts, 'links' | 'langs'>): readonly CanonicalTag[] {
  const declared = page.links.filter(
    ({ rel, inHead, href }) => inHead && rel.includes('canonical') && href?.trim(),
  );
  let remaining: number = limits.characters;
  const tags = firstOf(page, declared, limits.links, 'canonical links are read').filter(
    ({ href }) => {
      remaining -= href?.length ?? 0;
      return remaining >= 0;
    },
  );
  if (remaining < 0) addNote(page, 'some canonical links are not read: they are too long');
  if (tags.length === 0) return [];
  const withLang = new Set(page.langs.map(({ line, column }) => `${line}:${column}`));
  return tags.map((tag) => ({
    tag,
    attributes: [
      ...(['hreflang', 'media', 'type'] as const).filter((name) => tag[name] !== null),
      ...(withLang.has(`${tag.line}:${tag.column}`) ? (['lang'] as const) : []),
    ],
  }));
}

/** The URL that all canonical links agree on; `null` if there is none, or several. */
export function canonicalUrlOf(facts: AuditFacts): string | null {
  const urls = new Set(canonicalLinksOf(facts).flatMap(({ url }) => url ?? []));
  const [url] = urls;
  return url !== undefined && urls.size === 1 ? url : null;
}

function canonicalLink(written: string, base: string, evidence: Evidence): CanonicalLink {
  const href = written.trim();
  const url = webUrl(href, base);
  const absolute = url !== null && /^https?:\/\//i.test(href);
  return { href, url: url && comparableUrl(url), absolute, evidence };
}

/** The tokens of a `rel` parameter, lower-case. */
export function headerRelTokens(rel: string | undefined): readonly string[] {
  return (rel ?? '').toLowerCase().split(/\s/);
}
