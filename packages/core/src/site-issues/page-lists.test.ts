import { expect, it } from 'vitest';
import type { PageSpec } from './fixtures/site-of.ts';
import { origin, siteOf } from './fixtures/site-of.ts';

/** The paths of each list, of pages with these links. */
async function listsOf(spec: Readonly<Record<string, PageSpec>>, isCrawl = true) {
  const site = await siteOf(spec, { isCrawl });
  const lists = new Map<number, string[]>();
  for (const [index, { url }] of site.pages.entries()) {
    const list = site.listOf(index);
    if (list === undefined) continue;
    lists.set(list, [...(lists.get(list) ?? []), url.replace(origin, '')]);
  }
  return [...lists.values()];
}

/** Pages that each link to the next and the previous one, with these texts. */
function chain(paths: readonly string[], textOf: (to: number) => string) {
  return Object.fromEntries(
    paths.map((path, at): [string, PageSpec] => {
      const to = [at - 1, at + 1].filter((next) => paths[next] !== undefined);
      return [path, { links: to.map((next) => `[${textOf(next)}] ${paths[next]}`) }];
    }),
  );
}

const number = (to: number) => String(to + 1);
const arrow = () => '›';

it.each<[string, readonly string[], (to: number) => string]>([
  ['numbers', ['/blog', '/blog/page/2', '/blog/page/3'], number],
  ['numbers', ['/blog', '/blog?p=2', '/blog?p=3'], number],
  ['numbers', ['/p/1', '/p/2', '/p/3'], number],
  ['numbers', ['/blog', '/blog/2/', '/blog/3/'], number],
  ['numbers counted from 0', ['/blog', '/blog?p=1', '/blog?p=2'], number],
  ['numbers of other steps', ['/blog', '/blog?start=20', '/blog?start=40'], number],
  ['numbers with a word', ['/blog', '/blog/2', '/blog/3'], (to) => `Go to page ${to + 1}`],
  ['numbers in brackets', ['/blog', '/blog?id=2', '/blog?id=3'], (to) => `[ ${to + 1} ]`],
  ['numbers in Chinese', ['/blog', '/blog?p=2'], (to) => `第${to + 1}页`],
  ['arrows', ['/blog', '/blog?p=2', '/blog?p=3'], arrow],
  ['words', ['/blog', '/blog?p=2', '/blog?p=3'], () => 'Ältere Beiträge'],
  ['words', ['/blog', '/blog/2', '/blog/3'], () => 'Older posts »'],
  ['words', ['/news', '/news/p2'], () => '次のページ'],
  ['any text', ['/blog', '/blog/page/2', '/blog/page/3'], () => 'Lapozz'],
  ['any text', ['/blog', '/blog/page-2.html'], () => ''],
  ['any text', ['/blog?x=1', '/blog?x=1&paged=2', '/blog?x=1&paged=3'], () => 'Lapozz'],
  ['any text', ['/blog', '/blog?tx_news[currentPage]=2'], () => 'Lapozz'],
  ['any text', ['/blog', '/blog?after=x7', '/blog?after=k9'], () => 'Lapozz'],
  ['any text', ['/blog?offset=0', '/blog?offset=20'], () => 'Lapozz'],
])('pages that link each other with %s are a list: %j', async (_how, paths, textOf) => {
  expect(await listsOf(chain(paths, textOf))).toEqual([paths.toSorted()]);
});

it('pages that name each other by rel are a list', async () => {
  const spec = {
    '/blog': { series: ['/blog/2'] },
    '/blog/2': { series: ['/blog', '/blog/3'] },
    '/blog/3': {},
  };
  expect(await listsOf(spec)).toEqual([['/blog', '/blog/2', '/blog/3']]);
});

it.each<[string, readonly string[], (to: number) => string]>([
  ['names', ['/p/1', '/p/2', '/p/3'], (to) => `Item ${to}`],
  ['names', ['/?p=1', '/?p=2', '/?p=3'], () => 'Hello world'],
  ['names', ['/?id=1', '/?id=2'], () => 'Details'],
  ['names', ['/item/1', '/item/2'], () => 'The next great pair of shoes'],
  ['no text', ['/p/1', '/p/2', '/p/3'], () => ''],
  ['numbers of other pages', ['/p/1', '/p/2', '/p/3'], () => '38'],
  ['numbers with other words', ['/p/1', '/p/2'], (to) => `Item ${to + 1}`],
  ['arrows to pages that are not neighbors', ['/p/10', '/p/20', '/p/30'], arrow],
  ['arrows to other numbers', ['/?a=1&b=1', '/?a=2&b=2'], arrow],
  ['arrows to words', ['/?page=about', '/?page=contact'], arrow],
  ['arrows to pages of other lists', ['/a/page/1', '/b/page/2'], arrow],
])('pages that link each other with %s are not a list: %j', async (_how, paths, textOf) => {
  expect(await listsOf(chain(paths, textOf))).toEqual([]);
});

it('pages with the form of a list that do not link each other are not a list', async () => {
  const links = ['/p/1', '/p/2', '/list?page=2', '/list?page=3'];
  expect(await listsOf({ '/': { links }, '/p/1': {}, '/p/2': {}, '/list?page=2': {} })).toEqual([]);
});

it('pages of a menu that the URL calls pages are not a list', async () => {
  const links = [1, 2, 3, 4].map((page) => `[Chapter ${'I'.repeat(page)}] /?page=${page}`);
  const spec = Object.fromEntries([1, 2, 3, 4].map((page) => [`/?page=${page}`, { links }]));
  expect(await listsOf({ '/': { links }, ...spec })).toEqual([]);
});

it('pages that link to the next one and, by its name, to the first one are a list', async () => {
  const paths = ['/tools/', ...[2, 3, 4, 5].map((page) => `/tools/?page=${page}`)];
  const spec = Object.fromEntries(
    paths.map((path, at): [string, PageSpec] => {
      const next = paths[at + 1];
      return [path, { links: ['[Tools] /tools/', ...(next ? [`[Lapozz] ${next}`] : [])] }];
    }),
  );
  expect(await listsOf(spec)).toEqual([paths]);
});

it('products that link to the next one and, by its name, to all products are not a list', async () => {
  const spec = Object.fromEntries(
    [1, 2, 3, 4, 5].map((id): [string, PageSpec] => {
      return [`/p/${id}`, { links: ['[Products] /', `[Item ${id}] /p/${id + 1}`] }];
    }),
  );
  expect(await listsOf({ '/': {}, ...spec })).toEqual([]);
});

it('lists with the same first page are one list, and products beside them are not in it', async () => {
  const spec = {
    '/': { links: ['[2] /?paged=2', '[Hello] /?p=1', '[World] /?p=2'] },
    '/?paged=2': { links: ['[1] /', '[Hello] /?p=1'] },
    '/?p=1': {},
    '/?p=2': {},
  };
  expect(await listsOf(spec)).toEqual([['/', '/?paged=2']]);
});

it('reports show a list by links to pages without a report', async () => {
  const spec = {
    '/p/2': { links: ['[3] /p/3'] },
    '/p/9': { links: ['[Item] /p/3', '[8] /p/8'] },
    '/p/20': { links: ['[Item 21] /p/21'] },
    '/blog': { links: ['[2] /blog/2'] },
  };
  expect(await listsOf(spec, false)).toEqual([['/p/2', '/p/9']]);
});
