// @ts-check
import { setTimeout as wait } from 'node:timers/promises';
import { encode } from './encode.js';
import { files } from './files.js';
import { notFoundPage } from './not-found-page.js';
import { pages, redirects } from './pages.js';

const longestDelayMs = 10_000;

/**
 * @typedef {object} Site
 * @property {string} origin Scheme, host and port of the request.
 * @property {string} httpsOrigin The same site on https.
 */

/**
 * The response to one request.
 *
 * @typedef {object} SiteResponse
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {string | Buffer} body
 * @property {boolean} [plain] Never compressed.
 */

/**
 * Responds to a request.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {Site} site
 */
export async function respond(request, response, site) {
  request.resume();
  const found = await find(request, site);
  const accepted = found.plain ? '' : String(request.headers['accept-encoding'] ?? '');
  const { body, headers } = encode(found.body, found.headers, accepted);
  response.writeHead(found.status, { ...headers, 'content-length': String(body.length) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Site} site
 * @returns {Promise<SiteResponse>}
 */
async function find(request, site) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return text(405, 'Only GET and HEAD.\n', { allow: 'GET, HEAD' });
  }
  const url = urlOf(request, site.origin);
  if (url === undefined) return text(400, 'The path is invalid.\n');

  const redirect = redirects.find(({ from }) => from === url.pathname);
  if (redirect) return text(redirect.status, '', { location: redirect.to });

  const file = files.get(url.pathname);
  if (file) return { status: 200, ...file(site.origin) };

  const page = pages.find(({ path }) => path === url.pathname);
  if (page === undefined) return pageResponse(notFoundPage, url, site);
  if (page.httpsOnly && site.origin !== site.httpsOrigin) {
    return text(301, '', { location: site.httpsOrigin + page.path });
  }
  if (page.delayMs !== undefined) await wait(delayOf(url, page.delayMs));
  return pageResponse(page, url, site);
}

/**
 * @param {import('./pages.js').Page} page
 * @param {URL} url
 * @param {Site} site
 * @returns {SiteResponse}
 */
function pageResponse(page, url, site) {
  return {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      ...(page.goodHeaders && goodHeaders(site)),
      ...page.headers,
    },
    body: page.html({ origin: site.origin, href: url.href }),
    ...(page.plain && { plain: true }),
  };
}

/**
 * The headers of a well-configured site. Strict-Transport-Security only counts over https.
 *
 * @param {Site} site
 * @returns {Record<string, string>}
 */
function goodHeaders(site) {
  return {
    'cache-control': 'public, max-age=600',
    'content-security-policy':
      "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(site.origin === site.httpsOrigin && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} origin
 */
function urlOf(request, origin) {
  const path = request.url ?? '/';
  if (!path.startsWith('/') || path.startsWith('//')) return undefined;
  return URL.canParse(path, origin) ? new URL(path, origin) : undefined;
}

/**
 * The requested delay in milliseconds, up to a limit.
 *
 * @param {URL} url
 * @param {number} fallback
 */
function delayOf(url, fallback) {
  const requested = url.searchParams.get('ms') ?? '';
  return /^\d{1,6}$/.test(requested) ? Math.min(Number(requested), longestDelayMs) : fallback;
}

/**
 * @param {number} status
 * @param {string} body
 * @param {Record<string, string>} [headers]
 * @returns {SiteResponse}
 */
function text(status, body, headers = {}) {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}
