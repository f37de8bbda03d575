import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { CpuAccount } from '../../limits/cpu-account.ts';
import { type TimeSlices, takeSlices } from '../../limits/time-slices.ts';
import type { Fetcher } from '../fetcher.ts';
import { gunzip } from '../gunzip.ts';
import { limited } from '../read-body.ts';
import {
  collectSitemap,
  type NamedSitemap,
  type OnPage,
  type SitemapContents,
} from './collect-sitemap.ts';
import type { SitemapFault, SitemapFile } from './sitemap-facts.ts';
import { type SitemapEvents, type SitemapReader, xmlReader } from './xml-reader.ts';

/** The number of characters of a line that are kept; valid URLs are shorter. */
const maxLineLength = 4096;

/** Reads a plain-text sitemap with one URL per line. */
function textReader(events: SitemapEvents): SitemapReader {
  let line = 1;
  let rest = '';
  let stopped = false;
  let atReturn = false;
  const flush = () => {
    const location = rest.trim();
    rest = '';
    if (location !== '' && !events.onEntry(location, line)) stopped = true;
    line++;
  };
  events.onKind('text');
  return {
    write: (text) => {
      const lineEnd = /\r\n?|\n/g;
      let at = atReturn && text.startsWith('\n') ? 1 : 0;
      if (text !== '') atReturn = text.endsWith('\r');
      lineEnd.lastIndex = at;
      for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
        rest = (rest + text.slice(at, end.index)).slice(0, maxLineLength);
        at = lineEnd.lastIndex;
        flush();
        if (stopped) return false;
      }
      if (rest.length < maxLineLength) rest = (rest + text.slice(at)).slice(0, maxLineLength);
      return true;
    },
    end: () => {
      if (rest !== '') flush();
      return !stopped;
    },
  };
}

/** The reader for a file, or why there is none. */
type OpenedReader = SitemapReader | 'html' | 'not_a_sitemap';

/** The beginning of an HTML page, which some sites send instead of a missing sitemap. */
const htmlBeginning = /^<(?:!doctype\s+html\b|html\b|head\b|body\b|script\b|title\b|meta\b)/i;

/**
 * Detects the kind of a file by its beginning. Its name and its Content-Type are not reliable.
 *
 * @param start - Text without a byte order mark and not blank, of some characters.
 */
function openReader(start: string, events: SitemapEvents): OpenedReader {
  const text = start.trimStart();
  if (htmlBeginning.test(text)) return 'html';
  if (text.startsWith('<')) return xmlReader(events);
  const [line = ''] = text.split(/[\r\n]/, 1);
  if (/^(?:https?:\/)?\/\S*\s*$/i.test(line)) return textReader(events);
  return 'not_a_sitemap';
}

/** The number of characters between checks of the time slice: about a millisecond of work. */
const sliceCharacters = 8_192;

/** The number of characters needed to detect the kind of a file. */
const startCharacters = 256;

/** The limit for white space at the beginning of a file. */
const maxBlank = 64 * 1024;

/** How reading ended, or what the file is instead of a sitemap. */
type ReadOutcome = 'whole' | 'stopped' | 'html' | 'not_a_sitemap';

/**
 * Reads the bytes of a sitemap as a stream, in time slices.
 *
 * @returns `stopped` if its reader stopped because of a fault.
 */
export async function readSitemapText(
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
      const enough = start.trimStart().length >= startCharacters || start.length > maxBlank;
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

/** Decodes bytes to text. The last chunk is always yielded, even if empty. */
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

/** Sitemaps are UTF-8; UTF-16 is read as well if there is a byte order mark. */
function encodingOf(start: Uint8Array): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/**
 * Decompresses a gzip file, independent of its name and headers: a `.xml.gz` is often sent without
 * `Content-Encoding`. Other files are passed on unchanged.
 *
 * @param max - The maximum decompressed size.
 */
async function* gunzipFile(
  chunks: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < 2) {
    const { value, done } = await source.next();
    if (done) break;
    start = start.length === 0 ? value : Buffer.concat([start, value]);
  }
  const whole = async function* () {
    yield start;
    yield* { [Symbol.asyncIterator]: () => source };
  };
  if (start[0] !== 0x1f || start[1] !== 0x8b) yield* whole();
  else yield* limited(gunzip(whole()), max, 'body_decoded_too_large');
}

/** A requested sitemap and its contents. */
interface SitemapRead extends SitemapContents {
  readonly file: SitemapFile;
}

/** The limit for the decompressed size: 50 MB in the protocol (52,428,800 bytes). */
const sitemapBytes = 50 * 1024 * 1024;

/** Milliseconds of work in one slice. */
const sliceMs = 2;

/** Failed fetches that are faults of the file. */
const faults: ReadonlyMap<string, SitemapFault> = new Map([
  ['body_too_large', 'too_large'],
  ['body_decoded_too_large', 'too_large'],
  ['encoding_invalid', 'damaged'],
]);

type FileEnd = Pick<SitemapFile, 'state' | 'reason' | 'complete'>;

/**
 * Fetches a sitemap and reads it as a stream.
 *
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function readSitemap(
  fetcher: Fetcher,
  named: NamedSitemap,
  onPage: OnPage,
  timeoutMs: number,
  cpu: CpuAccount,
): Promise<SitemapRead> {
  const { url, namedBy, robotsLine } = named;
  const collected = collectSitemap(named, onPage);
  let outcome: ReadOutcome = 'stopped';

  const endOf = async (): Promise<FileEnd> => {
    try {
      const { status } = await fetcher.fetch(url, {
        accept: 'application/xml,text/xml;q=0.9,*/*;q=0.8',
        maxWireBytes: sitemapBytes,
        maxDecodedBytes: sitemapBytes,
        timeoutMs,
        read: async (chunks, { status: found, finalUrl }) => {
          if (!isSuccess(found)) return;
          collected.authorizeHost(new URL(finalUrl));
          const unpacked = gunzipFile(chunks, sitemapBytes);
          outcome = await readSitemapText(unpacked, collected.events, takeSlices(sliceMs, cpu));
        },
      });
      if (!isSuccess(status)) return refused(status);
    } catch (error) {
      return failed(error);
    }
    // For files that do not exist, some sites send a page or an empty response.
    if (outcome === 'html' || (outcome === 'not_a_sitemap' && namedBy === 'usual_place')) {
      return { state: 'missing', reason: outcome, complete: false };
    }
    if (outcome === 'not_a_sitemap') collected.events.onFault('not_a_sitemap', null);
    if (outcome === 'whole') collected.end();
    const isFeed = collected.contents().kind === 'feed';
    return { state: 'read', reason: null, complete: outcome === 'whole' && !isFeed };
  };
  const failed = (error: unknown): FileEnd => {
    if (!isSitegradeError(error) || error.reason === undefined) throw error;
    const fault = faults.get(error.reason);
    if (fault !== undefined) collected.events.onFault(fault, null);
    const { reason } = error;
    if (reason === 'dns_not_found') return { state: 'missing', reason, complete: false };
    return { state: fault === undefined ? 'unknown' : 'read', reason, complete: false };
  };

  const end = await endOf();
  const contents = collected.contents();
  const { kind, entries } = contents;
  return { ...contents, file: { url: url.href, namedBy, robotsLine, ...end, kind, entries } };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** With 401, 403 and similar, or a server error, other clients may get the file. */
function refused(status: number): FileEnd {
  const unclear = status >= 500 || [401, 403, 408, 425, 429].includes(status);
  return { state: unclear ? 'unknown' : 'missing', reason: `status ${status}`, complete: false };
}
