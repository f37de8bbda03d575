import type { TimeSlices } from '../../time-slices.ts';
import { openReader } from './open-reader.ts';
import type { SitemapEvents, SitemapReader } from './sitemap-reader.ts';

/** Characters read without looking at the clock: about a millisecond. */
const sliceCharacters = 8_192;

/** Characters that tell what a file is. */
const startCharacters = 256;

/** White space before anything else beyond which nothing is expected any more. */
const longestBlank = 64 * 1024;

/** How the reading ended, or what it is instead of a sitemap. */
export type ReadOutcome = 'whole' | 'stopped' | 'html' | 'not_a_sitemap';

/**
 * Reads a sitemap's bytes as they come, and lets others have their turn in between.
 *
 * @returns `stopped` where its reader wanted no more: a fault ended it, or it is a feed.
 */
export async function readText(
  chunks: AsyncIterable<Uint8Array>,
  events: SitemapEvents,
  slices: TimeSlices,
): Promise<ReadOutcome> {
  let start = '';
  let reader: SitemapReader | null = null;
  for await (const { text, isLast } of textOf(chunks)) {
    let next = text;
    if (reader === null) {
      start += text;
      const enough = start.trimStart().length >= startCharacters || start.length > longestBlank;
      if (!enough && !isLast) continue;
      const opened = openReader(start, events);
      if (typeof opened === 'string') return opened;
      reader = opened;
      next = start;
    }
    if (!(await write(reader, next, slices))) return 'stopped';
  }
  return reader?.end() ? 'whole' : 'stopped';
}

async function write(reader: SitemapReader, text: string, slices: TimeSlices): Promise<boolean> {
  for (let at = 0; at < text.length; at += sliceCharacters) {
    if (slices.isOver()) await slices.next();
    if (!reader.write(text.slice(at, at + sliceCharacters))) return false;
  }
  return true;
}

/** Bytes as text; the last piece may be empty, and always comes. */
async function* textOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly text: string; readonly isLast: boolean }> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield { text: decoder.decode(chunk, { stream: true }), isLast: false };
  }
  yield { text: decoder?.decode() ?? '', isLast: true };
}

/** A sitemap is UTF-8; one that begins with UTF-16's byte order mark can be read all the same. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
