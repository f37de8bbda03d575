import { describe, expect, it } from 'vitest';
import { factsOf, type PageUnderTest } from '../checks/fixtures/facts-of.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { defaultRuleset } from '../scoring/ruleset.ts';
import { runChecks } from '../scoring/run-checks.ts';
import { scoreResults } from '../scoring/score.ts';
import { outlinePage } from './outline-page.ts';
import type { PageOutline } from './page-outline.ts';

const origin = 'https://example.com';
const noResults = { checks: {}, fixFirst: [] };

async function outlineOf(page: PageUnderTest): Promise<PageOutline> {
  return outlinePage(await factsOf(page), noResults, openCpuAccount());
}

const linksOf = async (body: string, page: PageUnderTest = {}) =>
  (await outlineOf({ body, ...page })).links;

describe('the texts of an outline', () => {
  it('are those of the page', async () => {
    const outline = await outlineOf({
      html: `<!doctype html><html lang=" en "><head><title> Rye \n bread </title>
        <meta name=description content="Bread   from rye"></head>
        <body><h2>No</h2><h1></h1><h1>Our <b>bread</b></h1><h1>Second</h1>one two three`,
    });
    expect(outline).toMatchObject({
      title: 'Rye bread',
      description: 'Bread from rye',
      h1: 'Our bread',
      language: 'en',
      words: 7,
      textHash: null,
      minHash: null,
    });
  });

  it('are null if there are none', async () => {
    expect(await outlineOf({ html: '<!doctype html><title> </title>' })).toEqual({
      title: null,
      description: null,
      h1: null,
      language: null,
      words: 0,
      textHash: null,
      minHash: null,
      noindex: false,
      nofollow: false,
      canonical: null,
      alternates: [],
      links: [],
      types: [],
      images: [],
      externalLinks: 0,
      isCut: false,
      findings: {},
    });
  });

  it('are cut, and can be stored', async () => {
    const long = 'ä'.repeat(400);
    const outline = await outlineOf({
      html: `<!doctype html><html lang="${'x'.repeat(60)}"><title>${long}</title>
        <meta name=description content="${long}"><h1>${'😀'.repeat(200)}</h1>
        <a href="/a">${'b'.repeat(100)}</a>`,
    });
    expect(outline.title).toBe(`${'ä'.repeat(299)}…`);
    expect(outline.description).toHaveLength(300);
    expect(outline.h1?.isWellFormed()).toBe(true);
    expect(outline.language).toHaveLength(40);
    expect(outline.links[0]?.text).toBe(`${'b'.repeat(79)}…`);
  });

  it('have hashes if they are long enough', async () => {
    const body = Array.from({ length: 150 }, (_, at) => `word${at}`).join(' ');
    expect(await outlineOf({ body })).toMatchObject({
      words: 150,
      textHash: expect.stringMatching(/^[\w-]{16}$/),
      minHash: expect.stringMatching(/^[\w-]{128}$/),
    });
  });
});

describe('directives for search engines', () => {
  const robotsTag = (content: string, name = 'robots') =>
    `<meta name=${name} content="${content}">`;
  it.each<[PageUnderTest, boolean, boolean]>([
    [{}, false, false],
    [{ head: robotsTag('noindex') }, true, false],
    [{ head: robotsTag('index, nofollow') }, false, true],
    [{ head: robotsTag('none') }, true, true],
    [{ head: robotsTag('noindex', 'googlebot') }, true, false],
    [{ head: robotsTag('none', 'bingbot') }, false, false],
    [{ body: robotsTag('none') }, false, false],
    [{ headers: { 'x-robots-tag': 'noindex' } }, true, false],
    [{ headers: { 'x-robots-tag': 'googlebot: nofollow' } }, false, true],
    [{ headers: { 'x-robots-tag': 'bingbot: none' } }, false, false],
    [{ headers: { 'x-robots-tag': 'unavailable_after: 2020-01-01' } }, true, false],
  ])('%j', async (page, noindex, nofollow) => {
    expect(await outlineOf(page)).toMatchObject({ noindex, nofollow });
  });

  it('the canonical link of the page or its header', async () => {
    const canonical = async (page: PageUnderTest) => (await outlineOf(page)).canonical;
    const link = (href: string) => `<link rel=canonical href="${href}">`;
    expect(await canonical({ head: link('/b#x') })).toBe(`${origin}/b`);
    expect(await canonical({ headers: { link: '</c>; rel="canonical"' } })).toBe(`${origin}/c`);
    expect(await canonical({ head: link('/b') + link('/c') })).toBeNull();
    expect(await canonical({ head: link('/b') + link(`${origin}/b`) })).toBe(`${origin}/b`);
  });

  it('the versions in other languages', async () => {
    const { alternates } = await outlineOf({
      head: `<link rel=alternate hreflang=de href="/de#x"><link rel=alternate hreflang=x href="mailto:a">`,
      headers: { link: '</fr>; rel="alternate"; hreflang="fr"' },
    });
    expect(alternates).toEqual([
      { hreflang: 'de', url: `${origin}/de` },
      { hreflang: 'fr', url: `${origin}/fr` },
    ]);
  });
});

