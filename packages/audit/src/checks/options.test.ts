import { expect, it } from 'vitest';
import type { AuditFacts } from '../audit-facts.ts';
import { noLastmods } from '../fetch/sitemap/collect-lastmods.ts';
import { extendRuleset } from '../scoring/ruleset.ts';
import { optionsOf } from './check.ts';
import {
  evaluate,
  factsOf,
  type PageUnderTest,
  responseProbe,
  userAgentPage,
} from './fixtures/facts-of.ts';
import { checks } from './index.ts';

/** A page, and values of an option with the status that each leads to. */
interface Case {
  readonly page?: PageUnderTest;
  /** Changes to the facts of the page. */
  readonly facts?: (facts: AuditFacts) => Partial<AuditFacts>;
  readonly values: readonly (readonly [value: number, status: string])[];
}

const description = (text: string) => `<meta name=description content="${text}">`;
const image = '<img src=a.png alt="Bread">';
const text = (length: number) => 'a'.repeat(length);

const publishedTwice = `<meta property="article:published_time" content="2026-05-11"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","datePublished":"2026-05-01"}</script>`;
const lastmod = { file: 'https://example.com/sitemap.xml', line: 3, text: '2026-05-01T10:11:12Z' };
const generatedAtOnce = {
  ...noLastmods,
  count: 30,
  first: lastmod,
  latest: lastmod,
};

/** By check and option: the values around a limit. */
const cases: Readonly<Record<string, Case>> = {
  'ai-assistant-page.min': {
    facts: shortForOthers,
    values: [
      [60, 'pass'],
      [61, 'warn'],
    ],
  },
  'phone-page.min': {
    facts: shortForOthers,
    values: [
      [60, 'pass'],
      [61, 'warn'],
    ],
  },
  'js-links.maxPercent': {
    page: { rendered: { html: '<a href=/a>Rye</a>' } },
    values: [
      [100, 'pass'],
      [99, 'warn'],
    ],
  },
  'text-size.maxPercent': {
    page: {
      head: '<meta name=viewport content="width=device-width">',
      rendered: {
        layout: {
          viewport: { width: 412, height: 823 },
          width: 412,
          wide: [],
          smallTexts: [],
          pixelRatio: 1.75,
          images: { measured: 0, unlike: [] },
          largestImage: null,
          smallText: { characters: 30, all: 100 },
        },
      },
    },
    values: [
      [30, 'pass'],
      [29, 'warn'],
    ],
  },
  'title-length.min': {
    page: { head: '<title>Rye bread from Ann</title>' },
    values: [
      [18, 'pass'],
      [19, 'warn'],
    ],
  },
  'title-length.max': {
    page: { head: '<title>Rye bread from our oven in the old mill, baked every day</title>' },
    values: [
      [60, 'pass'],
      [70, 'pass'],
      [65, 'pass'],
      [40, 'warn'],
    ],
  },
  'description-length.min': {
    page: { head: description(text(40)) },
    values: [
      [40, 'pass'],
      [41, 'warn'],
    ],
  },
  'description-length.max': {
    page: { head: description(text(130)) },
    values: [
      [155, 'pass'],
      [120, 'warn'],
    ],
  },
  'words.min': {
    page: {
      head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","url":"https://example.com/page"}</script>',
      body: 'rye bread '.repeat(40),
    },
    values: [
      [80, 'pass'],
      [81, 'warn'],
    ],
  },
  'heading-length.max': {
    page: { body: `<h1>${text(80)}</h1>` },
    values: [
      [80, 'pass'],
      [79, 'warn'],
    ],
  },
  'image-alt-long.max': {
    page: { body: `<img src=a.png alt="${text(80)}">` },
    values: [
      [80, 'pass'],
      [79, 'warn'],
    ],
  },
  'links-count.max': {
    page: { body: '<a href=/a>a</a><a href=/b>b</a>' },
    values: [
      [2, 'pass'],
      [1, 'warn'],
    ],
  },
  'url-format.max': {
    page: { url: `https://example.com/${text(30)}` },
    values: [
      [50, 'pass'],
      [49, 'warn'],
    ],
  },
  'dom-size.max': {
    page: { body: '<p></p>'.repeat(200) },
    values: [
      [200, 'pass'],
      [199, 'warn'],
    ],
  },
  'dom-size.fail': {
    page: { body: '<p></p>'.repeat(200) },
    values: [
      [200, 'pass'],
      [199, 'fail'],
    ],
  },
  'dom-size.depth': {
    page: { body: '<b>'.repeat(10) },
    values: [
      [12, 'pass'],
      [11, 'warn'],
    ],
  },
  'html-size.max': {
    page: { body: text(2_000) },
    values: [
      [3_000, 'pass'],
      [2_000, 'warn'],
    ],
  },
  'html-size.fail': {
    page: { body: text(2_000) },
    values: [
      [3_000, 'pass'],
      [2_000, 'fail'],
    ],
  },
  'request-count.max': {
    page: { body: image },
    values: [
      [2, 'pass'],
      [1, 'warn'],
    ],
  },
  'request-count.fail': {
    page: { body: image },
    values: [
      [2, 'pass'],
      [1, 'fail'],
    ],
  },
  'css-render-blocking.max': {
    page: { head: '<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css>' },
    values: [
      [2, 'pass'],
      [1, 'warn'],
    ],
  },
  'iframes.max': {
    page: { body: '<iframe src=a></iframe>' },
    values: [
      [1, 'pass'],
      [0, 'warn'],
    ],
  },
  'iframes.fail': {
    page: { body: '<iframe src=a></iframe>' },
    values: [
      [1, 'pass'],
      [0, 'fail'],
    ],
  },
  'ttfb.max': {
    values: [
      [20, 'pass'],
      [19, 'warn'],
    ],
  },
  'page-weight.max': {
    facts: ({ response }) => ({ response: { ...response, transferBytes: 50_000 } }),
    values: [
      [50_001, 'pass'],
      [50_000, 'warn'],
    ],
  },
  'page-weight.fail': {
    facts: ({ response }) => ({ response: { ...response, transferBytes: 50_000 } }),
    values: [
      [50_001, 'pass'],
      [50_000, 'fail'],
    ],
  },
  'inline-svg.max': {
    // The measure of graphics starts at 5,000 characters.
    page: { body: `<svg>${'<path d="M0 0h24v24H0z"/>'.repeat(400)}</svg>` },
    values: [
      [10_005, 'pass'],
      [10_004, 'warn'],
    ],
  },
  'image-weight.max': {
    page: { body: image },
    facts: weighedImage,
    values: [
      [5_000, 'pass'],
      [4_999, 'warn'],
    ],
  },
  'image-weight.fail': {
    page: { body: image },
    facts: weighedImage,
    values: [
      [5_000, 'pass'],
      [4_999, 'fail'],
    ],
  },
  'cache-headers.days': {
    page: { body: '<script src=a.js></script>' },
    facts: cachedScript,
    values: [
      [7, 'pass'],
      [8, 'warn'],
    ],
  },
  'tls-certificate-days.days': {
    page: { now: new Date('2026-07-12T00:00:00Z') },
    values: [
      [20, 'pass'],
      [21, 'warn'],
    ],
  },
  'article-dates-agree.days': {
    page: { head: publishedTwice },
    values: [
      [10, 'pass'],
      [9, 'warn'],
    ],
  },
  'copyright-year.years': {
    page: { body: '<footer>© 2021 Ann</footer>', now: new Date('2026-06-01') },
    values: [
      [5, 'pass'],
      [4, 'warn'],
    ],
  },
  'sitemap-lastmod.pages': {
    page: { sitemap: { lastmods: generatedAtOnce } },
    values: [
      [31, 'pass'],
      [30, 'warn'],
    ],
  },
  'sitemap-page-date.days': {
    page: {
      head: '<meta property="article:modified_time" content="2026-05-21">',
      sitemap: {
        lastmods: { ...generatedAtOnce, allEqual: false },
        pageLastmod: '2026-05-01',
      },
    },
    values: [
      [20, 'pass'],
      [19, 'warn'],
    ],
  },
};

