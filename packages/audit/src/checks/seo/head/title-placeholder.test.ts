import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { titlePlaceholder } from './title-placeholder.ts';

const filler =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.';
const realText = 'We bake our bread every morning in the old oven behind the shop.';
const of = (
  title: string,
  { head = '', body = `<p>${realText}</p>`, url = 'https://example.com/' } = {},
) => outcomeOf(titlePlaceholder, { head: `<title>${title}</title>${head}`, body, url });

it.each([
  'Untitled Document',
  'UNTITLED',
  'Document sans titre',
  'React App',
  'Ann’s bakery – Just another WordPress site',
  '{{title}}',
  '{{ page.title }} | Ann’s bakery',
  'Buy {{ product.name }} online',
  '{% block title %}',
  '&lt;%= title %>',
  '\u0024{title}',
  '%%title%% %%sep%% %%sitename%%',
  '%title% - Ann’s bakery',
  '__TITLE__',
  '__PAGE_TITLE__ - Ann’s bakery',
  'undefined',
  'undefined | Ann’s bakery',
  'Ann’s bakery - null',
  '[object Object]',
  'NaN',
  'Lorem ipsum dolor sit amet',
])('fails “%s”', async (title) => {
  const outcome = await of(title);
  expect(outcome).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'html', text: `<title>${title.replace('&lt;', '<')}</title>` }],
  });
  expect(outcome.summary).toContain(': ');
});

it.each(['&lt;?php echo $title; ?&gt;', '&lt;?= $page->title ?> | Ann’s bakery'])(
  'fails code of PHP: “%s”',
  async (title) => {
    const { status, summary } = await of(title);
    expect([status, summary]).toEqual(['fail', expect.stringContaining('is a template marker')]);
  },
);

it.each([
  ['Home', 'it describes no page'],
  ['Home | Home', 'it describes no page'],
  ['Startseite', 'it describes no page'],
  ['ホーム', 'it describes no page'],
  ['index.html', 'it describes no page'],
  ['example.com', 'it is only the domain'],
  ['www.example.com', 'it is only the domain'],
  ['https://example.com/', 'it is only the domain'],
  ['Index of /', 'a server wrote it for a folder that has no page'],
  ['Index of /files/2026/', 'a server wrote it for a folder that has no page'],
  ['www.example.com | Detail', 'it is only the domain and the name of a template'],
  ['News - example.com', 'it is only the domain and the name of a template'],
  ['Example | Example', 'it only repeats the name of the site'],
])('warns about “%s”: %s', async (title, reason) => {
  expect(await of(title)).toMatchObject({
    status: 'warn',
    summary: `The title is “${title}”: ${reason}.`,
    value: title,
  });
});

it('fails a page named after the filler text that it consists of', async () => {
  expect((await of('Lorem ipsum', { body: filler.repeat(5) })).status).toBe('fail');
});

it('a value that is printed several times does not make the page about it', async () => {
  const body = `<h1>undefined</h1><p>Price: undefined</p><p>${realText}</p>`;
  expect((await of('undefined - Shop', { body })).status).toBe('fail');
});

it.each([
  ['a usual title', 'Rye bread, baked daily – Ann’s bakery', {}],
  ['an index of something else', 'Index of /r/bread posts', {}],
  ['a method of Python', '__init__ – Python', {}],
  ['a page about a marker', '__FILE__', { body: '<h1>What does __FILE__ mean in PHP and C?</h1>' }],
  ['a title in Japanese', '株式会社東京パン｜会社概要', {}],
  ['the home page of a named site', 'Home | Ann’s bakery', {}],
  ['a brand by its domain', 'Home', { url: 'https://www.home.com/sofas' }],
  [
    'a brand by og:site_name',
    'Home',
    { head: '<meta property="og:site_name" content="HOME">', url: 'https://shop.example/' },
  ],
  [
    'a brand by its structured data',
    'Document',
    {
      head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsMediaOrganization","name":"Document"}</script>',
    },
  ],
  [
    'a brand that is a domain',
    'Booking.com',
    { head: '<meta property="og:site_name" content="Booking.com">', url: 'https://booking.com/' },
  ],
  ['a page called News', 'News | example.com', { body: '<h1>News</h1>' }],
  ['a section of the news', 'News | example.com | Rye', {}],
  ['the news of another site', 'News | example.org', {}],
  [
    'the news of a brand that is a domain',
    'News | Booking.com',
    { head: '<meta property="og:site_name" content="Booking.com">', url: 'https://booking.com/' },
  ],
  ['two places of one name', 'New York | New York', {}],
  ['undefined behaviour', 'Undefined behaviour in C – Wikipedia', {}],
  [
    'the reference of undefined',
    'undefined - JavaScript | MDN',
    {
      body: '<h1>undefined</h1><p>The undefined global property represents the primitive value undefined.</p>',
    },
  ],
  [
    'an article about [object Object]',
    'What is [object Object]? | Blog',
    { body: '<h1>What is [object Object]?</h1>' },
  ],
  ['an article about Vue', 'How to use {{ }} in Vue templates', {}],
  [
    'an article about one marker',
    'Printing {{ user.name }} with Vue',
    { body: '<p>Write {{ user.name }} in the template and Vue prints the name.</p>' },
  ],
  [
    'an article about Yoast',
    'What %%title%% means',
    { body: '<p>The variable %%title%% stands for the title.</p>' },
  ],
  [
    'an article about filler',
    'Lorem ipsum',
    { body: `<p>${realText.repeat(9)}</p><p>${filler}</p>` },
  ],
  ['a generator of it', 'Lorem Ipsum Generator', { body: filler.repeat(5) }],
  ['a work without a title', 'Untitled', { body: '<h1>Untitled</h1><p>Oil on canvas, 1961</p>' }],
  ['another domain', 'example.org', {}],
])('passes %s', async (_what, title, page) => {
  expect((await of(title, page)).status).toBe('pass');
});

it('does not apply without a title', async () => {
  expect((await outcomeOf(titlePlaceholder)).status).toBe('na');
});
