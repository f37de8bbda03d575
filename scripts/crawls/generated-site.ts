import {
  escaped,
  hosts,
  notFound,
  type Respond,
  redirectTo,
  type SiteResponse,
  sitemapOf,
} from './origin.ts';

/** What a crawl of a generated site must find. */
interface ExpectedFinding {
  /** URLs, by code point. */
  readonly pages: readonly string[];
  readonly target: string | null;
}

/** A website that is a function of its size: its responses, and what is wrong with it. */
export interface GeneratedSite {
  readonly respond: Respond;
  /** All findings by the id of their issue. Issues that are not listed find nothing. */
  readonly expected: ReadonlyMap<string, readonly ExpectedFinding[]>;
  /** How many URLs end in each state. */
  readonly states: {
    readonly done: number;
    readonly redirected: number;
    readonly failed: number;
    readonly robotsTxt: number;
    readonly notHtml: number;
  };
}

/** The size of a site. */
interface SiteSize {
  /** The number of its ordinary pages, at least 40. */
  readonly items: number;
  /** How often each issue is planted, at least 1. */
  readonly times: number;
}

interface PlannedPage {
  readonly title: string;
  readonly description: string;
  readonly h1: string;
  readonly text: string;
  readonly language: string;
  /** A path; `null` for a page without a canonical link. */
  readonly canonical: string | null;
  readonly isNoindex: boolean;
  readonly alternates: readonly (readonly [string, string])[];
  /** `nofollow /path` for a link with nofollow. */
  readonly links: string[];
  /** The path of the next page, in `<link>`. */
  readonly next: string | null;
  /** The path that browsers load in its place, at once. */
  readonly refresh: string | null;
  /** The type of its structured data. */
  readonly type: string | null;
  readonly images: string[];
}

type Planned =
  | { readonly kind: 'page'; readonly page: PlannedPage }
  | { readonly kind: 'other'; readonly response: SiteResponse };

/** How many ordinary pages a list has. */
const perShelf = 40;

/** The paths that robots.txt blocks. */
const blocked = '/private/';

/**
 * Generates a website in which each issue is planted, and next to them what only looks like one: pages of a
 * list, versions in other languages, temporary redirects, pages that need a login. Two lists link to each planted
 * page that must be linked; the ordinary pages, on shelves of forty, are two clicks away from the start page.
 *
 * @param origin - `http://www.shop.test:49152`. The same port without `www.` redirects to it.
 */
