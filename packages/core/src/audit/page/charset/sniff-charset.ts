import { isAscii, isUtf8 } from 'node:buffer';
import { getBOMEncoding, isomorphicDecode, normalizeEncoding } from '@exodus/bytes/encoding.js';
import type { CharsetFact } from '../page-facts.ts';
import { contentTypeCharset } from './content-type-charset.ts';
import { prescanBytes, prescanMeta } from './prescan-meta.ts';

/** The encoding of a page, before it is decoded. */
export type SniffedCharset = Omit<CharsetFact, 'undecodable'>;

/**
 * Determines the encoding of a page: byte order mark, Content-Type, a declaration in the first 1,024
 * bytes, or else windows-1252, the standard's default for most locales.
 * Source: https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding
 *
 * Where nothing is declared and the bytes are valid UTF-8 beyond ASCII, they are read as UTF-8: step 8
 * of the standard leaves detection to implementations and calls UTF-8's pattern highly detectable,
 * search engines detect it, and legacy text does not match it by accident. `from` is still `default`:
 * the page declares nothing.
 */
export function sniffCharset(body: Uint8Array, contentType: string | null): SniffedCharset {
  const headerLabel = contentTypeCharset(contentType);
  const bom = getBOMEncoding(body);
  if (bom !== null) return { name: bom, from: 'bom', headerLabel, metaLabel: null };

  const fromHeader = headerLabel === null ? null : normalizeEncoding(headerLabel);
  if (fromHeader !== null) {
    return { name: fromHeader, from: 'header', headerLabel, metaLabel: null };
  }
  const declared = prescanMeta(isomorphicDecode(body.subarray(0, prescanBytes)));
  if (declared !== null) {
    return { name: declared.encoding, from: 'meta', headerLabel, metaLabel: declared.label };
  }
  const name = !isAscii(body) && isUtf8(body) ? 'utf-8' : 'windows-1252';
  return { name, from: 'default', headerLabel, metaLabel: null };
}
