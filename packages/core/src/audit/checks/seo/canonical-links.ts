import { parseLinkHeader } from '../../fetch/link-header.ts';
import { baseUrlOf } from '../../page/base-url.ts';
import type { AuditFacts, Evidence } from '../check.ts';
import { headerEvidence, tagEvidence } from '../evidence.ts';

/** A canonical link as the page or its headers declare it. */
export interface CanonicalLink {
  /** As written. */
  readonly href: string;
  /** Resolved, without a fragment; `null` where it cannot be parsed. */
  readonly url: string | null;
  /** Whether it was written as an absolute http(s) URL. */
  readonly absolute: boolean;
  readonly evidence: Evidence;
}

/**
 * The canonical links that count: those with an href in the head, and those of `Link` headers.
 * `rel` is a list of tokens.
 */
export function canonicalLinksOf({ page, response }: AuditFacts): readonly CanonicalLink[] {
  const base = baseUrlOf(page.baseHref, response.finalUrl).href;
  const inHead = page.links
    .filter(({ rel, inHead, href }) => inHead && rel.includes('canonical') && href?.trim())
    .map((tag) => canonicalLink(tag.href ?? '', base, tagEvidence(tag)));
  const inHeaders = (response.headers.get('link') ?? []).flatMap((line) =>
    parseLinkHeader(line)
      .filter(({ parameters }) => relTokens(parameters.get('rel')).includes('canonical'))
      .map(({ target }) => canonicalLink(target, response.finalUrl, headerEvidence('Link', line))),
  );
  return [...inHead, ...inHeaders];
}

/** A URL as canonical links compare: parsed, without its fragment. */
export function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function canonicalLink(written: string, base: string, evidence: Evidence): CanonicalLink {
  const href = written.trim();
  const url = URL.canParse(href, base) ? withoutFragment(new URL(href, base).href) : null;
  return { href, url, absolute: /^https?:\/\//i.test(href) && URL.canParse(href), evidence };
}

function relTokens(rel: string | undefined): string[] {
  return (rel ?? '').toLowerCase().split(/\s/);
}
