import type { RenderedFacts } from '../audit-facts.ts';
import type { LoadedWeight, Weight } from '../render/rendering.ts';
import { domainOfHost } from '../url/domain-of-host.ts';

/** How many domains a report keeps. */
const maxDomains = 30;

/** What a page loaded, by type and by domain. */
export function loadedWeightOf({
  requests,
  finalUrl,
}: Pick<RenderedFacts, 'requests' | 'finalUrl'>): LoadedWeight {
  const types = new Map<string, Weight>();
  const domains = new Map<string, Weight>();
  const own = domainOfUrl(finalUrl);
  for (const { url, type, bytes } of requests) {
    add(types, type, bytes);
    const domain = domainOfUrl(url);
    if (domain !== own && domain !== '') add(domains, domain, bytes);
  }
  const byType = heaviest(types).map(([type, weight]) => ({ type, ...weight }));
  const otherDomains = heaviest(domains).map(([domain, weight]) => ({ domain, ...weight }));
  return {
    requests: requests.length,
    bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
    byType,
    otherDomains: otherDomains.slice(0, maxDomains),
    otherDomainsCount: domains.size,
  };
}

function add(weights: Map<string, Weight>, name: string, bytes: number): void {
  const known = weights.get(name) ?? { requests: 0, bytes: 0 };
  weights.set(name, { requests: known.requests + 1, bytes: known.bytes + bytes });
}

function heaviest(weights: ReadonlyMap<string, Weight>): readonly (readonly [string, Weight])[] {
  return [...weights].sort(([, a], [, b]) => b.bytes - a.bytes);
}

function domainOfUrl(url: string): string {
  return URL.canParse(url) ? domainOfHost(new URL(url).hostname) : '';
}
