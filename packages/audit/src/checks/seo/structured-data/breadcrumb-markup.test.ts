import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { breadcrumbMarkup } from './breadcrumb-markup.ts';

const url = 'https://example.com/bread/rye';
const items = '<li><a href="/">Home</a></li><li><a href="/bread">Bread</a></li><li>Rye</li>';
const trail = `<ol class="breadcrumb">${items}</ol>`;
const jsonLd = (type: string) =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}"}</script>`;
const of = (body: string, page: PageUnderTest = {}) =>
  outcomeOf(breadcrumbMarkup, { url, body, ...page });

it.each([
  ['a list', trail],
  ['a list with classes', `<ul id=x class='nav c-breadcrumbs__list'>${items}</ul>`],
  ['a list with an id', `<ul id=breadcrumb>${items}</ul>`],
  ['a labelled nav', `<nav aria-label="Breadcrumb"><div><ol>${items}</ol></div></nav>`],
  ['a labelled nav in German', `<nav aria-label="Brotkrümelnavigation"><ul>${items}</ul></nav>`],
  ['a nav with a class', `<nav class="yoast-breadcrumbs"><ul>${items}</ul></nav>`],
  ['a nav without a list', '<nav class="gk-breadcrumbs"><a href="/">Home</a> › Rye</nav>'],
  ['a role', `<div role="navigation" aria-label="breadcrumbs"><ul>${items}</ul></div>`],
  [
    'steps without the home page',
    '<ol class=breadcrumbs><li><a href=https://www.example.com/bread/>Bread</a><li>Rye</ol>',
  ],
  [
    'other structured data',
    `${jsonLd('WebPage')}<div itemscope itemtype="https://schema.org/Article"></div>${trail}`,
  ],
])('warns of a breadcrumb without markup: %s', async (_what, body) => {
  const outcome = await of(body);
  expect(outcome).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'html', text: expect.stringMatching(/^<(?:ol|ul|nav|div)\b/) }],
  });
  expect(breadcrumbMarkup.importance).toBe('info');
});

it.each([
  ['JSON-LD', jsonLd('BreadcrumbList') + trail],
  [
    'a part of JSON-LD',
    `${jsonLd('WebPage","breadcrumb":{"@type":"BreadcrumbList"},"x":"')}${trail}`,
  ],
  [
    'JSON-LD that is not valid',
    `<script type="application/ld+json">{"@type":"BreadcrumbList",}</script>${trail}`,
  ],
  ['Microdata', `<div itemscope itemtype="https://schema.org/BreadcrumbList">${trail}</div>`],
  ['RDFa', `<div vocab="https://schema.org/" typeof="BreadcrumbList">${trail}</div>`],
  ['RDFa with a prefix', `<div typeof="schema:BreadcrumbList">${trail}</div>`],
])('passes one with %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['no list', '<p class="breadcrumb"><a href="/">Home</a></p>'],
  ['another list', `<ul class="menu">${items}</ul>`],
  ['a hidden one', `<div hidden>${trail}</div>`],
  ['one step', '<ol class="breadcrumb"><li><a href="/">Home</a></li></ol>'],
  [
    'facts about a post in the style of one',
    '<ol class="breadcrumb"><li>May 1</li><li><a href="/authors/ann">Ann</a></li></ol>',
  ],
  ['links to other sites', trail.replaceAll('href="/', 'href="https://other.example/')],
  ['a list without links', '<ol class="breadcrumb"><li>Home</li><li>Rye</li></ol>'],
  ['a list that says that there is none', trail.replace('breadcrumb', 'no-breadcrumb')],
  ['a menu', trail.replace('breadcrumb', 'breadcrumb-menu')],
  ['a nav with one step', '<nav aria-label="Breadcrumb"><a href="/">Home page</a> ›</nav>'],
  ['a hidden nav', `<nav aria-label="Breadcrumb" hidden><a href="/">Home</a> › Rye</nav>`],
  ['another nav', '<nav aria-label="Main"><a href="/">Home</a> <a href="/bread">Bread</a></nav>'],
  ['a footer of the name', '<footer class="breadcrumb"><a href="/">Home</a> Rye</footer>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});

it('does not apply to the home page, and to pages that are not in search results', async () => {
  expect((await of(trail, { url: 'https://example.com/' })).status).toBe('na');
  expect((await of(trail, { headers: { 'x-robots-tag': 'noindex' } })).status).toBe('na');
});

it('does not accuse a page whose structured data is too large', async () => {
  const large = `<script type="application/ld+json">${' '.repeat(200_001)}</script>`;
  expect((await of(large + trail)).status).toBe('error');
});
