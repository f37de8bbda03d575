import type { PageUnderTest } from '../packages/core/src/audit/checks/fixtures/facts-of.ts';

/**
 * A stored real page, without its headers and its site: a compressed response, under the URL of its
 * canonical link, which distinguishes internal and external links.
 */
export function corpusPage(body: Buffer): PageUnderTest {
  const html = body.toString('utf8');
  const canonical = /<link[^>]+canonical[^>]+href=["']?(https?:[^"'\s>]+)/i.exec(html)?.[1];
  const url =
    canonical !== undefined && URL.canParse(canonical)
      ? new URL(canonical).href
      : 'https://example.com/page';
  return { html, url, headers: { 'content-encoding': 'gzip' } };
}
