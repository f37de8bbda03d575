import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type ApiResponse, withBody } from '../http/response/response.ts';

/** Allows the stylesheet and the script of the pages, images, and forms to the same host. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  // The script loads the page again while jobs run, and Lighthouse fetches robots.txt from within the page.
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of pages with forms. With `no-referrer`, browsers send `Origin: null` with a form, which counts as
 * cross-site where there is no `Sec-Fetch-Site`: over plain http. Other hosts get no referrer either.
 */
export const formHeaders = { 'referrer-policy': 'same-origin' } as const;

/** A response with a page. It is not stored, as what it shows depends on who is asking. */
export function pageResponse(
  status: number,
  page: VNode,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse<string> {
  return withBody(status, pageText(page), {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'cross-origin-opener-policy': 'same-origin',
    ...headers,
  });
}

/** Headers of a PDF among the pages: as they are not stored, and not for search engines. */
export const pdfHeaders = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
} as const;

/** A page as HTML. */
export function pageText(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}

/** A response that leads a browser to another page, with GET. */
export function seeOther(
  location: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse<string> {
  return withBody(303, '', { location, 'cache-control': 'no-store', ...headers });
}
