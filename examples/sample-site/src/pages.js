// @ts-check
import * as good from './good-pages.js';
import { notFoundPage } from './not-found-page.js';
import * as other from './other-pages.js';

/**
 * A page of the site.
 *
 * @typedef {object} Page
 * @property {string} path
 * @property {string} shows What it is an example of.
 * @property {(where: { origin: string, href: string }) => string} html `href` is the page's own URL.
 * @property {number} [status] Default: 200.
 * @property {Record<string, string>} [headers] In addition to those of every page.
 * @property {boolean} [goodHeaders] Sends the headers of a well-configured site.
 * @property {boolean} [inSitemap]
 * @property {boolean} [httpsOnly] Over http there is only a redirect to https.
 * @property {boolean} [plain] Never compressed.
 * @property {number} [delayMs] Delay of the response; the parameter `ms` changes it.
 */

/** @type {readonly Page[]} */
export const pages = [
  {
    path: '/',
    shows: 'good on https; on plain http decent, capped at 79',
    html: good.home,
    goodHeaders: true,
    inSitemap: true,
  },
  {
    path: '/guides/chain',
    shows: 'good on https',
    html: good.chain,
    goodHeaders: true,
    inSitemap: true,
  },
  {
    path: '/guides/winter',
    shows: 'good on https',
    html: good.winter,
    goodHeaders: true,
    inSitemap: true,
  },
  {
    path: '/guides/puncture',
    shows: 'good; plain http redirects to https',
    html: good.puncture,
    goodHeaders: true,
    inSitemap: true,
    httpsOnly: true,
  },
  {
    path: '/prices',
    shows: 'bad: no description, no viewport, two h1, no alternative texts, not compressed',
    html: other.prices,
    plain: true,
    inSitemap: true,
  },
  {
    path: '/guides/chain-copy',
    shows: 'decent: canonical to another page, capped at 79',
    html: other.chainCopy,
    goodHeaders: true,
  },
  {
    path: '/guestbook',
    shows: 'bad: neither title, description, h1, lang, viewport nor charset; not compressed',
    html: other.guestbook,
    headers: { 'content-type': 'text/html' },
    plain: true,
  },
  {
    path: '/courses',
    shows: 'bad: noindex in a meta element although it is in the sitemap, a broken link, and more',
    html: other.courses,
    goodHeaders: true,
    inSitemap: true,
  },
  {
    path: '/guides/chain-sheet',
    shows: 'bad: noindex in the X-Robots-Tag header, capped at 49',
    html: other.printed,
    goodHeaders: true,
    headers: { 'x-robots-tag': 'noindex' },
  },
  {
    path: '/back-room',
    shows: 'bad: disallowed by robots.txt, capped at 49',
    html: other.backRoom,
    goodHeaders: true,
  },
  {
    path: '/slow',
    shows: 'responds after 2 s, or after ?ms= milliseconds',
    html: other.slow,
    goodHeaders: true,
    delayMs: 2_000,
  },
  notFoundPage,
];

/** Paths that redirect. `/old-home` redirects twice. */
export const redirects = [
  { from: '/home', to: '/', status: 301 },
  { from: '/old-home', to: '/home', status: 302 },
];
