import { expect, it } from 'vitest';
import { outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { canonical } from './canonical.ts';
import { canonicalOther } from './canonical-other.ts';

const link = (href: string, rel = 'canonical') => `<link rel="${rel}" href="${href}">`;
const of = (page: PageUnderTest) => outcomeOf(canonical, page);

it('does not apply without a canonical link, nor with an empty one', async () => {
  expect((await of({})).status).toBe('na');
  expect((await of({ head: link(' ') })).status).toBe('na');
  expect((await of({ head: '<link rel=canonical>' })).status).toBe('na');
});

it('passes one absolute link and quotes it', async () => {
  expect(await of({ head: link('https://example.com/page') })).toMatchObject({
    status: 'pass',
    value: ['https://example.com/page'],
    evidence: [{ kind: 'html', text: link('https://example.com/page') }],
  });
});

it('passes the same link in the page and in the header', async () => {
  const outcome = await of({
    head: link('https://example.com/page'),
    headers: {
      link: '<https://example.com/style.css>; rel=preload, <https://example.com/page>; rel="canonical"',
    },
  });
  expect(outcome).toMatchObject({
    status: 'pass',
    evidence: [{ kind: 'html' }, { kind: 'header' }],
  });
});

it('reads rel as a list of tokens in any case', async () => {
  expect((await of({ head: link('/page', 'Alternate CANONICAL') })).status).toBe('warn');
});

it.each([
  ['https://', 'not a valid http or https URL'],
  ['https:// example.com/page', 'not a valid http or https URL'],
  ['about:blank', 'not a valid http or https URL: about:blank'],
  ['mailto:a@example.com', 'not a valid http or https URL'],
  ['data:text/html,x', 'not a valid http or https URL'],
  ['example.com/page', 'is a relative URL'],
  ['other', 'is a relative URL'],
  ['https://example.com/', 'points to the home page'],
  ['/', 'points to the home page'],
])('fails %s: %s', async (href, reason) => {
  const outcome = await of({ head: link(href) });
  expect(outcome.status).toBe('fail');
  expect(outcome.summary).toContain(reason);
});

it.each(['/page', '//example.com/page'])(
  'warns about %s, which Google supports, but advises against',
  async (href) => {
    expect(await of({ head: link(href) })).toMatchObject({
      status: 'warn',
      summary: `The canonical link is a relative URL, which Google supports, but advises against: ${href}`,
      evidence: [{ text: link(href) }],
    });
  },
);

it('fails links that contradict each other', async () => {
  const head = link('https://example.com/page') + link('https://example.com/other');
  expect((await of({ head })).summary).toBe('The page has 2 different canonical links.');
  const header = { link: '<https://example.com/other>; rel=canonical' };
  expect((await of({ head: link('https://example.com/page'), headers: header })).status).toBe(
    'fail',
  );
});

it('ignores links in the body, as search engines do', async () => {
  expect((await of({ body: `<p>Text</p>${link('/page')}` })).status).toBe('na');
});

it('fails one that points at another language version of the page', async () => {
  const version = (hreflang: string, href: string) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${href}">`;
  const versions = version('en', 'https://example.com/page') + version('de', '/seite');
  const outcome = await of({ head: versions + link('https://example.com/seite') });
  expect(outcome.summary).toContain('another language version');
  expect((await of({ head: versions + link('https://example.com/page') })).status).toBe('pass');
  expect((await of({ head: versions + link('https://example.com/elsewhere') })).status).toBe(
    'pass',
  );
});

it('reads language versions from the header as well', async () => {
  const outcome = await of({
    url: 'https://example.com/',
    head: `${link('https://example.com/fr')}<link rel=alternate hreflang=fr href="https://example.com/fr">`,
    headers: { link: '<https://example.com/>; rel=alternate; hreflang=xx' },
  });
  expect(outcome.summary).toContain('another language version');
});

it('passes what drops a query, changes the scheme, or leaves out the slash of the home page', async () => {
  const long = { url: 'http://example.com/cats?utm_source=x' };
  expect((await of({ ...long, head: link('https://example.com/cats') })).status).toBe('pass');
  const header = { link: '<https://example.com/cats>; rel=canonical' };
  expect((await of({ ...long, headers: header })).status).toBe('pass');
  const home = { url: 'https://example.com/', head: link('https://example.com') };
  expect((await of(home)).status).toBe('pass');
});

it('does not call the home page root of itself or of another site', async () => {
  const homePage = { url: 'https://example.com/', head: link('https://example.com/') };
  expect((await of(homePage)).status).toBe('pass');
  expect((await of({ head: link('https://example.org/') })).status).toBe('pass');
});

it('passes an AMP page that names the home page of which it is a form', async () => {
  for (const mark of ['amp', '⚡']) {
    const html = `<!doctype html><html ${mark} lang="en"><head><title>A</title>${link('https://example.com/')}</head>`;
    const page = { html, url: 'https://example.com/amp' };
    for (const check of [canonical, canonicalOther]) {
      expect((await outcomeOf(check, page)).status).toBe('pass');
      const other = { ...page, html: html.replace(mark, 'data-x') };
      expect((await outcomeOf(check, other)).status).not.toBe('pass');
    }
  }
});

it('passes a version of the home page that is at the root', async () => {
  const url = 'https://example.com/en';
  const root = link('https://example.com/');
  const version = (code: string) =>
    `<link rel="alternate" hreflang="${code}" href="https://example.com/">`;
  expect((await of({ url, head: root + version('en') })).status).toBe('pass');
  for (const head of [root, root + version('de'), root + version('x-default')])
    expect((await of({ url, head })).summary).toContain('points to the home page');
});

it('passes a relative one that leads to the page itself, with advice', async () => {
  const head = `<base href="/">${link('shop/item')}`;
  expect((await of({ head, url: 'https://example.com/shop/item' })).status).toBe('warn');
  expect((await of({ head, url: 'https://example.com/shop/other' })).status).toBe('fail');
});

it.each(['/index.html', '/index.php', '/Default.aspx', '/home', '/startseite'])(
  'knows that %s is the home page itself',
  async (path) => {
    const url = `https://example.com${path}`;
    expect((await of({ url, head: link('https://example.com/') })).status).toBe('pass');
    const inner = `https://example.com/shop${path}`;
    expect((await of({ url: inner, head: link('https://example.com/') })).status).toBe('fail');
  },
);

it('looks at no more than 100 canonical links', async () => {
  const links = Array.from(
    { length: 1_100 },
    (_none, at) => `<link rel=canonical href="https://example.com/${at}">`,
  );
  const { summary } = await outcomeOf(canonical, { head: links.join('') });
  expect(summary).toBe('The page has 100 different canonical links.');
});