describe('the links of an outline', () => {
  it('are those on the same domain, with or without www, by any scheme', async () => {
    const body = `<a href="/a#x">A</a> <a href="http://www.example.com/b?c=1">B</a>
      <a href="https://sub.example.com/">C</a> <a href="https://example.com:8443/">D</a>
      <a href="https://sub.example.com/#x">C</a> <a href="ftp://example.com/">E</a>
      <a href="mailto:ann@example.com">F</a> <a>G</a> <a href="">H</a> <a href="#top">I</a>
      <a href="/page">Self</a>`;
    const outline = await outlineOf({ body });
    expect(outline.links).toEqual([
      { url: `${origin}/a`, text: 'A', nofollow: false },
      { url: 'http://www.example.com/b?c=1', text: 'B', nofollow: false },
      { url: `${origin}/page`, text: 'Self', nofollow: false },
    ]);
    expect(outline.externalLinks).toBe(2);
  });

  it('are distinct and normalised, with the first text, and nofollow if all are', async () => {
    const body = `<a href="/%7Ea" rel="nofollow ugc">First</a> <a href="/~a?">Second</a>
      <a href="/b" rel=nofollow>B</a> <a href="/b" rel="NOFOLLOW noopener">B</a>
      <a href="/c"><img alt=" A  picture " src=x></a>`;
    expect(await linksOf(body)).toEqual([
      { url: `${origin}/~a`, text: 'First', nofollow: false },
      { url: `${origin}/b`, text: 'B', nofollow: true },
      { url: `${origin}/c`, text: 'A picture', nofollow: false },
    ]);
  });

  it('are resolved by the base of the page', async () => {
    expect(await linksOf('<a href=a>A</a>', { head: '<base href="/dir/">' })).toMatchObject([
      { url: `${origin}/dir/a` },
    ]);
  });

  it('include those of image maps and of SVG, after the others', async () => {
    const body = `<map name=m><area href="/area" alt="Place"><area href="/no" rel="x nofollow" alt="">
      <area alt="nowhere"></map><a href="/a">A</a><svg><a xlink:href="/svg" rel=nofollow><text>S</text></a></svg><div role=link href="/no-link">x</div>`;
    expect(await linksOf(body)).toEqual([
      { url: `${origin}/a`, text: 'A', nofollow: false },
      { url: `${origin}/area`, text: 'Place', nofollow: false },
      { url: `${origin}/no`, text: '', nofollow: true },
      { url: `${origin}/svg`, text: '', nofollow: true },
    ]);
  });

  it('have no templates, no credentials and no URLs that are too long', async () => {
    const body = `<a href="/{{ url }}">A</a> <a href="https://ann:secret@example.com/">B</a>
      <a href="/${'x'.repeat(2_100)}">C</a> <a href="http://[">D</a>`;
    expect(await linksOf(body)).toEqual([]);
  });
});

it('an outline has no links that lead no crawler to a page', async () => {
  const body = `<a href="/cdn-cgi/l/email-protection#a1b2">[email&#160;protected]</a> <a href="/a">A</a>
    <a href="https://other.example/cdn-cgi/trace">B</a>`;
  const { links, externalLinks } = await outlineOf({ body });
  expect(links.map(({ url }) => url)).toEqual([`${origin}/a`]);
  expect(externalLinks).toBe(0);
});

it('has the types of the structured data that Google shows as a rich result', async () => {
  const typesOf = async (data: object) =>
    (
      await outlineOf({
        body: `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>`,
      })
    ).types;
  const breadcrumb = { '@type': 'BreadcrumbList' };
  const about = { '@type': 'Product', name: 'Lamp' };
  expect(await typesOf({ '@type': 'NewsArticle', breadcrumb, about })).toEqual([
    'Article',
    'BreadcrumbList',
  ]);
  expect(await typesOf({ '@type': ['Product', 'WebPage'] })).toEqual(['Product']);
  expect(await typesOf({ '@type': 'DiscussionForumPosting' })).toEqual(['DiscussionForumPosting']);
  expect(await typesOf({ '@type': 'WebPage' })).toEqual([]);
});

