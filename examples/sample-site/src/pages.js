// @ts-check
import * as good from './good-pages.js';
import { notFoundPage } from './not-found-page.js';
import * as other from './other-pages.js';

/**
 * A page of the site.
 *
 * @typedef {object} Page
 * @property {string} path
 * @property {string} shows What it is there to show.
 * @property {(where: { origin: string, href: string }) => string} html `href` is the page's own URL.
 * @property {number} [status] Default: 200.
 * @property {Record<string, string>} [headers] Besides those of every page.
 * @property {boolean} [careful] Sends the headers of a site whose owner cares.
 * @property {boolean} [inSitemap]
 * @property {boolean} [httpsOnly] On plain http there is only a redirect to https.
 * @property {boolean} [plain] Sent as it is, though the visitor would take it compressed.
 * @property {number} [delayMs] How long the answer takes; the parameter `ms` changes it.
 */

/** @type {readonly Page[]} */
export const pages = [
  {
    path: '/',
    shows: 'good on https; on plain http decent, capped at 79',
    html: good.home,
    careful: true,
    inSitemap: true,
  },
  {
    path: '/guides/chain',
    shows: 'good on https',
    html: good.chain,
    careful: true,
    inSitemap: true,
  },
  {
    path: '/guides/winter',
    shows: 'good on https',
    html: good.winter,
    careful: true,
    inSitemap: true,
  },
  {
    path: '/guides/puncture',
    shows: 'good; plain http redirects to https',
    html: good.puncture,
    careful: true,
    inSitemap: true,
    httpsOnly: true,
  },
  {
    path: '/prices',
    shows: 'decent: no description, no viewport, two h1, no alternative texts, not compressed',
    html: other.prices,
    plain: true,
    inSitemap: true,
  },
  {
    path: '/guides/chain-copy',
    shows: 'decent: canonical to another page, capped at 79',
    html: other.chainCopy,
    careful: true,
  },
  {
    path: '/guestbook',
    shows:
      'decent, barely: neither title, description, h1, lang, viewport nor charset; not compressed',
    html: other.guestbook,
    headers: { 'content-type': 'text/html' },
    plain: true,
  },
  {
    path: '/thanks',
    shows: 'bad: noindex in a meta element, capped at 49',
    html: other.thanks,
    careful: true,
  },
  {
    path: '/guides/chain-sheet',
    shows: 'bad: noindex in the X-Robots-Tag header, capped at 49',
    html: other.printed,
    careful: true,
    headers: { 'x-robots-tag': 'noindex' },
  },
  {
    path: '/back-room',
    shows: 'bad: disallowed by robots.txt, capped at 49',
    html: other.backRoom,
    careful: true,
  },
  {
    path: '/slow',
    shows: 'answers after 2 s, or after ?ms= milliseconds',
    html: other.slow,
    careful: true,
    delayMs: 2_000,
  },
  notFoundPage,
];

/** Paths that only point elsewhere. `/old-home` takes two steps. */
export const redirects = [
  { from: '/home', to: '/', status: 301 },
  { from: '/old-home', to: '/home', status: 302 },
];
