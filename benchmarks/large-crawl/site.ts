import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A site of any number of pages, the same for the same number. Each page has a hundred links: those of a menu, eight
// pages below it, and others anywhere. Some pages are gone or redirect, and some have the title of another one.

const menuLinks = 20;
const childLinks = 8;
const linksPerPage = 100;

/** A page of the site. */
interface GeneratedPage {
  readonly status: 200 | 301 | 404;
  /** The path of the target of a redirect. */
  readonly location: string | null;
  readonly title: string;
  readonly description: string;
  readonly h1: string;
  /** Paths. */
  readonly links: readonly string[];
}

/** The path of a page. */
function pathOf(page: number): string {
  return page === 0 ? '/' : `/category-${page % 100}/product-${page}`;
}

/** The page of a path; `null` if there is none. */
export function pageOfPath(path: string, pages: number): number | null {
  if (path === '/') return 0;
  const page = Number(/^\/category-\d+\/product-(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  return page < pages && pathOf(page) === path ? page : null;
}

/** A page of a site with `pages` pages. */
export function generatePage(page: number, pages: number): GeneratedPage {
  let state = page + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % pages;
  };
  const links = Array.from({ length: linksPerPage }, (_, link) => {
    if (link < menuLinks) return link;
    const child = page * childLinks + link - menuLinks + 1;
    return link < menuLinks + childLinks && child < pages ? child : random();
  });
  const isGone = page > menuLinks && page % 50 === 49;
  const isMoved = page > menuLinks && page % 100 === 77;
  return {
    status: isGone ? 404 : isMoved ? 301 : 200,
    location: isMoved ? pathOf(page - 1) : null,
    title: `Product ${page % Math.ceil(pages * 0.9)} of our shop`,
    description: `Everything about product ${page}, with prices, pictures and what others say about it.`,
    h1: `Product ${page}`,
    links: links.map(pathOf),
  };
}

/** Serves the site. Returns its origin. */
export async function serveSite(pages: number): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { url = '/', headers } = request;
    const page = pageOfPath(url, pages);
    const generated = page === null ? null : generatePage(page, pages);
    const { status = 404, location = null } = generated ?? {};
    response.writeHead(status, {
      'content-type': url === '/robots.txt' ? 'text/plain' : 'text/html; charset=utf-8',
      ...(location !== null && { location }),
    });
    if (generated === null || status !== 200) return response.end('');
    const links = generated.links.map((path) => `<li><a href="${path}">Product</a></li>`);
    return response.end(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${generated.title}</title><meta name="description" content="${generated.description}">
<meta name="viewport" content="width=device-width">
<link rel="canonical" href="http://${headers.host}${url}"></head>
<body><h1>${generated.h1}</h1><p>${`Words about product ${page}, which is a good one. `.repeat(20)}</p>
<ul>${links.join('\n')}</ul></body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