describe('the refresh of an outline', () => {
  const refresh = async (target: string, page: PageUnderTest = {}) =>
    (await outlineOf({ head: `<meta http-equiv=refresh content="5;url=${target}">`, ...page }))
      .refresh;

  it('is the other URL that the page loads', async () => {
    expect(await refresh('/b%7e#x')).toBe(`${origin}/b~`);
    expect(
      await refresh('', { head: '', headers: { refresh: '0; url=https://other.test/' } }),
    ).toBe('https://other.test/');
  });

  it('is left out if there is none, it is the page itself, or it cannot be kept', async () => {
    const urls = ['', '#top', 'https://ann:key@other.test/', 'mailto:ann@other.test'];
    for (const url of [...urls, `/${'a'.repeat(2_048)}`])
      expect(await refresh(url)).toBeUndefined();
    expect(await refresh('', { head: '' })).toBeUndefined();
  });
});

describe('the series of an outline', () => {
  it('has the next and the previous page by rel', async () => {
    const outline = await outlineOf({
      head: `<link rel=next href="/list?page=3#x"><link rel=prev href="mailto:a"><link rel=next>`,
      body: `<a rel="PREV nofollow" href="/list">1</a> <a rel=next href="/list?page=3">3</a>
        <a rel=next href="//other.test/">Other</a> <a href="/list?page=9">9</a>`,
    });
    expect(outline.series).toEqual([`${origin}/list?page=3`, `${origin}/list`]);
    expect(await outlineOf({ body: '<a href="/a">A</a>' })).not.toHaveProperty('series');
  });

  it('has four URLs at most, and does not cut the outline', async () => {
    const links = Array.from({ length: 9 }, (_, at) => `<link rel=next href="/${at}">`);
    const anchors = Array.from({ length: 9 }, (_, at) => `<a rel=next href="/a${at}">${at}</a>`);
    const outline = await outlineOf({ head: links.join(''), body: anchors.join('') });
    expect(outline.series).toEqual([0, 1, 2, 3].map((at) => `${origin}/${at}`));
    expect(outline.isCut).toBe(false);
  });
});

it('the images of an outline are those on the same host', async () => {
  const { images } = await outlineOf({
    body: `<img src="/a.png#x"><img src="/a.png"><img src="https://www.example.com/b.png">
      <img src="http://example.com/c.png"><img src="data:image/png;base64,AA=="><img src="{{ x }}">
      <img src="/t.gif" width=1 height=1><picture><source srcset="/s.webp"><img src="/d.png"></picture>
      <video poster="/p.png"></video>`,
  });
  expect(images).toEqual([`${origin}/a.png`, 'http://example.com/c.png', `${origin}/d.png`]);
});

it('the findings of an outline are those of checks that failed or warned, the first to fix at first', async () => {
  const facts = await factsOf({ html: '<title>Home</title>' });
  const results = await runChecks(defaultRuleset.checks, facts);
  const scored = scoreResults(defaultRuleset.checks, results, { expectIndexable: true });
  const { findings } = await outlinePage(facts, scored, openCpuAccount());
  const { checks, fixFirst } = scored;
  expect(fixFirst.length).toBeGreaterThan(5);
  expect(Object.keys(findings).slice(0, fixFirst.length)).toEqual(fixFirst);
  expect(new Set(Object.keys(findings))).toEqual(
    new Set(Object.keys(checks).filter((id) => /warn|fail/.test(checks[id]?.status ?? ''))),
  );
  for (const [id, finding] of Object.entries(findings)) {
    expect(checks[id]).toMatchObject(Object(finding));
  }
});

/** The characters of URLs and texts, as its limit counts them. */
function charactersOf(outline: PageOutline): number {
  const { findings: _findings, ...texts } = outline;
  let sum = 0;
  JSON.stringify(texts, (_key, value) => {
    if (typeof value === 'string') sum += value.length;
    return value;
  });
  return sum;
}

