import { MIMEType } from 'whatwg-mimetype';

/**
 * The `charset` parameter of a Content-Type header, as written; `null` where there is none.
 *
 * Several values, joined with commas, mean what Fetch makes of them: the last valid type counts, and
 * it keeps the charset of the one before it where it is the same type without one.
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