export function generateSite(origin: string, { items, times }: SiteSize): GeneratedSite {
  const planned = new Map<string, Planned>();
  const listed: string[] = [];
  const expected = new Map<string, ExpectedFinding[]>();
  const bareOrigin = origin.replace(hosts.www, hosts.bare);
  const hubs = ['/planted/', '/collected/'];

  const addPage = (path: string, given: Partial<PlannedPage> = {}): PlannedPage => {
    const page: PlannedPage = {
      title: `About ${phrase(`title ${path}`)}`,
      description: `${phrase(`description ${path}`)} ${phrase(`more ${path}`)} for every home and workshop.`,
      h1: `All of ${phrase(`heading ${path}`)}`,
      text: textOf(path, 220),
      language: 'en',
      canonical: path,
      isNoindex: false,
      alternates: [],
      links: ['/'],
      next: null,
      refresh: null,
      type: null,
      images: [],
      ...given,
    };
    planned.set(path, { kind: 'page', page });
    return page;
  };
  const addOther = (path: string, response: SiteResponse) =>
    planned.set(path, { kind: 'other', response });
  const linksOf = (path: string): string[] => {
    const found = planned.get(path);
    if (found?.kind !== 'page') throw new Error(`There is no page ${path}.`);
    return found.page.links;
  };
  const expectFinding = (issue: string, pages: readonly string[], target?: string) => {
    const findings = expected.get(issue) ?? [];
    expected.set(issue, findings);
    const urls = pages.map((path) => origin + path).sort();
    findings.push({ pages: urls, target: target === undefined ? null : origin + target });
  };
  /** A page that both lists link to. */
  const addHubPage = (path: string, given: Partial<PlannedPage> = {}, isListed = true) => {
    for (const hub of hubs) linksOf(hub).push(path);
    if (isListed) listed.push(path);
    return addPage(path, given);
  };

  const shelves = Math.ceil(items / perShelf);
  const home = addPage('/');
  listed.push('/');
  for (const hub of hubs) {
    addPage(hub);
    home.links.push(hub);
    listed.push(hub);
  }
  // Each list links to the other one, so that both have several links.
  for (const [index, hub] of hubs.entries()) linksOf(hub).push(hubs[1 - index] ?? '/');
  const itemPaths: string[] = [];
  for (let shelf = 0; shelf < shelves; shelf++) {
    const path = `/shelf-${shelf}/`;
    const { links, images } = addPage(path);
    home.links.push(path);
    images.push(`/images/good-${shelf % 10}.png`);
    listed.push(path);
    const shelfItems: string[] = [];
    for (let at = shelf * perShelf; at < Math.min(items, (shelf + 1) * perShelf); at++) {
      shelfItems.push(`${path}item-${at}`);
    }
    for (const [index, item] of shelfItems.entries()) {
      const next = [1, 2].map((by) => shelfItems[(index + by) % shelfItems.length] ?? item);
      addPage(item, { links: ['/', path, ...next.filter((other) => other !== item)] });
      links.push(item);
      listed.push(item);
    }
    itemPaths.push(...shelfItems);
  }
  for (let image = 0; image < 10; image++) addOther(`/images/good-${image}.png`, imageFile);

  let used = 0;
  /** Ordinary pages that were not used yet, spread over the shelves. */
  const takeItems = (count: number): string[] =>
    Array.from({ length: count }, () => {
      const item = itemPaths[(used * 7) % itemPaths.length];
      if (item === undefined || used >= itemPaths.length) throw new Error('Too few items.');
      used += 1;
      return item;
    });
  /** Links to a path from ordinary pages. */
  const linkFrom = (count: number, href: string): string[] => {
    const sources = takeItems(count);
    for (const source of sources) linksOf(source).push(href);
    return sources;
  };

  for (let at = 0; at < times; at++) plant(at);
  plantOnce();
  addDecoys();
  // The walk over the items must reach each of them once.
  if (itemPaths.length % 7 === 0)
    throw new Error('The number of items must not be a multiple of 7.');

  function plant(at: number): void {
    const several = at + 1;

    if (at % 3 === 2) {
      addOther(`/loop-${at}/`, redirectTo(`/loop-${at}/`));
      linkFrom(several, `/loop-${at}/`);
      expectFinding('redirect-loops', [`/loop-${at}/`]);
    } else {
      addOther(`/loop-${at}/a`, redirectTo(`/loop-${at}/b`));
      addOther(`/loop-${at}/b`, redirectTo(`/loop-${at}/a`, 308));
      linkFrom(several, `/loop-${at}/a`);
      expectFinding('redirect-loops', [`/loop-${at}/a`, `/loop-${at}/b`]);
    }

    const hidden = `/hidden-${at}/`;
    addHubPage(hidden, { isNoindex: true }, false);
    const copies = pathsOf(`/copy-of-hidden-${at}/`, several);
    for (const copy of copies) addHubPage(copy, { canonical: hidden }, false);
    expectFinding('canonical-noindex', copies, hidden);

    const lost = `/lost-${at}/`;
    addOther(lost, notFound);
    expectFinding('broken-links', linkFrom(several, lost), lost);
    const namingLost = pathsOf(`/names-lost-${at}/`, several);
    for (const path of namingLost) addHubPage(path, { canonical: lost }, false);
    expectFinding('canonical-errors', namingLost, lost);

    const gone = `/gone-${at}/`;
    addOther(gone, { ...notFound, status: [404, 410, 500][at % 3] ?? 404 });
    const goneSources = linkFrom(several + 1, gone);
    addOther(`/moved-to-gone-${at}/`, redirectTo(gone, at % 2 === 0 ? 301 : 302));
    goneSources.push(...linkFrom(several, `/moved-to-gone-${at}/`));
    expectFinding('broken-links', goneSources, gone);

    const titled = pathsOf(`/titled-${at}/`, several + 1);
    for (const path of titled) addHubPage(path, { title: `A title of ${phrase(`titled ${at}`)}` });
    expectFinding('duplicate-titles', titled);

    const brokenImage = `/images/broken-${at}.png`;
    addOther(brokenImage, notFound);
    const showing = takeItems(several + 1);
    for (const path of showing) imagesOf(path).push(brokenImage);
    expectFinding('broken-images', showing, brokenImage);

    const listedGone = `/listed-gone-${at}/`;
    addOther(listedGone, { ...notFound, status: at % 2 === 0 ? 404 : 410 });
    listed.push(listedGone);
    expectFinding('sitemap-errors', [listedGone]);

    const notIndexable = [`/listed-hidden-${at}/`, `/listed-copy-${at}/`, `${blocked}listed-${at}`];
    addHubPage(notIndexable[0] ?? '', { isNoindex: true });
    addHubPage(notIndexable[1] ?? '', { canonical: takeItems(1)[0] ?? null });
    listed.push(notIndexable[2] ?? '');
    for (const path of notIndexable) expectFinding('sitemap-not-indexable', [path]);

    addPage(`/orphan-${at}/`);
    listed.push(`/orphan-${at}/`);
    expectFinding('orphan-pages', [`/orphan-${at}/`]);

    const renamed = `/renamed-${at}/`;
    addOther(renamed, redirectTo(takeItems(1)[0] ?? '', 308));
    expectFinding('redirecting-links', linkFrom(several, renamed), renamed);
    const namingRenamed = pathsOf(`/names-renamed-${at}/`, several);
    for (const path of namingRenamed) addHubPage(path, { canonical: renamed }, false);
    expectFinding('canonical-redirects', namingRenamed, renamed);

    const versions = ['en', 'de', 'fr'].map((code) => [code, `/version-${at}/${code}/`] as const);
    for (const [code, path] of versions) {
      // The German version does not name the English one.
      const alternates = versions.filter(([other]) => code !== 'de' || other !== 'en');
      addHubPage(path, { language: code, alternates });
    }
    expectFinding('hreflang-return', [`/version-${at}/de/`]);

    const copied = pathsOf(`/copied-${at}/`, several + 1);
    const shared = {
      title: `Copies of ${phrase(`copied ${at}`)}`,
      h1: `Copies of ${phrase(`copied ${at}`)}`,
      text: textOf(`copied ${at}`, 150),
    };
    for (const path of copied) addHubPage(path, shared);
    expectFinding('duplicate-content', copied);

    const described = pathsOf(`/described-${at}/`, several + 1);
    const description = `Everything about ${phrase(`described ${at}`)}, for every home and workshop.`;
    for (const path of described) addHubPage(path, { description });
    expectFinding('duplicate-descriptions', described);

    const headed = pathsOf(`/headed-${at}/`, several + 1);
    for (const path of headed) addHubPage(path, { h1: `A heading of ${phrase(`headed ${at}`)}` });
    expectFinding('duplicate-h1', headed);

    const old = `/old-${at}/`;
    addOther(old, redirectTo(takeItems(1)[0] ?? ''));
    expectFinding('redirecting-links', linkFrom(several + 1, old), old);

    const [linked = ''] = takeItems(1);
    expectFinding('variant-links', linkFrom(several, bareOrigin + linked), linked);

    const hops = [`/hop-${at}/first`, `/hop-${at}/second`] as const;
    addOther(hops[0], redirectTo(hops[1]));
    addOther(hops[1], redirectTo(takeItems(1)[0] ?? ''));
    expectFinding('redirecting-links', linkFrom(several, hops[0]), hops[0]);
    expectFinding('redirect-chains', [hops[0]], hops[1]);

    addOther(`/listed-moved-${at}/`, redirectTo(takeItems(1)[0] ?? ''));
    listed.push(`/listed-moved-${at}/`);
    expectFinding('sitemap-redirects', [`/listed-moved-${at}/`]);

    addHubPage(`/unlisted-${at}/`, {}, false);
    expectFinding('missing-from-sitemap', [`/unlisted-${at}/`]);

    const first = `/spelled-${at}/`;
    const second = [`/Spelled-${at}/`, `/spelled-${at}`, `/spelled-${at}/index.html`][at % 3] ?? '';
    const spelled = addHubPage(first, { canonical: null });
    addHubPage(second, { ...spelled, links: ['/'] }, false);
    expectFinding('url-variants', [first, second]);

    const similar = pathsOf(`/similar-${at}/`, several + 1);
    const long = textOf(`similar ${at}`, 1_500);
    for (const [index, path] of similar.entries()) {
      addHubPage(path, { h1: '', text: `${long} ${phrase(`end ${at} ${index}`)}` });
    }
    expectFinding('near-duplicate-content', similar);

    for (const depth of [2, 3, 4, 5]) {
      const next = ['a', 'b'].map((name) => `/deep-${at}/${depth + 1}/${name}`);
      for (const name of ['a', 'b']) {
        const path = `/deep-${at}/${depth}/${name}`;
        const links = depth === 5 ? ['/'] : ['/', ...next];
        if (depth === 2) addHubPage(path, { links });
        else {
          addPage(path, { links });
          listed.push(path);
        }
        if (depth > 3) expectFinding('deep-pages', [path]);
      }
    }

    const forbidden = `${blocked}linked-${at}`;
    expectFinding('blocked-links', linkFrom(several, forbidden), forbidden);

    const forNow = `/for-now-${at}/`;
    addOther(forNow, redirectTo(`/meanwhile-${at}/`, [302, 303, 307][at % 3]));
    addHubPage(`/meanwhile-${at}/`);
    linksOf('/planted/').push(forNow);
    expectFinding('temporary-links', ['/planted/'], forNow);

    const unfollowed = `/unfollowed-${at}/`;
    addPage(unfollowed);
    listed.push(unfollowed);
    for (const hub of hubs) linksOf(hub).push(`nofollow ${unfollowed}`);
    expectFinding('nofollow-only', [unfollowed]);

    const [part, next] = [`/part-${at}/`, `/part-${at}/2`];
    addHubPage(part, { next });
    addOther(next, notFound);
    expectFinding('broken-series', [part], next);

    const results = `/search-${at}/search?q=${at}`;
    addHubPage(results);
    expectFinding('indexable-searches', [results]);

    addHubPage(`/end-${at}/`, { links: [] });
    expectFinding('dead-ends', [`/end-${at}/`]);

    addHubPage(`/thin-${at}/`, { text: 'To follow.' });
    expectFinding('thin-pages', [`/thin-${at}/`]);

    const products = pathsOf(`/products-${at}/`, 10);
    const [untyped = '', ...typed] = products;
    for (const path of typed) addHubPage(path, { type: 'Product' });
    addHubPage(untyped);
    expectFinding('missing-data', [untyped]);

    const lonely = `/lonely-${at}/`;
    addPage(lonely);
    listed.push(lonely);
    linkFrom(1, lonely);
    expectFinding('single-inlink', [lonely]);
  }

  /** What has one finding for all of the site. */
  function plantOnce(): void {
    const removed = pathsOf('/removed/', times + 2);
    for (const path of removed) {
      addOther(path, redirectTo('/'));
      linksOf('/planted/').push(path);
    }
    expectFinding('redirects-to-start', removed, '/');
    const [target = ''] = takeItems(1);
    const session = `${target}?PHPSESSID=0123456789abcdef0123456789abcdef`;
    expectFinding('session-links', linkFrom(2, session));
  }

  /** What only looks like an issue. */
  function addDecoys(): void {
    const list = { title: 'A list of tools', h1: 'Tools', description: 'Tools of all kinds.' };
    addHubPage('/list/', { ...list, links: ['/', '/list/?page=2'] });
    for (const page of [2, 3, 4, 5]) {
      const path = `/list/?page=${page}`;
      const next = page < 5 ? [`/list/?page=${page + 1}`] : [];
      addPage(path, { ...list, links: ['/', '/list/', ...next] });
    }
    addHubPage('/werkzeug/', { ...list, language: 'de' });
    addHubPage('/printed/', { ...list, canonical: '/list/' }, false);
    addHubPage('/secret/', { ...list, isNoindex: true }, false);
    addOther('/account/', { ...notFound, status: 401 });
    linkFrom(3, '/account/');
    addOther('/login', redirectTo('/list/', 302));
    linkFrom(3, '/login');
    addOther('/price-list.pdf', {
      headers: { 'content-type': 'application/pdf' },
      body: '%PDF-1.7',
    });
    linkFrom(3, '/price-list.pdf');
    addOther('/away', redirectTo('http://elsewhere.test/'));
    linkFrom(2, '/away');
    linksOf('/planted/').push('/list/?utm_source=menu&utm_medium=link', '/latest/');
    addOther('/latest/', redirectTo('/werkzeug/', 302));
    addHubPage('/moves-by-itself/', { canonical: null, refresh: '/list/' }, false);
    expectFinding('redirecting-links', hubs, '/moves-by-itself/');
    const missing = { title: 'Page not found', h1: 'Page not found', text: 'This page is gone.' };
    addHubPage('/sold-out/', missing, false);
    linkFrom(1, 'http://elsewhere.test/');
    linkFrom(1, 'mailto:shop@shop.test');
    linkFrom(1, '#content');
  }

  function imagesOf(path: string): string[] {
    const found = planned.get(path);
    if (found?.kind !== 'page') throw new Error(`There is no page ${path}.`);
    return found.page.images;
  }

  const sitemap = sitemapOf(origin, listed);
  const robots: SiteResponse = {
    headers: { 'content-type': 'text/plain' },
    body: `User-agent: *\nDisallow: ${blocked}\nSitemap: ${origin}/sitemap.xml\n`,
  };
  const respond: Respond = ({ path, host }) => {
    if (host === hosts.bare) return redirectTo(origin + path);
    if (path === '/robots.txt') return robots;
    if (path === '/sitemap.xml') return sitemap;
    if (path === '/favicon.ico') return imageFile;
    const found = planned.get(path);
    if (found === undefined) return notFound;
    return found.kind === 'page' ? htmlOf(found.page, origin) : found.response;
  };
  return { respond, expected, states: statesOf(planned, times) };
}