function weighedImage({ page, probes }: AuditFacts): Partial<AuditFacts> {
  const probe = responseProbe('https://example.com/a.png', {
    contentType: 'image/png',
    bytes: 5_000,
  });
  const sample = page.images.map((tag) => ({ tag, own: true, probe }));
  return { probes: { ...probes, images: { total: 1, sample } } };
}

function cachedScript({ page, probes }: AuditFacts): Partial<AuditFacts> {
  const response = {
    kind: 'response' as const,
    url: 'https://example.com/a.js',
    finalUrl: 'https://example.com/a.js',
    status: 200,
    contentType: 'text/javascript',
    cacheControl: 'max-age=604800',
    expires: null,
    date: null,
    etag: null,
    lastModified: null,
    contentEncoding: 'br',
    transferBytes: 30_000,
    bytes: 100_000,
    spaces: 0,
    complete: true,
  } as const;
  const sample = page.scripts.map((tag) => {
    return { tag, type: 'script', own: true, probe: response } as const;
  });
  return { probes: { ...probes, resources: { total: 1, sample } } };
}

function shortForOthers({ probes }: AuditFacts): Partial<AuditFacts> {
  const [few, many] = [userAgentPage({ words: 120 }), userAgentPage({ words: 200 })];
  const userAgents = { assistant: few, browser: many, phone: few };
  return { probes: { ...probes, userAgents } };
}

const declared = checks.flatMap(({ id, options = {} }) =>
  Object.keys(options).map((name) => `${id}.${name}`),
);

it('has a case for every option', () => {
  expect(Object.keys(cases).sort()).toEqual([...declared].sort());
});

it.each(declared)('%s decides what the check finds', async (key) => {
  const [id = '', name = ''] = key.split('.');
  const check = checks.find((known) => known.id === id);
  const found = cases[key];
  if (check === undefined || found === undefined) throw new Error(`There is no case for ${key}.`);
  const facts = await factsOf(found.page);
  const all = { ...facts, ...found.facts?.(facts) };
  for (const [value, status] of found.values) {
    expect(evaluate(check, all, { [name]: value }), `${value}`).toMatchObject({ status });
  }
});

it.each(declared)('the advice names the value of %s if it names the default', async (key) => {
  const [id = '', name = ''] = key.split('.');
  const check = checks.find((known) => known.id === id);
  const found = cases[key];
  const initial = check?.options?.[name]?.default;
  if (!check || !found || !new RegExp(`\\b${initial}\\b`).test(check.advice)) return;
  const facts = await factsOf(found.page);
  const values = found.values.filter(([, status]) => status !== 'pass');
  expect(values).not.toEqual([]);
  for (const [value] of values) {
    expect(evaluate(check, facts, { [name]: value }).advice).toMatch(new RegExp(`\\b${value}\\b`));
  }
});

it('have a default, and the value of the ruleset instead of it', () => {
  const base = { version: '1', checks };
  const { checks: changed } = extendRuleset(base, {
    version: 'acme-1',
    options: { 'title-length': { max: 70 } },
  });
  const titleLength = changed.find(({ id }) => id === 'title-length');
  expect(titleLength && optionsOf(titleLength)).toEqual({ min: 10, max: 70 });
});
