import { comparableUrl } from '../../../fetch/comparable-url.ts';
import { parseLinkHeader } from '../../../fetch/link-header.ts';
import { baseUrlOf } from '../../../page/base-url.ts';
import type { AuditFacts, Evidence } from '../../check.ts';
import { headerEvidence, tagEvidence } from '../../evidence.ts';

/** A canonical link as the page or its headers declare it. */
export interface CanonicalLink {
  /** As written. */
  readonly href: string;
  /** Resolved, as {@link comparableUrl} has it; `null` where it cannot be parsed. */
  readonly url: string | null;
  /** Whether it was written as an absolute http(s) URL. */
  readonly absolute: boolean;
  readonly evidence: Evidence;
}

/**
 * The canonical links that count: those with an href in the head, and those of `Link` headers.
 * `rel` is a list of tokens. One with `hreflang`, `media` or `type` is not taken for a canonical
 * link by Google, and one with `anchor` speaks of another resource (RFC 8288 §3.2).
 * @see https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
 */
export function canonicalLinksOf({ page, response }: {
  readonly page: Pick<AuditFacts['page'], 'links' | 'baseHref'>;
  readonly response: Pick<AuditFacts['response'], 'finalUrl' | 'headers'>;
}): readonly CanonicalLink[] {
  const base = baseUrlOf(page.baseHref, response.finalUrl).href;
  const inHead = page.links
    .filter(({ rel, inHead, href }) => inHead && rel.includes('canonical') && href?.trim())
    .filter(({ hreflang, media, type }) => [hreflang, media, type].every((value) => value === null))
    .map((tag) => canonicalLink(tag.href ?? '', base, tagEvidence(tag)));
  const inHeaders = (response.headers.get('link') ?? []).flatMap((line) =>
    parseLinkHeader(line)
      .filter(({ parameters }) => relTokens(parameters.get('rel')).includes('canonical'))
      .filter(({ parameters }) => !parameters.has('anchor'))
      .map(({ target }) => canonicalLink(target, response.finalUrl, headerEvidence('Link', line))),
  );
  return [...inHead, ...inHeaders];
}

function canonicalLink(written: string, base: string, evidence: Evidence): CanonicalLink {
  const href = written.trim();
  const url = URL.canParse(href, base) ? comparableUrl(new URL(href, base)) : null;
  return { href, url, absolute: /^https?:\/\//i.test(href) && URL.canParse(href), evidence };
}

function relTokens(rel: string | undefined): string[] {
  return (rel ?? '').toLowerCase().split(/\s/);
}
