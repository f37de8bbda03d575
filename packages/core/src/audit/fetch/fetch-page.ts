import { isSitegradeError } from '../../errors.ts';
import { fetchError, isConnectFailure } from './fetch-error.ts';
import type { Fetched } from './fetched.ts';
import type { Fetcher, FetchOptions } from './fetcher.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import type { Target } from './parse-target.ts';
import type { ResponseHead } from './send-request.ts';

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
  options: Pick<FetchOptions, 'grow' | 'onHead'> = {},
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

async function fetchHtml(
  fetcher: Fetcher,
  url: URL,
  options: Pick<FetchOptions, 'grow' | 'onHead'>,
): Promise<Fetched> {
  const fetched = await fetcher.fetch(url, {
    ...options,
    onHead: (head) => {
      rejectOtherTypes(head);
      options.onHead?.(head);
    },
  });
  if (contentTypeOf(fetched) === null && !looksLikeHtml(fetched.body)) {
    throw fetchError('content_type_unsupported');
  }
  return fetched;
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

function rejectOtherTypes(head: ResponseHead): void {
  const type = contentTypeOf(head);
  if (type !== null && !htmlTypes.has(type)) {
    throw fetchError('content_type_unsupported', { cause: new Error(`Content-Type: ${type}`) });
  }
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
