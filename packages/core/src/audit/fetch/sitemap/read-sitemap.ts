import { isSitegradeError } from '../../../errors.ts';
import type { CpuAccount } from '../../cpu-account.ts';
import { takeSlices } from '../../time-slices.ts';
import type { Fetcher } from '../fetcher.ts';
import { collectSitemap, type SitemapContents } from './collect-sitemap.ts';
import { gunzipFile } from './gunzip-file.ts';
import type { NamedSitemap } from './named-sitemap.ts';
import { type ReadOutcome, readText } from './read-text.ts';
import type { SitemapFault, SitemapFile } from './sitemap-facts.ts';

/** A sitemap that was asked for, and what it holds. */
export interface SitemapRead extends SitemapContents {
  readonly file: SitemapFile;
}

/** Bytes of a sitemap, unpacked: what the protocol calls 50 MB (52,428,800 bytes). */
export const sitemapBytes = 50 * 1024 * 1024;

/** Milliseconds of work in a turn. */
const sliceMs = 2;

/** Failed fetches that are faults of the file. */
const faults: ReadonlyMap<string, SitemapFault> = new Map([
  ['body_too_large', 'too_large'],
  ['body_decoded_too_large', 'too_large'],
  ['encoding_invalid', 'damaged'],
]);

type FileEnd = Pick<SitemapFile, 'state' | 'reason' | 'complete'>;

/**
 * Fetches a sitemap and reads it while it comes.
 *
 * @param page - The page to look for, as `comparableUrl` has it.
 * @throws only what the fetcher throws when aborted; whatever the site does is in the result.
 */
export async function readSitemap(
  fetcher: Fetcher,
  named: NamedSitemap,
  page: string,
  timeoutMs: number,
  cpu: CpuAccount,
): Promise<SitemapRead> {
  const { url, namedBy, robotsLine } = named;
  const collected = collectSitemap(named, page);
  let outcome: ReadOutcome = 'stopped';

  const endOf = async (): Promise<FileEnd> => {
    try {
      const { status } = await fetcher.fetch(url, {
        accept: 'application/xml,text/xml;q=0.9,*/*;q=0.8',
        maxWireBytes: sitemapBytes,
        maxDecodedBytes: sitemapBytes,
        timeoutMs,
        read: async (chunks, head, finalUrl) => {
          if (!isSuccess(head.status)) return;
          collected.alsoSpeaksFor(finalUrl.host);
          const unpacked = gunzipFile(chunks, sitemapBytes);
          outcome = await readText(unpacked, collected.events, takeSlices(sliceMs, cpu));
        },
      });
      if (!isSuccess(status)) return refused(status);
    } catch (error) {
      return failed(error);
    }
    // Sites answer with a page, or with nothing, for anything that does not exist.
    if (outcome === 'html' || (outcome === 'not_a_sitemap' && namedBy === 'usual_place')) {
      return { state: 'missing', reason: outcome, complete: false };
    }
    if (outcome === 'not_a_sitemap') collected.events.onFault('not_a_sitemap', null);
    if (outcome === 'whole') collected.end();
    return { state: 'read', reason: null, complete: outcome === 'whole' };
  };
  const failed = (error: unknown): FileEnd => {
    if (!isSitegradeError(error) || error.reason === undefined) throw error;
    const fault = faults.get(error.reason);
    if (fault !== undefined) collected.events.onFault(fault, null);
    const state = fault === undefined ? 'unknown' : 'read';
    return { state, reason: error.reason, complete: false };
  };

  const end = await endOf();
  const contents = collected.contents();
  const { kind, entries } = contents;
  return { ...contents, file: { url: url.href, namedBy, robotsLine, ...end, kind, entries } };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** 401, 403 and the like keep us out, and a server's fault says nothing about what is there. */
function refused(status: number): FileEnd {
  const unclear = status >= 500 || [401, 403, 408, 425, 429].includes(status);
  return { state: unclear ? 'unknown' : 'missing', reason: `status ${status}`, complete: false };
}