function statesOf(planned: ReadonlyMap<string, Planned>, times: number): GeneratedSite['states'] {
  const others = [...planned].flatMap(([path, { kind }]) =>
    kind === 'page' || path.startsWith('/images/') ? [] : [planned.get(path)],
  );
  const statuses = others.map((other) =>
    other?.kind === 'other' ? (other.response.status ?? 200) : 0,
  );
  const pages = [...planned.values()].filter((each) => each.kind === 'page');
  // Browsers replace them at once, so that they are redirects.
  const replaced = pages.filter(({ page }) => page.refresh !== null).length;
  return {
    done: pages.length - replaced,
    redirected: statuses.filter((status) => status >= 300 && status < 400).length + replaced,
    failed: statuses.filter((status) => status >= 400).length,
    // One that is linked, and one that is listed.
    robotsTxt: 2 * times,
    notHtml: statuses.filter((status) => status === 200).length,
  };
}

function pathsOf(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${folder}${index}/`);
}

const imageFile: SiteResponse = { headers: { 'content-type': 'image/png' }, body: 'PNG' };

function htmlOf(page: PlannedPage, origin: string): SiteResponse {
  const { title, description, h1, text, language, canonical, isNoindex, alternates } = page;
  const { next, refresh, type } = page;
  const absolute = (path: string) => escaped(path.startsWith('/') ? origin + path : path);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:image" content="${origin}/images/good-0.png">`,
    canonical === null ? '' : `<link rel="canonical" href="${absolute(canonical)}">`,
    isNoindex ? '<meta name="robots" content="noindex">' : '',
    next === null ? '' : `<link rel="next" href="${absolute(next)}">`,
    refresh === null ? '' : `<meta http-equiv="refresh" content="0; url=${refresh}">`,
    type === null ? '' : dataOf(type, title),
    ...alternates.map(
      ([code, path]) => `<link rel="alternate" hreflang="${code}" href="${absolute(path)}">`,
    ),
  ];
  const links = page.links.map((link, index) => {
    const href = link.replace(/^nofollow /, '');
    const rel = href === link ? '' : ' rel="nofollow"';
    return `<li><a${rel} href="${escaped(href)}">Link ${index}</a></li>`;
  });
  const images = page.images.map((src) => `<img src="${src}" alt="A tool" width="4" height="3">`);
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    body: `<!DOCTYPE html>
<html lang="${language}"><head>${head.filter((tag) => tag !== '').join('\n')}</head>
<body><main id="content"><h1>${escaped(h1)}</h1>
<p>${escaped(text)}</p>
${images.join('\n')}
</main><nav><ul>${links.join('\n')}</ul></nav></body></html>`,
  };
}

