import { expect, it } from 'vitest';
import { runChecks } from '../scoring/run-checks.ts';
import { factsOf, type PageUnderTest, responseProbe } from './fixtures/facts-of.ts';
import {
  headers,
  linkedPage,
  pageWith,
  parts,
  pageUrl as url,
} from './fixtures/page-without-faults.ts';
import { checks } from './index.ts';

/** The checks that find a fault and count in the score. */
async function findingsOf(page: PageUnderTest): Promise<readonly string[]> {
  const results = await runChecks(checks, await factsOf(page));
  return [...results]
    .filter(([, { status, weight }]) => (status === 'warn' || status === 'fail') && weight > 0)
    .map(([id]) => id);
}

it('finds nothing on a page without faults', async () => {
  expect(await findingsOf(pageWith({}))).toEqual([]);
});

const http = 'http://example.com/page';
const form = '<form action="/s"><label>Name <input name="q"></label><button>Go</button></form>';

const causes: readonly (readonly [cause: string, page: PageUnderTest, findings: string[]])[] = [
  [
    'a page over http',
    pageWith(
      {
        canonical: `<link rel="canonical" href="${http}">`,
        body: `${form}<a href="${http}2">2</a>`,
      },
      { url: http },
    ),
    ['https'],
  ],
  [
    'a page over http, with https in its canonical link',
    pageWith({}, { url: http, sitemap: { listsPage: false } }),
    ['https'],
  ],
  ['links over http', pageWith({ body: '<a href="http://example.com/a">A</a>' }), ['links-http']],
  [
    'an element that ends the head',
    pageWith({ canonical: '', head: `<div></div>${parts.canonical}` }),
    ['head-broken'],
  ],
  [
    'a canonical link in the body',
    pageWith({ canonical: '', body: parts.canonical }),
    ['meta-outside-head'],
  ],
  [
    'an element that cuts the description off',
    pageWith({ description: '', head: `<div></div>${parts.description}` }),
    ['meta-description'],
  ],
  [
    'a description in the body',
    pageWith({ description: '', body: parts.description }),
    ['meta-description'],
  ],
  [
    'a canonical link with media',
    pageWith({ canonical: parts.canonical.replace('>', ' media="print">') }),
    ['canonical-attributes'],
  ],
  [
    'another canonical link in a header',
    pageWith(
      { canonical: '', head: parts.canonical },
      { headers: { ...headers, link: '<https://example.com/b>; rel=canonical' } },
    ),
    ['canonical'],
  ],
  [
    'JSON-LD that ends early',
    pageWith({ data: '<script type="application/ld+json">{"@type":</script>' }),
    ['json-ld-valid'],
  ],
  [
    'a relative preview image',
    pageWith({ preview: parts.preview.replace('https://example.com/a.png', '/a.png') }),
    ['open-graph'],
  ],
  ['an empty main heading', pageWith({ heading: '<h1></h1>', body: '<h2>Crust</h2>' }), ['h1']],
  ['a text that moves', pageWith({ body: '<marquee>Rye</marquee>' }), ['moving-text']],
  [
    'a button that is only a <div>',
    pageWith({ body: '<div role="button" onclick="go()">Go</div>' }),
    ['keyboard-reachable'],
  ],
  [
    'an image button with a name that says nothing',
    pageWith({ body: '<input type="image" src="/go.webp" alt="click">' }),
    ['button-text'],
  ],
  [
    'a link on a full stop',
    pageWith({ body: '<p>Read on <a href="/rye">.</a></p>' }),
    ['link-punctuation'],
  ],
  [
    'a choice without a group',
    pageWith({
      body: '<p>Slices?</p><label><input type="radio" name="s"> Yes</label><label><input type="radio" name="s"> No</label>',
    }),
    ['field-group'],
  ],
  [
    'a film of a plug-in',
    pageWith({ body: '<object data="/rye.swf" aria-label="Rye">Rye</object>' }),
    ['plugin-content'],
  ],
  [
    'a text from right to left without its direction',
    pageWith({ body: '<p lang="ar">الإعفاء الإلكتروني من التأشيرة</p>' }),
    ['text-direction'],
  ],
  [
    'a link that gives up the focus',
    pageWith({ body: '<a href="/rye" onfocus="this.blur()">Rye</a>' }),
    ['focus-kept'],
  ],
  ['an empty heading', pageWith({ body: '<h3></h3>' }), ['heading-empty']],
  [
    'a slow refresh to another page',
    pageWith({ head: '<meta http-equiv="refresh" content="5;url=/x">' }),
    ['meta-refresh'],
  ],
  [
    'a canonical link to another page, in a sitemap',
    pageWith(
      { canonical: '<link rel="canonical" href="https://example.com/other">' },
      { sitemap: { listsPage: true } },
    ),
    ['canonical-other'],
  ],
  [
    'a canonical link to a missing page',
    pageWith(
      { canonical: '<link rel="canonical" href="https://example.com/other">' },
      { probes: { canonical: linkedPage('https://example.com/other', { status: 404 }) } },
    ),
    ['canonical-target'],
  ],
  [
    'a canonical link to another page, through a redirect',
    pageWith(
      { canonical: '<link rel="canonical" href="https://example.com/old">' },
      {
        probes: {
          canonical: linkedPage('https://example.com/old', {
            finalUrl: 'https://example.com/other',
          }),
        },
      },
    ),
    ['canonical-other'],
  ],
  [
    'a canonical link to another host that redirects back here',
    pageWith(
      { canonical: '<link rel="canonical" href="https://www.example.com/page">' },
      { probes: { canonical: linkedPage('https://www.example.com/page', { finalUrl: url }) } },
    ),
    ['canonical-target'],
  ],
  [
    'a canonical link with http, which redirects back here',
    pageWith(
      { canonical: `<link rel="canonical" href="${http}">` },
      { probes: { canonical: linkedPage(http, { finalUrl: url }) } },
    ),
    ['canonical-https'],
  ],
  [
    'a canonical link with http, which redirects back to the page without its tracking parameters',
    pageWith(
      { canonical: `<link rel="canonical" href="${http}">` },
      {
        url: `${url}?utm_source=news`,
        probes: { canonical: linkedPage(http, { finalUrl: url }) },
      },
    ),
    ['canonical-https'],
  ],
  [
    'a canonical link with https, of a page over http with tracking parameters in its URL',
    pageWith({}, { url: `${http}?utm_source=news`, sitemap: { listsPage: false } }),
    ['https'],
  ],
  [
    'og:url of the home page',
    pageWith({ preview: parts.preview.replace(url, 'https://example.com/') }),
    ['og-url'],
  ],
  [
    'a date in the future, and the right one in a tag',
    pageWith(
      {
        data: parts.data.replace('"WebPage"', '"Article","datePublished":"2027-05-01"'),
        head: '<meta property="article:published_time" content="2026-05-01">',
      },
      { now: new Date('2026-06-01') },
    ),
    ['article-dates-possible'],
  ],
  [
    'a link of sameAs that is not a URL',
    pageWith({ data: parts.data.replace('"WebPage"', '"WebPage","sameAs":"http://"') }),
    ['structured-data-values'],
  ],
  [
    'a product with noindex',
    pageWith({
      data: parts.data.replace(
        '"WebPage"',
        '"Event","startDate":"2026-05-01","location":{"@type":"Place","address":"x"}',
      ),
      head: '<meta name="robots" content="noindex">',
    }),
    ['indexable-meta', 'sitemap-contains-url'],
  ],
  [
    'a sitemap without entries',
    pageWith(
      {},
      {
        sitemap: {
          listsPage: false,
          urls: 0,
          problems: [{ fault: 'empty', file: 'https://example.com/s.xml', line: null, text: '' }],
          problemCount: 1,
        },
      },
    ),
    ['sitemap-valid'],
  ],
  [
    'robots.txt with a relative sitemap',
    pageWith({}, { robots: 'User-agent: *\nAllow: /\nSitemap: /s.xml' }),
    ['robots-txt-valid'],
  ],
];

