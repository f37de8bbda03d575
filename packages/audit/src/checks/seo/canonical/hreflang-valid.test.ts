import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { hreflangValid } from './hreflang-valid.ts';

const link = (code: string, href = 'https://example.com/other') =>
  `<link rel="alternate" hreflang="${code}" href="${href}">`;
const of = (...links: readonly string[]) => outcomeOf(hreflangValid, { head: links.join('\n') });

it.each([
  'en',
  'EN',
  'de-AT',
  'en-gb',
  'zh-Hant',
  'zh-Hans-TW',
  'sr-Latn-RS',
  'x-default',
  'X-Default',
])('passes %s', async (code) => {
  expect(await of(link(code))).toMatchObject({ status: 'pass', value: [code] });
});

it.each([
  ['en-UK', 'the United Kingdom is “GB”'],
  ['en_US', 'underscore'],
  ['jp', 'country'],
  ['eng', 'two-letter code'],
  ['xx', 'not a language code'],
  [' en', 'white space'],
  [' x-default', 'does not have the form'],
  ['en-US-GB', 'does not have the form'],
  ['english', 'not a language code'],
  ['XX-be-Hans', 'not a language code'],
])('fails %s: %s', async (code, reason) => {
  const outcome = await of(link('de'), link(code));
  expect(outcome).toMatchObject({ status: 'fail', evidence: [{ text: link(code), line: 2 }] });
  expect(outcome.summary).toContain('1 of 2 hreflang links has');
  expect(outcome.summary).toContain(reason);
});

it.each([
  ['fil', 'three-letter'],
  ['es-419', 'numeric region'],
  ['en-EU', 'not a country'],
  ['sq-XK', 'not a country'],
  ['en-ZZ', 'not a country'],
  ['de-DE-1996', 'after the region'],
  ['ar-x-shop', 'after the region'],
  ['zh-yue', 'extended language'],
  ['iw', 'outdated'],
  ['de-DD', 'outdated'],
])('warns about %s, which Google does not support: %s', async (code, reason) => {
  const outcome = await of(link(code));
  expect(outcome.status).toBe('warn');
  expect(outcome.summary).toContain(reason);
});

describe('versions that the sitemap names', () => {
  const version = (code: string, href = 'https://example.com/other') => ({ code, href });
  const listed = (pageVersions: readonly ReturnType<typeof version>[], head = '') =>
    outcomeOf(hreflangValid, { head, sitemap: { pageVersions } });

  it('count like those of the page', async () => {
    expect(await listed([version('de'), version('en')])).toMatchObject({
      status: 'pass',
      value: ['de', 'en'],
    });
    const faulty = [version('en-UK'), version('de', '/de')];
    expect(await listed(faulty, link('fr'))).toMatchObject({
      status: 'fail',
      evidence: [
        { kind: 'url', text: 'https://example.com/other (hreflang="en-UK" in the sitemap)' },
        { kind: 'url', text: '/de (hreflang="de" in the sitemap)' },
      ],
    });
  });

  it('count once if the page names them, too', async () => {
    const outcome = await listed([version('DE', 'https://example.com/other#top')], link('de'));
    expect(outcome).toMatchObject({ status: 'pass', value: ['de'] });
  });
});

describe('URLs', () => {
  it.each(['/de', '//example.com/de', 'de', 'http://'])('fails %s', async (href) => {
    expect((await of(link('de', href))).status).toBe('fail');
    expect((await of(link('x-default', href))).status).toBe('fail');
  });

  it.each(['', 'href', 'href="  "'])('fails a link without one: %s', async (href) => {
    expect(await of(`<link rel="alternate" hreflang="de" ${href}>`)).toMatchObject({
      status: 'fail',
      value: [{ code: 'de', fault: 'the link for “de” has no URL' }],
    });
  });

  it('passes other hosts and http', async () => {
    expect((await of(link('de', 'http://example.org/de'))).status).toBe('pass');
  });
});

it('puts what fails before what is doubtful', async () => {
  expect(await of(link('fil'), link('en-UK'))).toMatchObject({
    status: 'fail',
    value: [{ code: 'en-UK' }, { code: 'fil' }],
  });
});

it('reads Link headers', async () => {
  const headers = { link: '<https://example.com/de>; rel="alternate"; hreflang="de-UK"' };
  expect(await outcomeOf(hreflangValid, { headers })).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'header' }],
  });
});

it('counts versions in XHTML and in HTML', async () => {
  for (const type of ['text/html', 'application/xhtml+xml']) {
    const head = `<link rel="alternate" type="${type}" hreflang="xx" href="https://example.com/x">`;
    expect((await of(head)).status).toBe('fail');
  }
});

it('ignores versions of another resource', async () => {
  const headers = { link: '<https://example.com/x>; rel=alternate; hreflang=xx; anchor="/a.pdf"' };
  expect((await outcomeOf(hreflangValid, { headers })).status).toBe('na');
});

it('does not apply to other links', async () => {
  const head = [
    '<link rel="alternate" type="application/rss+xml" hreflang="en_US" href="/feed">',
    '<link rel="alternate stylesheet" hreflang="xx" href="a.css">',
    '<link rel="alternate" hreflang="" href="/a">',
    '<link rel="help" hreflang="xx" href="/help">',
  ];
  expect((await of(...head)).status).toBe('na');
  const body = `<p>Text</p>${link('xx')}<a rel="alternate" hreflang="xx" href="/a">A</a>`;
  expect((await outcomeOf(hreflangValid, { body })).status).toBe('na');
});

it('looks at no more than 1,000 versions', async () => {
  const link = '<link rel=alternate hreflang=xx-1 href="https://example.com/">';
  const { summary } = await outcomeOf(hreflangValid, { head: link.repeat(1_100) });
  expect(summary).toContain('1000 of 1000 hreflang links');
  const long = `<link rel=alternate hreflang=xx-1 href="https://example.com/${'ä'.repeat(1_900)}">`;
  const { summary: ofLong } = await outcomeOf(hreflangValid, { head: long.repeat(1_000) });
  expect(ofLong).toContain('9 of 9 hreflang links');
});
