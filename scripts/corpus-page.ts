import { isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { PageUnderTest } from '../packages/audit/src/checks/fixtures/facts-of.ts';

/**
 * A stored real page, without its headers and its site: a compressed response, under the URL of its
 * canonical link, which distinguishes internal and external links.
 */
export function corpusPage(body: Buffer): PageUnderTest {
  const html = textOf(body);
  const canonical = /<link[^>]+canonical[^>]+href=["']?(https?:[^"'\s>]+)/i.exec(html)?.[1];
  const url =
    canonical !== undefined && URL.canParse(canonical)
      ? new URL(canonical).href
      : 'https://example.com/page';
  return { html, url, headers: { 'content-encoding': 'gzip' } };
}

/** The text of a page: UTF-8 unless its bytes are none, then the legacy encoding of most old pages. */
function textOf(body: Buffer): string {
  return new TextDecoder(isUtf8(body) ? 'utf-8' : 'windows-1252').decode(body);
}
