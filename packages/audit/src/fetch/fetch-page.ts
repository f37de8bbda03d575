import { isSitegradeError } from '@sitegrade/foundation/errors';
import { fetchError, isConnectFailure } from './fetch-error.ts';
import type { Fetched } from './fetched.ts';
import type { Fetcher, FetchOptions } from './fetcher.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import type { Target } from './parse-target.ts';
import type { ResponseHead } from './send-request.ts';

/** How a page is read. */
type PageOptions = Pick<FetchOptions, 'onSize' | 'onHead' | 'cutAt'>;

/**
 * Fetches the page of a report. Responses with a status such as 404 or 500 are pages, too. If the scheme was
 * assumed and `https://` cannot be reached, `http://` is tried.
 *
 * @throws SitegradeError with a `reason` and the field `url`; `page_not_html` if the response has another
 * media type, or has none and is not HTML.
 * @param options - `onHead` gets the headers of the page, unless its media type is not that of a page.
 */
export async function fetchPage(
  fetcher: Fetcher,
  target: Target,
  options: PageOptions = {},
): Promise<Fetched> {
  try {
    return await fetchHtml(fetcher, target.url, options);
  } catch (error) {
    const plain = plainUrl(target, error);
    if (plain === null) throw error;
    return await fetchHtml(fetcher, plain, options).catch((again) => {
      // If http cannot be reached either, the error of the first request is more useful.
      throw isSitegradeError(again) && isConnectFailure(again.reason) ? error : again;
    });
  }
}

function plainUrl(target: Target, error: unknown): URL | null {
  if (!target.schemeAssumed || !isSitegradeError(error)) return null;
  if (!isConnectFailure(error.reason)) return null;
  const url = new URL(target.url);
  url.protocol = 'http:';
  return url;
}

async function fetchHtml(fetcher: Fetcher, url: URL, options: PageOptions): Promise<Fetched> {
  const fetched = await fetcher.fetch(url, {
    ...options,
    onHead: (head) => {
      rejectOtherTypes(head);
      options.onHead?.(head);
    },
  });
  if (!isHtml(fetched)) throw fetchError('content_type_unsupported');
  return fetched;
}

/**
 * Sends one request for a page, and does not follow a redirect. The body is read only if it may be that of a
 * page: with a status 2xx, and not of another media type.
 *
 * @throws SitegradeError with a `reason` and the field `url`.
 */
export function fetchPageOnce(
  fetcher: Fetcher,
  url: URL,
  options: Pick<FetchOptions, 'onSize' | 'conditions'>,
): Promise<Fetched> {
  return fetcher.fetch(url, {
    ...options,
    redirect: 'manual',
    cutAt: (head) => (isSuccess(head) && mayBeHtml(head) ? undefined : 0),
  });
}

/** Whether a status is 2xx. */
export function isSuccess({ status }: Pick<ResponseHead, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Whether a response is HTML: by its media type, or without one by the beginning of its body. */
export function isHtml(fetched: Pick<Fetched, 'headers' | 'body'>): boolean {
  return contentTypeOf(fetched) === null ? looksLikeHtml(fetched.body) : mayBeHtml(fetched);
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

/** Whether a response has the media type of a page, or none. */
function mayBeHtml(head: Pick<ResponseHead, 'headers'>): boolean {
  const type = contentTypeOf(head);
  return type === null || htmlTypes.has(type);
}

function rejectOtherTypes(head: ResponseHead): void {
  if (mayBeHtml(head)) return;
  const cause = new Error(`Content-Type: ${contentTypeOf(head)}`);
  throw fetchError('content_type_unsupported', { cause });
}

/** The media type of the last valid `Content-Type`, lower-case (Fetch §2.2.2); otherwise `null`. */
function contentTypeOf({ headers }: Pick<ResponseHead, 'headers'>): string | null {
  const values = (headers.get('content-type') ?? []).flatMap((value) => value.split(','));
  const types = values.flatMap((value) => {
    const essence = /^[\t ]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[\t ]*(?:;|$)/.exec(
      value,
    )?.[1];
    return essence === undefined || essence === '*/*' ? [] : [essence.toLowerCase()];
  });
  return types.at(-1) ?? null;
}
