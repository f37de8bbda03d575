import { expect, it } from 'vitest';
import { notesOn } from '../../../readings/notes.ts';
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

it('warns about links that lead away because of the base', async () => {
  const body = '<a href="#prices">Prices</a><h2 id=prices>Prices</h2><a href="#gone">Gone</a>';
  const outcome = await of(body, '<base href="/">');
  expect(outcome).toMatchObject({
    status: 'warn',
    summary:
      '1 link to a place within the page leads to https://example.com/ instead, because of the <base> of the page.',
    evidence: [{ text: '<a href="#prices">' }],
  });
  expect((await of(body, '<base target="_blank">')).value).not.toHaveProperty('strayed');
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
  ['windows of Bootstrap', '<a href="#modal" data-toggle="modal">A</a>', ''],
  ['windows of Bootstrap 5', '<a data-bs-toggle=modal href="#modal">A</a>', ''],
  ['tabs', '<a href="#prices" aria-controls="tab-1">A</a>', ''],
  ['menus', '<a href="#menu" aria-haspopup="true">A</a>', ''],
  ['what Vue handles', '<a href="#menu" @click.prevent="open">A</a>', ''],
  ['menus, by a class', '<a href="#menu" class="nav hamburger">A</a>', ''],
  ['a search, by a class', '<a href="#search" class="search-trigger">A</a>', ''],
  ['menus, by another class', '<a href="#top-nav" class="menu-link">A</a>', ''],
  ['the top, by a script', '<a class="jscroll-to-top_link" href="#back-to-top">A</a>', ''],
  ['a button to share', '<a id="a2apage_more" href="/page#addtoany">A</a>', ''],
])('does not apply to links to %s', async (_what, body, head) => {
  expect((await of(body, head)).status).toBe('na');
});

it.each([
  '<div id=disqus_thread></div>',
  '<script src="https://bakery.disqus.com/count.js"></script>',
  '<script src="/wp-content/plugins/disqus-comment-system/count.js"></script>',
])('leaves out links to the comments on a page with Disqus: %s', async (disqus) => {
  const comments = '<a href="#comments">Comments</a>';
  expect((await of(comments + disqus)).status).toBe('na');
  expect((await of(comments)).status).toBe('warn');
  expect((await of(`<a href="#prices">Prices</a>${disqus}`)).status).toBe('warn');
});

it('counts what scripts handle neither as right nor as wrong', async () => {
  const hook = '<a href="#modal" data-toggle=modal>A</a>';
  const body = `${hook}<a href="#prices">B</a><h2 id=prices>B</h2>`;
  expect(await of(body)).toMatchObject({ status: 'pass', value: { links: 1, dangling: 0 } });
  expect(await of(`${hook}<a href="#size">B</a>`)).toMatchObject({
    status: 'warn',
    summary: '1 of 1 links within the page points to an id that is not in the HTML, such as #size.',
  });
});

it('looks for the marks of scripts in the first 200 links only', async () => {
  const facts = await factsOf({ body: '<a href="#prices">A</a>'.repeat(300) });
  expect(evaluate(linksBookmark, facts).value).toMatchObject({ links: 300, dangling: 200 });
  expect(notesOn(facts.page)).toEqual([
    'only the first 200 links within the page that have no target are checked',
  ]);
});

it.each([
  'title="Modal windows"',
  'class="skip-link"',
  'class="nav" title="open the toggle"',
  'accesskey="4" class="sr-only"',
])('warns about a link that is not a hook for a script: %s', async (attributes) => {
  expect((await of(`<a href="#search" ${attributes}>A</a>`)).status).toBe('warn');
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
