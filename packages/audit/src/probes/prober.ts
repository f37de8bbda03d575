import { isSitegradeError, SitegradeError } from '@sitegrade/foundation/errors';
import { requestsPerHost } from '../fetch/connections.ts';
import { fetchError } from '../fetch/fetch-error.ts';
import type { Fetched } from '../fetch/fetched.ts';
import type { Fetcher, FetchOptions } from '../fetch/fetcher.ts';
import { RedirectsFollowed } from '../fetch/follow-redirects.ts';
import type { Handshake } from '../fetch/guarded-connect.ts';
import { createHostSlots } from '../fetch/host-slots.ts';
import type { NoResponse, Probe } from './probe-facts.ts';
import { notRequested, outOfTime } from './probe-verdicts.ts';
import { type Share, shareNothing } from './shared-results.ts';

/** Runs a task for a host as soon as a slot is free. */
export type WithHostSlot = <Result>(host: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Limits the number of concurrent tasks for each host; the others wait in order. Timeouts start with a
 * task, because time in the queue is not the host's response time.
 */
export function limitPerHost(atOnce: (host: string) => number): WithHostSlot {
  const slots = createHostSlots(atOnce);
  return async (host, work) => {
    const waiting = slots.enter(host);
    if (waiting !== undefined) await waiting;
    try {
      return await work();
    } finally {
      slots.leave(host);
    }
  };
}

/** Time limits for the probes of a report, in milliseconds. */
export interface ProbeTimes {
  /** For one request. */
  readonly eachMs: number;
  /** For all requests together. */
  readonly totalMs: number;
}

/** A slow host adds at most 2.5 seconds to a report, many slow hosts at most 5. */
const probeTimes: ProbeTimes = { eachMs: 2_500, totalMs: 5_000 };

/** The result of a request. */
type ReadResult = { readonly kind: 'response'; readonly fetched: Fetched } | NoResponse;

/**
 * Sends GET requests; failures are results, not exceptions. Not HEAD: not every server supports it, and
 * its connections cannot be used again.
 */
export interface Prober {
  /** Reads only the headers of a response. Other reports share the result. */
  readonly head: (url: URL) => Promise<Probe>;
  /** Reads up to `cutAt` bytes of the body; with 0, only the headers. */
  readonly read: (url: URL, options: ReadOptions) => Promise<ReadResult>;
  /** Makes a TLS handshake. */
  readonly handshake: (url: URL) => Promise<(Handshake & { kind: 'response' }) | NoResponse>;
  /** Fetches within the time limits, and throws the errors of the fetcher. */
  readonly fetch: Fetcher['fetch'];
  /** A prober with the same limit of concurrent requests, whose time limit starts now. */
  readonly again: () => Prober;
  readonly share: Share;
}

/** The headers, by default those of a request for a page, and the number of bytes to read. */
type ReadOptions = Pick<FetchOptions, 'accept' | 'userAgent' | 'origin' | 'redirect'> & {
  readonly cutAt: number;
};

/** Reasons why the fetcher itself refuses a URL or a redirect. */
const ownRules = /^(?:url_|redirect_too_long$|host_blocked$|address_)/;

/** Google follows up to ten redirects (https://developers.google.com/crawling/docs/troubleshooting/http-status-codes). */
const maxGoogleRedirects = 10;

/** A failed request, and whether our own limits and rules caused the failure. */
function failureOf({ cause }: SitegradeError, reason: string): Pick<NoResponse, 'kind' | 'reason'> {
  if (ownRules.test(reason)) return { kind: 'skipped', reason };
  if (!(cause instanceof RedirectsFollowed)) return { kind: 'failed', reason };
  if (cause.setsCookies) return { kind: 'skipped', reason: 'cookies_required' };
  const isOwnLimit = reason === 'redirect_too_many' && cause.redirects.length <= maxGoogleRedirects;
  return { kind: isOwnLimit ? 'skipped' : 'failed', reason };
}

/**
 * Creates a prober, and starts its time limit. Except for `fetch`, its methods throw only if the
 * analysis is aborted.
 */
export function createProber(
  fetcher: Fetcher,
  times: ProbeTimes = probeTimes,
  withSlot: WithHostSlot = limitPerHost(() => requestsPerHost),
  share: Share = shareNothing,
): Prober {
  const deadline = performance.now() + times.totalMs;
  const timeLeft = () => Math.min(times.eachMs, Math.floor(deadline - performance.now()));

  const attempt = async <Result>(
    url: URL,
    work: (timeoutMs: number) => Promise<Result>,
  ): Promise<{ readonly kind: 'done'; readonly result: Result } | NoResponse> => {
    const timeoutMs = timeLeft();
    if (timeoutMs <= 0) return { kind: 'skipped', url: url.href, reason: outOfTime };
    try {
      return { kind: 'done', result: await work(timeoutMs) };
    } catch (error) {
      if (!isSitegradeError(error) || error.reason === undefined) throw error;
      return { ...failureOf(error, error.reason), url: url.href };
    }
  };
  const headOf = async (url: URL): Promise<Probe> => {
    const result = await attempt(url, (timeoutMs) =>
      fetcher.fetch(url, { accept: '*/*', cutAt: 0, timeoutMs }),
    );
    return result.kind === 'done' ? toProbe(url, result.result) : result;
  };
  return {
    head: (url) => share(`head ${url.href}`, () => withSlot(url.host, () => headOf(url))),
    read: async (url, options) => {
      const result = await withSlot(url.host, () =>
        attempt(url, (timeoutMs) => fetcher.fetch(url, { ...options, timeoutMs })),
      );
      return result.kind === 'done' ? { kind: 'response', fetched: result.result } : result;
    },
    handshake: async (url) => {
      const result = await withSlot(url.host, () =>
        attempt(url, (timeoutMs) => fetcher.handshake(url, { timeoutMs })),
      );
      return result.kind === 'done' ? { kind: 'response', ...result.result } : result;
    },
    fetch: (url, options) =>
      withSlot(url.host, async () => {
        const timeoutMs = timeLeft();
        if (timeoutMs <= 0) throw fetchError('fetch_timeout');
        return await fetcher.fetch(url, { ...options, timeoutMs });
      }),
    again: () => createProber(fetcher, times, withSlot, share),
    share,
  };
}

/** A prober that sends nothing, for pages that may cost one request only: every URL is skipped. */
export function createSilentProber(): Prober {
  const skip = async ({ href }: URL) =>
    ({ kind: 'skipped', url: href, reason: notRequested }) as const;
  const prober: Prober = {
    head: skip,
    read: skip,
    handshake: skip,
    fetch: async () => {
      const message = 'Only the page itself is requested.';
      throw new SitegradeError('page_unreachable', message, { reason: notRequested });
    },
    again: () => prober,
    share: shareNothing,
  };
  return prober;
}

/** The media type of `Content-Type` without parameters, lower-case; `null` if missing. */
export function contentTypeOf(headers: Fetched['headers']): string | null {
  const type = headers.get('content-type')?.at(-1)?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return type === '' ? null : type.slice(0, 100);
}

/** The value of `Content-Length`; `null` if missing or invalid. */
export function contentLengthOf(headers: Fetched['headers']): number | null {
  const length = headers.get('content-length')?.[0] ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : null;
}

/** Statuses of permanent redirects (RFC 9110 §15.4). */
const permanent: ReadonlySet<number> = new Set([301, 308]);

/** Whether a redirect is permanent. */
export function isPermanent({ status }: { readonly status: number }): boolean {
  return permanent.has(status);
}

function toProbe(url: URL, { finalUrl, status, headers, redirects }: Fetched): Probe {
  return {
    kind: 'response',
    url: url.href,
    finalUrl,
    status,
    moved: redirects.length > 0 && redirects.every(isPermanent),
    contentType: contentTypeOf(headers),
    bytes: contentLengthOf(headers),
  };
}
