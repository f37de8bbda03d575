import { notFound, type Respond } from '../crawls/origin.ts';
import { newsPage } from '../sample-columns/news-page.ts';

const words =
  'the council of a town by the harbour has voted for new rules about boats and their crews'.split(
    ' ',
  );

/**
 * A website of news pages of some 60 KB, each with a text of its own and forty links to others.
 *
 * @param site - Pages of other sites have other texts.
 */
export function sampleSite(origin: string, site: number, pages: number): Respond {
  const bodies = new Map(
    Array.from({ length: pages }, (_, page) => [pathOf(page), pageOf(origin, site, page, pages)]),
  );
  return ({ path }) => {
    const body = bodies.get(path);
    if (body !== undefined) {
      return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
    }
    if (!/\.(?:png|jpe?g|gif|ico)\b/.test(path)) return notFound;
    return { headers: { 'content-type': 'image/png' }, body: 'PNG' };
  };
}

function pathOf(page: number): string {
  return page === 0 ? '/' : `/news/2026/05/${page}/`;
}

function pageOf(origin: string, site: number, page: number, pages: number): string {
  const links = Array.from({ length: 40 }, (_, at) => {
    const to = (page + at) % pages;
    return `<li><a href="${pathOf(to)}">${sentence(site, to, 5)}</a></li>`;
  });
  const paragraphs = Array.from(
    { length: 120 },
    (_, at) => `<p class="text">${sentence(site + page, at, 60)}.</p>`,
  );
  const url = origin + pathOf(page);
  return newsPage
    .replaceAll('https://www.example.com/news/2026/05/town-council-approves-new-bridge/', url)
    .replaceAll('https://www.example.com', origin)
    .replaceAll('Town council approves new bridge over the river', sentence(site, page, 8))
    .replace('The council has voted for', `${sentence(page, site, 9)}, and it has voted for`)
    .replace('</main>', `<ul>${links.join('\n')}</ul>${paragraphs.join('\n')}</main>`);
}

/** A sequence of words that depends on two numbers. */
function sentence(first: number, second: number, length: number): string {
  return Array.from(
    { length },
    (_, at) => words[(first * 7 + second * 11 + at * (3 + (second % 5))) % words.length],
  ).join(' ');
}
