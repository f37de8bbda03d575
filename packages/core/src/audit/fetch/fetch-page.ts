import { isSitegradeError } from '../../errors.ts';
import { fetchError, isConnectFailure } from './fetch-error.ts';
import type { Fetched } from './fetched.ts';
import type { Fetcher, FetchOptions } from './fetcher.ts';
import type { Target } from './parse-target.ts';
import type { ResponseHead } from './send-request.ts';

/**
 * Fetches the page that a report is about. A status such as 404 or 500 is a page too. Where the
 * scheme was assumed and nothing answers with `https://`, `http://` is tried.
 *
 * @throws SitegradeError with a `reason` and the field `url`; `page_not_html` where the response
 * says it is no HTML, or says nothing and is none.
 */
export async function fetchPage(
  fetcher: Fetcher,
  target: Target,
  options: Pick<FetchOptions, 'grow'> = {},
): Promise<Fetched> {
  try {
    return await fetchHtml(fetcher, target.url, options);
  } catch (error) {
    const plain = plainUrl(target, error);
    if (plain === null) throw error;
    return await fetchHtml(fetcher, plain, options).catch((again) => {
      // Nothing answers there either: the error about what was asked for says more.
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
  options: Pick<FetchOptions, 'grow'>,
): Promise<Fetched> {
  const fetched = await fetcher.fetch(url, { ...options, onHead: refuseOtherTypes });
  if (contentTypeOf(fetched) === null && !looksLikeHtml(fetched.body)) {
    throw fetchError('content_type_unsupported');
  }
  return fetched;
}

const htmlTypes = new Set(['text/html', 'application/xhtml+xml']);

function refuseOtherTypes(head: ResponseHead): void {
  const type = contentTypeOf(head);
  if (type !== null && !htmlTypes.has(type)) {
    throw fetchError('content_type_unsupported', { cause: new Error(`Content-Type: ${type}`) });
  }
}

/** Type and subtype, lower-case, of the last `Content-Type` that is one (Fetch §2.2.2); else `null`. */
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

/** The beginnings of WHATWG MIME Sniffing §7.1, which a space or `>` has to follow, and a few more. */
const beginning =
  /^(?:<!--|<\?xml|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[\s>])/i;

/** Whether bytes that nobody calls HTML are HTML. Nothing but white space counts as an empty page. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  // NUL is what UTF-16 puts between letters of markup.
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').replaceAll('\0', '');
  const text = start.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart();
  return text === '' || beginning.test(text);
}
