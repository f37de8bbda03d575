import type { Connections } from './connections.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { fetchError } from './fetch-error.ts';
import type { Fetched } from './fetched.ts';
import { followRedirects, sendOnce } from './follow-redirects.ts';
import type { Handshake } from './guarded-connect.ts';
import { createHostSlot, type HostSlot } from './host-slots.ts';
import { checkUrl } from './parse-target.ts';
import { type ReadResponseOptions, readResponse } from './read-response.ts';
import type { OpenResponse } from './send-request.ts';
import type { SiteHeaders } from './site-headers.ts';

/** Options of {@link Fetcher.fetch}. */
export interface FetchOptions extends ReadResponseOptions {
  /** The `Accept` header. Default: HTML before everything else. */
  readonly accept?: string;
  /** The `User-Agent` header. Default: that of the network. */
  readonly userAgent?: string;
  /** The `Origin` header, as scripts of another site send it. Default: none. */
  readonly origin?: string;
  /** Headers that make the request conditional, sent to the given URL only, not to what it redirects to. */
  readonly conditions?: Readonly<Record<string, string>> | undefined;
  /** `manual`: a redirect is a response like others. Default: `follow`. */
  readonly redirect?: 'follow' | 'manual';
  /** The maximum number of redirects to follow. Default: the limit of the network. */
  readonly maxRedirects?: number;
  /** The time limit of this request in milliseconds, within that of the report. */
  readonly timeoutMs?: number;
}

/** Sends requests with one time limit. Supports concurrent requests. */
export interface Fetcher {
  /**
   * Fetches a URL from permitted addresses, and follows redirects. Any status is a response, not an error.
   *
   * @throws SitegradeError with a `reason` and the field `url`, or the signal's reason if aborted.
   */
  fetch(target: URL, options?: FetchOptions): Promise<Fetched>;
  /**
   * Returns what a connection to the origin agreed on, which is opened if there was none.
   *
   * @throws the errors of {@link Fetcher.fetch}.
   */
  handshake(target: URL, options?: Pick<FetchOptions, 'timeoutMs'>): Promise<Handshake>;
  /** Stops the time limit of all requests until the returned function is called. */
  pause(): () => void;
  /**
   * Ends the requests that are still running, and the time limit. Call it in any case. The connections of
   * finished requests remain open.
   */
  close(): void;
}

/** Called with the URL of each request when it is sent; the returned function when its response has ended. */
export type OnRequest = (url: string) => () => void;

const acceptHtml = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

/**
 * Creates a fetcher. The time limit `limits.totalMs` starts with the first request, and applies to all its
 * requests together.
 *
 * @param connections - Belong to the caller, who closes them after the fetcher.
 * @param options - `siteHeaders` are sent to their origin, with every request that starts there. `onRequest` must not
 * throw.
 */
export function createFetcher(
  connections: Connections,
  options: {
    readonly signal?: AbortSignal;
    readonly siteHeaders?: SiteHeaders;
    readonly onRequest?: OnRequest | undefined;
  } = {},
): Fetcher {
  const { network } = connections;
  const { limits } = network;

  let deadline: Deadline | undefined;
  const startOnce = (): Deadline => {
    if (deadline !== undefined) return deadline;
    const total = startDeadline({
      ms: limits.totalMs,
      error: () => fetchError('fetch_timeout'),
      signal: options.signal,
    });
    const onClosed = () => total.end(connections.signal.reason);
    const forget = () => connections.signal.removeEventListener('abort', onClosed);
    if (connections.signal.aborted) onClosed();
    else connections.signal.addEventListener('abort', onClosed);
    if (total.signal.aborted) forget();
    else total.signal.addEventListener('abort', forget);
    deadline = total;
    return total;
  };

  const fetchOnce = async (
    target: URL,
    request: FetchOptions,
    slot: HostSlot,
    signal: AbortSignal,
  ): Promise<Fetched> => {
    const startedAt = performance.now();
    const { accept = acceptHtml, userAgent = network.userAgent } = request;
    const headersFor = options.siteHeaders?.follow() ?? (() => ({}));
    let onEnd = () => {};
    const send = async (next: URL) => {
      // A redirect has ended.
      onEnd();
      onEnd = () => {};
      await slot.move(next.host);
      onEnd = options.onRequest?.(next.href) ?? (() => {});
      return connections.send({
        url: next,
        accept,
        userAgent,
        headers: {
          ...withOrigin(headersFor(next), request.origin),
          ...(next.href === target.href && request.conditions),
        },
        signal,
      });
    };
    try {
      return await readFollowed(target, request, send, startedAt);
    } finally {
      onEnd();
    }
  };

  const readFollowed = async (
    target: URL,
    request: FetchOptions,
    send: (next: URL) => Promise<OpenResponse>,
    startedAt: number,
  ): Promise<Fetched> => {
    const { url, response, redirects } =
      request.redirect === 'manual'
        ? await sendOnce(checkUrl(target, network), send)
        : await followRedirects(target, {
            rules: network,
            maxRedirects: request.maxRedirects ?? limits.redirects,
            send,
          });
    const firstByteMs = Math.round(performance.now() - startedAt);
    const head = {
      url: redirects[0]?.url ?? url.href,
      finalUrl: url.href,
      status: response.status,
      headers: response.headers,
      redirects,
    };
    const body = await readResponse(response.body, head, request, limits);
    return {
      ...head,
      body: body.bytes,
      transferBytes: body.wireBytes,
      timings: { firstByteMs, totalMs: Math.round(performance.now() - startedAt) },
    };
  };

  /** Does work that begins at a host, in a slot of that host. It may wait for one before its own time begins. */
  const withinTime = async <Result>(
    host: string,
    timeoutMs: number | undefined,
    work: (signal: AbortSignal, slot: HostSlot) => Promise<Result>,
  ): Promise<Result> => {
    const total = startOnce();
    if (total.signal.aborted) throw total.signal.reason;
    const slot = createHostSlot(connections.slots, total.race);
    await slot.move(host);
    // Not when the time is over, but when the request has ended.
    const workInSlot = (signal: AbortSignal) => work(signal, slot).finally(slot.leave);
    if (timeoutMs === undefined) return total.race(workInSlot(total.signal));
    const deadline = startDeadline({
      ms: timeoutMs,
      error: () => fetchError('fetch_timeout'),
      signal: total.signal,
    });
    try {
      return await deadline.race(workInSlot(deadline.signal));
    } finally {
      deadline.clear();
    }
  };

  return {
    fetch: (target, request = {}) =>
      withinTime(target.host, request.timeoutMs, (signal, slot) =>
        fetchOnce(target, request, slot, signal),
      ),
    handshake: async (target, { timeoutMs } = {}) => {
      const url = checkUrl(target, network);
      if (url.protocol !== 'https:') throw fetchError('url_scheme');
      return withinTime(url.host, timeoutMs, () => connections.handshake(url));
    },
    pause: () => startOnce().pause(),
    close() {
      startOnce().end(new Error('The fetcher is closed.'));
    },
  };
}

/** The headers with this `Origin` instead of another one. */
function withOrigin(
  headers: Readonly<Record<string, string>>,
  origin: string | undefined,
): Readonly<Record<string, string>> {
  if (origin === undefined) return headers;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'origin');
  return { ...Object.fromEntries(others), origin };
}
