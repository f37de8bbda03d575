import type { SitemapEvents, SitemapReader } from './sitemap-reader.ts';
import { textReader } from './text-reader.ts';
import { xmlReader } from './xml-reader.ts';

/** The reader that a file's beginning asks for, or why there is none. */
export type OpenedReader = SitemapReader | 'html' | 'not_a_sitemap';

/** Pages begin like this, also the ones that answer in place of a sitemap that does not exist. */
const htmlBeginning = /^<(?:!doctype\s+html\b|html\b|head\b|body\b|script\b|title\b|meta\b)/i;

/**
 * Tells by its beginning what a file is. Its name and its Content-Type say nothing that could be
 * relied on.
 *
 * @param start - Text without a byte order mark and not blank, of some characters.
 */
export function openReader(start: string, events: SitemapEvents): OpenedReader {
  const text = start.trimStart();
  if (htmlBeginning.test(text)) return 'html';
  if (text.startsWith('<')) return xmlReader(events);
  const [line = ''] = text.split(/[\r\n]/, 1);
  if (/^(?:https?:\/)?\/\S*\s*$/i.test(line)) return textReader(events);
  return 'not_a_sitemap';
}
