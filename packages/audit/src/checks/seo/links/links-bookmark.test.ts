import { expect, it } from 'vitest';
import { evaluate, factsOf, outcomeOf } from '../../fixtures/facts-of.ts';
import { linksBookmark } from './links-bookmark.ts';

const of = (body: string, head = '') => outcomeOf(linksBookmark, { body, head });

it.each([
  '<a href="#prices">Prices</a><h2 id=prices>Prices</h2>',
  '<a href="/page#prices">Prices</a><h2 id=prices>Prices</h2>',
  '<a href="https://example.com/page#prices">Prices</a><a name=prices></a>',
  '<a href="#%C3%BCber">Über</a><h2 id=über>Über</h2>',
  '<a href="#über">Über</a><h2 id=über>Über</h2>',
  '<a href="#a%20b">A</a><h2 id="a%20b">A</h2>',
  '<a href="#a%b">A</a><h2 id="a%b">A</h2>',
  '<a href="#a%20b">A</a><a name="a b"></a>',
  '<a href="#prices:~:text=rye">Prices</a><h2 id=prices>Prices</h2>',
  '<a href="#icon">Icon</a><svg><g id=icon></g></svg>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each(['#', '', '#top', '#TOP', '#:~:text=rye', '#!/about', '#/about', '#comments/7', '#page=2'])(
  'does not apply to a link to "%s"',
  async (href) => {
    expect((await of(`<a href="${href}">A</a>`)).status).toBe('na');
  },
);

it.each([
  ['other pages', '<a href="/other#prices">A</a>', ''],
  ['what is another page by the base', '<a href="#prices">A</a>', '<base href="/other/">'],
  ['what a script handles', '<a href="#menu" onclick="open()">A</a>', ''],
  ['buttons', '<a href="#menu" role=button>A</a>', ''],
])('does not apply to links to %s', async (_what, body, head) => {
  expect((await of(body, head)).status).toBe('na');
});

it('names targets that the page does not have', async () => {
  expect(
    await of('<h2 id=Prices></h2>\n<a href="#prices">A</a>\n<a href="#Prices">B</a>'),
  ).toMatchObject({
    status: 'warn',
    value: { links: 2, dangling: 1, names: ['prices'] },
    evidence: [{ text: '<a href="#prices">', line: 2, column: 1 }],
  });
  expect(linksBookmark.importance).toBe('info');
});

it('does not apply if not all ids are known', async () => {
  const facts = await factsOf({ body: '<a href="#prices">A</a>' });
  expect(evaluate(linksBookmark, { ...facts, page: { ...facts.page, idsCut: true } }).status).toBe(
    'error',
  );
});