function dataOf(type: string, name: string): string {
  const data = { '@context': 'https://schema.org', '@type': type, name };
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}

const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu', 'na', 'pe', 'ri'];

/** The next of a sequence of numbers of 32 bits (Mulberry32). */
function nextNumber(state: { value: number }): number {
  state.value = (state.value + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state.value ^ (state.value >>> 15), state.value | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return (mixed ^ (mixed >>> 14)) >>> 0;
}

function seedOf(text: string): { value: number } {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return { value };
}

function wordsOf(seed: string, count: number): string[] {
  const state = seedOf(seed);
  return Array.from({ length: count }, () => {
    let number = nextNumber(state);
    let word = '';
    for (let length = 2 + (number % 3); length > 0; length--) {
      number = Math.floor(number / 3);
      word += syllables[number % syllables.length];
      number = Math.floor(number / syllables.length) + nextNumber(state);
    }
    return word;
  });
}

/** Four words that depend on the seed only. */
function phrase(seed: string): string {
  return wordsOf(seed, 4).join(' ');
}

/** A text of sentences of twelve words that depends on the seed only. */
function textOf(seed: string, words: number): string {
  const all = wordsOf(`text ${seed}`, words);
  const sentences: string[] = [];
  for (let at = 0; at < all.length; at += 12)
    sentences.push(`${all.slice(at, at + 12).join(' ')}.`);
  return sentences.join(' ');
}
