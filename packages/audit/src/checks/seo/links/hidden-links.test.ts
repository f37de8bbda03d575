import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { hiddenLinks } from './hidden-links.ts';

const of = (body: string, title = 'Rye bread') =>
  outcomeOf(hiddenLinks, {
    head: `<title>${title}</title>`,
    // More links that can be seen.
    body: `<h1>${title}</h1>${'<a href="/rye">Rye</a>'.repeat(2)}<a href="https://mill.example">Our mill</a>${body}`,
  });

const link = (host: string, text: string, more = '') =>
  `<a href="https://${host}/"${more}>${text}</a>`;
const links = (count: number, text = 'Online casino', more = '') =>
  Array.from({ length: count }, (_, index) =>
    link(`site${index}.com`, `${text} ${index}`, more),
  ).join(' ');
const box = (style: string, content: string, more = '') =>
  `<div style="${style}"${more}>${content}</div>`;

describe('fails', () => {
  it.each([
    ['position: absolute; left: -9999px', 2],
    ['position:absolute;top:-1234px', 2],
    ['position: fixed; left: -100em', 2],
    ['text-indent: -9999px', 2],
    ['position: absolute; clip: rect(1px, 1px, 1px, 1px)', 2],
    ['font-size: 0', 2],
    ['font-size: 1px', 2],
    ['display: none', 3],
    ['DISPLAY:NONE !important', 3],
    ['visibility: hidden', 3],
    ['opacity: 0', 3],
    ['overflow: hidden; height: 1px', 3],
    ['overflow:hidden;width:0;height:0', 3],
  ])('a box with %s', async (style, count) => {
    expect(await of(box(style, links(count)))).toMatchObject({
      status: 'fail',
      summary: expect.stringMatching(
        /^Style attributes hide \d links to other sites, such as site0.com/,
      ),
      value: { elements: 1, links: count },
      evidence: expect.arrayContaining([
        { kind: 'html', text: `<div style="${style}">`, line: 1, column: expect.any(Number) },
      ]),
    });
    expect((await of(box(style, links(count - 1)))).status).toBe('pass');
  });

  it.each([
    ['a box with a class', box('display:none', links(5), ' class="x9f"')],
    ['links that are hidden one by one', links(3, 'Buy Viagra', ' style="display:none"')],
    [
      'words in the URL',
      box(
        'display:none',
        ['a', 'b', 'c'].map((name) => link(`payday-loans-${name}.com`, 'Here')).join(''),
      ),
    ],
    [
      'words that are joined in host names',
      box(
        'position:absolute;top:-9990px',
        ['topuscasinos.org', 'playonlineblackjack.us.com'].map((host) => link(host, host)).join(''),
      ),
    ],
    ['words in other scripts', box('display:none', links(3, 'オンラインカジノ'))],
    [
      'formatting',
      `<font style="position:absolute;left:-2000px">${links(3, 'Cheap jerseys')}</font>`,
    ],
    ['many sites without a known topic', box('position:absolute;left:-9999px', links(8, 'Visit'))],
  ])('%s', async (_what, body) => {
    expect((await of(body)).status).toBe('fail');
  });
});

describe('passes', () => {
  const casino = links(6);
  it.each([
    ['links that are seen', casino],
    ['a menu', `<nav><ul style="display:none">${links(9, 'Our mill')}</ul></nav>`],
    ['links to pages of the site', box('display:none', '<a href="/casino">Casino</a>'.repeat(9))],
    [
      'a window that a button opens',
      `<button data-target="#w">Partners</button>${box('display:none', casino, ' id="w"')}`,
    ],
    ['a tab that a script opens', box('display:none', casino, ' class="tab-pane"')],
    [
      'a tab that a link opens',
      `<a href="#w">Partners</a>${box('display:none', casino, ' id="w"')}`,
    ],
    [
      'links that recommend nothing',
      box('position:absolute;left:-9999px', links(9, 'Online casino', ' rel="nofollow"')),
    ],
    ['advertising', box('display:none', links(9, 'Online casino', ' rel="sponsored"'))],
    ['a few links among others', box('display:none', links(3) + links(5, 'Our mill'))],
    ['a panel that slides in', box('position:fixed;left:-300px', casino.slice(0, 200))],
    ['text that fades in', box('opacity:0;transform:translateY(20px)', links(12, 'Our mill'))],
    ['an accordion', box('height:0;overflow:hidden', links(12, 'Our mill'))],
    [
      'spaces between boxes that a font of size 0 removes',
      box('font-size:0', links(9, 'Our mill', ' class="tile"')),
    ],
    [
      'text for screen readers',
      box('position:absolute;left:-9999px', `<a href="#main">Skip</a>${links(9, 'Map of')}`),
    ],
    [
      'a list for screen readers with a name',
      box('position:absolute;left:-9999px', links(9, 'Map of'), ' class="sr"'),
    ],
    [
      'the same site in other countries',
      box(
        'position:absolute;left:-9999px',
        Array.from({ length: 9 }, (_, at) => link(`www.example.c${at}`, 'Casino')).join(''),
      ),
    ],
    [
      'buttons to share the page',
      box(
        'position:absolute;left:-9999px',
        Array.from(
          { length: 9 },
          (_, at) => `<a href="https://share${at}.com/?u=https://example.com/page">Share</a>`,
        ).join(''),
      ),
    ],
    [
      'a vendor list of a consent window',
      box('display:none', links(30, 'Privacy of vendor'), ' id="cookies"'),
    ],
  ])('%s', async (_what, body) => {
    expect((await of(body)).status).toBe('pass');
  });

  it('links about the topic of the page', async () => {
    const menu = box('display:none', casino);
    expect((await of(menu)).status).toBe('fail');
    expect((await of(menu, 'The best casinos of the country')).status).toBe('pass');
  });

  it('a page that a script shows as a whole', async () => {
    const body = box('visibility:hidden', casino);
    expect((await outcomeOf(hiddenLinks, { body })).status).toBe('pass');
    expect(
      (await outcomeOf(hiddenLinks, { html: `<body style="display:none">${casino}` })).status,
    ).toBe('pass');
  });
});

it('does not apply to a page without links to other sites', async () => {
  expect(await outcomeOf(hiddenLinks, { body: '<a href="/rye">Rye</a>' })).toEqual({
    status: 'na',
    summary: 'The page has no links to other sites.',
  });
});