describe('the limits of an outline', () => {
  it('are entries', async () => {
    const all = (count: number, tagAt: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => tagAt(at)).join('');
    const outline = await outlineOf({
      head: all(210, (at) => `<link rel=alternate hreflang=de href="/${at}">`),
      body:
        all(2_010, (at) => `<a href="/${at}">${at}</a>`) + all(210, (at) => `<img src="/${at}">`),
    });
    expect(outline.links).toHaveLength(2_000);
    expect(outline.links.at(-1)?.url).toBe(`${origin}/1999`);
    expect(outline.alternates).toHaveLength(200);
    expect(outline.images).toHaveLength(200);
    expect(outline.isCut).toBe(true);
    const links = all(2_000, (at) => `<a href="/${at}">${at}</a>`);
    expect(await outlineOf({ body: links })).toMatchObject({ isCut: false });
    expect(await outlineOf({ body: `${links}<a href="/more">x</a>` })).toMatchObject({
      isCut: true,
    });
    expect(await outlineOf({ body: all(201, (at) => `<img src="/${at}">`) })).toMatchObject({
      isCut: true,
    });
  });

  it('are characters, for each list', async () => {
    const path = 'x'.repeat(2_000);
    const all = (tagAt: (at: number) => string) =>
      Array.from({ length: 150 }, (_, at) => tagAt(at)).join('');
    const text = 'y'.repeat(400);
    const outline = await outlineOf({
      html: `<!doctype html><html lang="${'z'.repeat(60)}"><head><title>${text}</title>
        <meta name=description content="${text}"><link rel=canonical href="/${path}">
        ${all((at) => `<link rel=alternate hreflang=${'d'.repeat(100)} href="/${at}${path}">`)}</head>
        <body><h1>${text}</h1>${all((at) => `<a href="/${at}${path}">${text}</a>`)}
        ${all((at) => `<img src="/${at}${path}">`)}`,
    });
    expect(charactersOf(outline)).toBeLessThanOrEqual(200_000);
    expect(charactersOf(outline)).toBeGreaterThan(185_000);
    expect(outline.isCut).toBe(true);
    for (const list of [outline.links, outline.images, outline.alternates]) {
      expect(list.length).toBeGreaterThan(10);
    }
  });

  const repeat = (count: number, tagAt: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => tagAt(at)).join('');
  it.each<[string, () => string]>([
    ['links', () => repeat(12_000, (at) => `<a href="/${at}">${at}</a>`)],
    ['links to one page', () => repeat(12_000, () => '<a href="/a">a</a>')],
    ['long links', () => repeat(5_000, (at) => `<a href="/${'a%7eb'.repeat(300)}${at}">b</a>`)],
    ['external links', () => repeat(12_000, (at) => `<a href="//h${at}.test/">h</a>`)],
    ['long texts', () => repeat(3_000, (at) => `<a href="/${at}">${' a \ud800'.repeat(600)}</a>`)],
    [
      'areas',
      () => `<map>${repeat(12_000, (at) => `<area href="/${at}" rel="${'a'.repeat(250)}">`)}`,
    ],
    ['images', () => repeat(12_000, (at) => `<img src="/${at}">`)],
    [
      'versions',
      () => repeat(12_000, (at) => `<link rel=alternate hreflang=a${at} href="/${at}">`),
    ],
    ['canonicals', () => repeat(12_000, (at) => `<link rel=canonical href="/${at}">`)],
    ['robots tags', () => repeat(12_000, () => '<meta name=robots content="a,b,c,nofollow">')],
    ['headings', () => repeat(12_000, () => '<h1> </h1>')],
    ['words', () => repeat(200_000, (at) => `w${at.toString(36)} `)],
    ['lines', () => repeat(60_000, (at) => `<p>${at % 9}`)],
    ['one word', () => 'a'.repeat(2_000_000)],
    ['spaces', () => `a${' '.repeat(2_000_000)}b`],
    ['Han', () => repeat(110_000, (at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000)))],
  ])('hold for a page of %s, in short slices', async (_shape, html) => {
    const facts = await factsOf({ html: html() });
    let longest = 0;
    const charge = (ms: number) => {
      longest = Math.max(longest, ms);
    };
    const outline = await outlinePage(facts, noResults, { ...openCpuAccount(), charge });
    expect(charactersOf(outline)).toBeLessThanOrEqual(200_000);
    expect(longest).toBeLessThan(60);
    expect(JSON.parse(JSON.stringify(outline))).toEqual(outline);
    expect(JSON.stringify(outline).isWellFormed()).toBe(true);
  });

  it('can be ended', async () => {
    const controller = new AbortController();
    controller.abort(new Error('Stop.'));
    const cpu = openCpuAccount({ signal: controller.signal });
    await expect(outlinePage(await factsOf(), noResults, cpu)).rejects.toThrow('Stop.');
  });
});
