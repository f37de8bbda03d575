import { expect, it } from 'vitest';
import type { Check } from './check.ts';
import { outcomeOf, type PageUnderTest } from './fixtures/facts-of.ts';
import { canonicalTarget } from './network/canonical-target.ts';
import { hreflangReturn } from './network/hreflang-return.ts';
import { canonical } from './seo/canonical/canonical.ts';
import { canonicalOther } from './seo/canonical/canonical-other.ts';
import { hreflangValid } from './seo/canonical/hreflang-valid.ts';
import { robotsTxtValid } from './seo/indexing/robots-txt-valid.ts';
import { linksLocalhost } from './seo/links/links-localhost.ts';
import { openGraph } from './seo/structured-data/open-graph.ts';
import { structuredDataValues } from './seo/structured-data/structured-data-values.ts';
import { twitterCard } from './seo/structured-data/twitter-card.ts';

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${content}">`;

/** The parts of a page that a framework writes with the address of the machine where it was built. */
function pageOf(host: string): Partial<PageUnderTest> {
  return {
    head: `<link rel="canonical" href="${host}/page">
<link rel="alternate" hreflang="de" href="${host}/de">
<link rel="manifest" href="${host}/app.webmanifest">
<link rel="alternate" type="application/rss+xml" href="${host}/feed.xml">
${property('og:title', 'A')}${property('og:type', 'website')}
${property('og:url', `${host}/page`)}${property('og:image', `${host}/opengraph-image.png`)}
<meta name="twitter:card" content="summary"><meta name="twitter:title" content="A">
<meta name="twitter:image" content="${host}/twitter-image.png">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"A","logo":"${host}/logo.png"}</script>`,
    robots: `User-agent: *\nSitemap: ${host}/sitemap.xml`,
  };
}

const accusing: readonly (readonly [Check, string, string])[] = [
  [canonical, 'fail', 'names a private address, which search engines cannot reach'],
  [hreflangValid, 'fail', 'has a private address'],
  [openGraph, 'fail', 'og:url has a private address, which no one else can open'],
  [twitterCard, 'warn', 'The image of the card has a private address'],
  [
    structuredDataValues,
    'fail',
    'logo of Organization is “http://localhost:3000/logo.png”, which has',
  ],
  [robotsTxtValid, 'fail', 'a Sitemap with a private address'],
  [linksLocalhost, 'fail', '2 URLs on the page point to a private address'],
];

it.each(accusing.map(([check, ...expected]) => [check.id, check, ...expected] as const))(
  '%s accuses an address of the machine where the page was built',
  async (_, check, status, words) => {
    const local = pageOf('http://localhost:3000');
    const outcome = await outcomeOf(check, { ...local, url: 'https://example.com/page' });
    expect(outcome).toMatchObject({
      status,
      evidence: [
        { text: expect.stringContaining('localhost:3000') },
        ...(outcome.evidence?.slice(1) ?? []),
      ],
    });
    expect(outcome.summary).toContain(words);
    for (const [page, host] of [
      ['http://localhost:3000/page', 'http://localhost:3000'],
      ['https://example.com/page', 'https://example.com'],
    ] as const) {
      const other = await outcomeOf(check, { ...pageOf(host), url: page });
      expect(['pass', 'na']).toContain(other.status);
    }
  },
);

it('does not say that the page will not be indexed, as search engines ignore the link', async () => {
  const page = { ...pageOf('http://localhost:3000'), url: 'https://example.com/page' };
  expect((await outcomeOf(canonicalOther, page)).status).toBe('na');
});

it('is a finding, not an error, where the address was not requested', async () => {
  const url = 'http://127.0.0.1:3000/';
  const failure = { kind: 'skipped', url, reason: 'address_blocked' } as const;
  const head = `<link rel="canonical" href="${url}">`;
  const of = (check: Check, reason = failure.reason as string, address = url) => {
    const probe = { ...failure, reason, url: address };
    const version = { hreflangs: ['de'], url: address, tag: null, probe };
    return outcomeOf(check, {
      head,
      probes: {
        canonical: probe,
        alternates: { sample: [version], total: 1 },
      },
    });
  };
  expect((await of(canonicalTarget)).status).toBe('na');
  expect((await of(hreflangReturn)).status).toBe('fail');
  // A public name may have another address elsewhere.
  for (const check of [canonicalTarget, hreflangReturn]) {
    expect((await of(check, 'address_blocked', 'https://a.example/')).status).toBe('error');
    expect((await of(check, 'url_port')).status).toBe('error');
  }
});