it.each(causes)('finds %s once', async (_cause, page, findings) => {
  expect(await findingsOf(page)).toEqual(findings);
});

const menu = '<nav><a href="/other">Other breads</a></nav>';

it.each([
  [
    'a label with another id than its field',
    pageWith({ body: '<label for="mail">E-mail</label> <input id="email">' }),
    ['field-label'],
  ],
  ['a page without a main landmark', pageWith({ menu, main: 'div' }), ['main-landmark']],
])('finds %s once, also among checks without weight', async (_cause, page, findings) => {
  const results = await runChecks(checks, await factsOf(page));
  const about = ['field-label', 'label-for', 'main-landmark', 'skip-link'];
  const found = about.filter((id) => /warn|fail/.test(results.get(id)?.status ?? ''));
  expect(found).toEqual(findings);
});

it('finds a broken link once', async () => {
  const facts = await factsOf(pageWith({}));
  const [tag] = facts.page.anchors;
  if (tag === undefined) throw new Error('no link');
  const probe = responseProbe('https://example.com/other', { status: 404, moved: true });
  const links = { internal: 1, external: 0, sample: [{ tag, own: true, probe }] };
  expect(await findingsOf(pageWith({}, { probes: { links } }))).toEqual(['links-broken']);
});

it.each([
  ['a tracking pixel', '<img src="https://count.example/p.gif" width="1" height="1">'],
  [
    'an alt of a space beside described images',
    '<img src=/a.webp alt="A loaf" width=9 height=9><img src=/b.webp alt=" " width=9 height=9>',
  ],
  [
    'buttons of a glossary',
    `${Array.from('ABC', (letter) => `<a tabindex="0" onclick="show('${letter}')">${letter}</a>`).join(' ')}
      <a role="button" tabindex="0" onclick="explain()">Crust</a>
      <a href="javascript:void(0)" role="button" onclick="explain()">Crumb</a>
      <button type="button" onclick="explain()">Sourdough</button>`,
  ],
  [
    'an index of a glossary',
    Array.from(
      'ABC',
      (letter) => `<a href="#${letter}">${letter}</a> <h2 id="${letter}">${letter}</h2>`,
    ).join(''),
  ],
])('does not accuse a page of %s', async (_name, body) => {
  expect(await findingsOf(pageWith({ body }))).toEqual([]);
});
