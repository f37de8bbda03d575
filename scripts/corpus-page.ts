import { isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { PageUnderTest } from '../packages/audit/src/checks/fixtures/facts-of.ts';

/**
 * A stored real page, without its headers and its site: a compressed response, under the URL of its
 * canonical link, else of its `og:url` or its `<base>`, which distinguishes internal and external links.
 */
export function corpusPage(body: Buffer): PageUnderTest {
  const html = textOf(body);
  const stated = addresses
    .map((pattern) => pattern.exec(html)?.[1] ?? '')
    .find((address) => URL.canParse(address));
  const url = stated === undefined ? 'https://example.com/page' : new URL(stated).href;
  return { html, url, headers: { 'content-encoding': 'gzip' } };
}

/** Where a page states its own address, the most certain first. */
const addresses = [
  /<link[^>]+canonical[^>]+href=["']?(https?:[^"'\s>]+)/i,
  /<link[^>]+href=["']?(https?:[^"'\s>]+)[^>]+rel=["']?canonical/i,
  /<meta[^>]+og:url[^>]+content=["']?(https?:[^"'\s>]+)/i,
  /<meta[^>]+content=["']?(https?:[^"'\s>]+)[^>]+og:url/i,
  /<base[^>]+href=["']?(https?:[^"'\s>]+)/i,
] as const;

/** The text of a page: UTF-8 unless its bytes are invalid, then the legacy encoding of most old pages. */
function textOf(body: Buffer): string {
  return new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252').decode(body);
}
