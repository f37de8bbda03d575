import { hosts, linkPage, notFound, type Respond, redirectTo, sitemapOf } from './origin.ts';

// Sites that never end, or that do not want to be crawled. Each is a function of the request; nothing is stored.

const text = { 'content-type': 'text/plain' };

/** robots.txt and the other files of a site that has none; `undefined` for its pages. */
function siteFile(path: string): ReturnType<Respond> | undefined {
  if (path === '/robots.txt' || path.endsWith('.xml') || path.endsWith('.txt')) return notFound;
  return path === '/favicon.ico' ? notFound : undefined;
}

/** A site of pages that only the start page differs from. */
function siteOf(respond: Respond): () => Respond {
  return () => (request) => {
    if (request.host === hosts.bare) return notFound;
    return siteFile(request.path) ?? respond(request);
  };
}

/** Each month links to the next and the previous one, as a parameter. */
export const calendarByQuery = siteOf(({ path }) => {
  const month = Number(/month=(-?\d+)/.exec(path)?.[1] ?? 0);
  return linkPage(`Month ${month}`, [
    '/',
    `/calendar?month=${month + 1}`,
    `/calendar?month=${month - 1}`,
  ]);
});

/** The same as a path. */
export const calendarByPath = siteOf(({ path }) => {
  const month = Number(/calendar\/(-?\d+)/.exec(path)?.[1] ?? 0);
  return linkPage(`Month ${month}`, ['/', `/calendar/${month + 1}`, `/calendar/${month - 1}`]);
});

/** Relative links without a leading slash, below each page again. */
export const relativePaths = siteOf(({ path }) => linkPage(path, ['/', 'shop/tools/', 'news/']));

/** Each response has another session in its links: of three pages, in the query and in the path. */
export const sessions = siteOf(({ before, path }) => {
  const session = `${path.length}${before}`.padStart(4, '7').repeat(8);
  return linkPage(path, [
    `/first?PHPSESSID=${session}`,
    `/second;jsessionid=${session.toUpperCase()}`,
    `/third?colour=red&sid=${session}`,
  ]);
});

/** Filters of which any can be combined. */
export const facets = siteOf(({ path }) => {
  const { searchParams } = new URL(path, 'http://site.test');
  const hrefs = ['colour', 'size', 'order'].flatMap((name) =>
    Array.from({ length: 12 }, (_, value) => {
      const next = new URLSearchParams(searchParams);
      next.set(name, String(value));
      return `/shop?${next}`;
    }),
  );
  return linkPage(path, ['/', ...hrefs]);
});

/** Pages that redirect to themselves, to each other, and ever further. */
export const redirects = siteOf(({ path }) => {
  if (path === '/') return linkPage('Start', ['/itself', '/this', '/further/0', '/cookie']);
  if (path === '/this') return redirectTo('/that');
  if (path === '/that') return redirectTo('/this', 302);
  if (path === '/cookie') return redirectTo('/cookie?set=1', 302);
  if (path === '/cookie?set=1') return redirectTo('/cookie', 302);
  const further = /^\/further\/(\d+)$/.exec(path)?.[1];
  return redirectTo(further === undefined ? path : `/further/${Number(further) + 1}`);
});

/** A sitemap of as many URLs as one may have. */
export function largeSitemap(origin: string): Respond {
  const sitemap = sitemapOf(
    origin,
    Array.from({ length: 50_000 }, (_, at) => `/item/${at}`),
  );
  return ({ path, host }) => {
    if (host === hosts.bare) return notFound;
    if (path === '/sitemap.xml') return sitemap;
    return siteFile(path) ?? linkPage(path, ['/']);
  };
}

/** robots.txt forbids everything. */
export const forbidden =
  (): Respond =>
  ({ path }) =>
    path === '/robots.txt'
      ? { headers: text, body: 'User-agent: *\nDisallow: /\n' }
      : linkPage(path, ['/', '/page']);

/** robots.txt fails. */
export const robotsFails =
  (): Respond =>
  ({ path }) =>
    path === '/robots.txt' ? { status: 500 } : linkPage(path, ['/', '/page']);

/** Each URL is a page, also robots.txt, with links to others that no other page has. */
export const everythingExists =
  (): Respond =>
  ({ path, host }) => {
    if (host === hosts.bare) return notFound;
    const links = Array.from({ length: 20 }, (_, at) => `/${hashOf(`${path} ${at}`)}/`);
    return linkPage(path, ['/', ...links]);
  };

/** Pages of ten thousand links that no other page has. */
export const manyLinks = siteOf(({ path }) =>
  linkPage(
    path,
    Array.from({ length: 10_000 }, (_, at) => `/${hashOf(path)}/${at}`),
  ),
);

/** All pages but the first one send a status. */
export function onlyStatus(status: number, headers: Readonly<Record<string, string>> = {}) {
  return siteOf(({ path }) => {
    const links = Array.from({ length: 100 }, (_, at) => `/page-${at}`);
    return path === '/' ? linkPage('Start', links) : { status, headers };
  });
}

/** All pages but the first one never send anything. */
export const hanging = siteOf(({ path }) => {
  const links = Array.from({ length: 20 }, (_, at) => `/page-${at}`);
  return path === '/' ? linkPage('Start', links) : 'hang';
});

function hashOf(value: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < value.length; at++) {
    hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
