import { isSitegradeError } from '@sitegrade/foundation/errors';
import type { CpuAccount } from '../../limits/cpu-account.ts';
import { runInSlices, takeSlices } from '../../limits/time-slices.ts';
import type { Fetched } from '../fetched.ts';
import type { Fetcher } from '../fetcher.ts';
import { RedirectsFollowed } from '../follow-redirects.ts';
import { type RobotsRules, readRobotsTxt, robotsTxtLimit } from './robots-rules.ts';

/**
 * The robots.txt of a site. `none`: there are no restrictions. `server_error`: crawlers must not crawl the
 * site. `unknown`: it could not be fetched, which may differ for other clients.
 */
export type RobotsTxt =
  | {
      readonly kind: 'found';
      /** Its URL after redirects. */
      readonly url: string;
      readonly rules: RobotsRules;
      /** The `Content-Type` header; `null` if missing. */
      readonly contentType: string | null;
    }
  | { readonly kind: 'none'; readonly status: number }
  | { readonly kind: 'server_error'; readonly status: number }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Milliseconds of work in a slice. */
const sliceMs = 2;

/** Milliseconds, so that a slow robots.txt leaves time for the page. */
const timeoutMs = 5_000;

/**
 * Fetches and reads the robots.txt for a page as Google documents it: with status 4xx or more than five
 * redirects there is none; with 5xx and 429 the site must not be crawled
 * (https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt).
 *
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function fetchRobotsTxt(
  fetcher: Pick<Fetcher, 'fetch'>,
  pageUrl: URL,
  cpu: CpuAccount,
): Promise<RobotsTxt> {
  const url = new URL('/robots.txt', pageUrl);
  try {
    return await robotsTxtOf(
      await fetcher.fetch(url, {
        accept: 'text/plain,*/*;q=0.8',
        cutAt: robotsTxtLimit + 1,
        maxRedirects: 5,
        timeoutMs,
      }),
      cpu,
    );
  } catch (error) {
    if (!isSitegradeError(error) || error.reason === undefined) throw error;
    const followed =
      error.cause instanceof RedirectsFollowed ? error.cause.redirects.at(-1) : undefined;
    if (followed !== undefined) return { kind: 'none', status: followed.status };
    return { kind: 'unknown', reason: error.reason };
  }
}

/** How much memory a robots.txt takes at most, in bytes: its rules take up to 80 times its own, if they are short. */
export function robotsBytes(robots: RobotsTxt): number {
  return robots.kind === 'found' ? 1_000 + 80 * robots.rules.source.length : 100;
}

/** Reads a robots.txt, in slices. */
export function readRules(bytes: Uint8Array, cpu: CpuAccount): Promise<RobotsRules> {
  return runInSlices(readRobotsTxt(bytes), takeSlices(sliceMs, cpu));
}

async function robotsTxtOf(
  { status, body, finalUrl, headers }: Fetched,
  cpu: CpuAccount,
): Promise<RobotsTxt> {
  if (status >= 200 && status < 300) {
    const contentType = headers.get('content-type')?.[0] ?? null;
    const rules = await readRules(body, cpu);
    return { kind: 'found', url: finalUrl, rules, contentType };
  }
  if (status >= 500 || status === 429) return { kind: 'server_error', status };
  return { kind: 'none', status };
}
