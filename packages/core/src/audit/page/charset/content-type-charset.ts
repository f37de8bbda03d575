import { MIMEType } from 'whatwg-mimetype';

/**
 * The `charset` parameter of a Content-Type header, as written; `null` where there is none.
 *
 * Several comma-separated values are combined as in Fetch: the last valid type counts, and inherits
 * the charset of the previous one where the type is the same and has no charset.
 * Source: https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
 */
export function contentTypeCharset(contentType: string | null): string | null {
  let essence: string | null = null;
  let charset: string | null = null;
  for (const value of (contentType ?? '').slice(0, 2_000).split(',')) {
    const type = MIMEType.parse(value);
    if (type === null || type.essence === '*/*') continue;
    const own = type.parameters.get('charset') ?? null;
    if (own !== null || type.essence !== essence) charset = own;
    essence = type.essence;
  }
  return charset;
}
