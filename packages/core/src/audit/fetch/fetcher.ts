import { setMaxListeners } from 'node:events';
import { Agent } from 'undici';
import { type Deadline, startDeadline } from './deadline.ts';
import { fetchError } from './fetch-error.ts';
import type { Fetched } from './fetched.ts';
import { followRedirects } from './follow-redirects.ts';
import { guardedConnect, type Handshake, shakeHands } from './guarded-connect.ts';
import type { Network } from './network.ts';
import { type ReadResponseOptions, readResponse } from './read-response.ts';
import { sendRequest } from './send-request.ts';

/** What one request may ask for besides its URL. */
export interface FetchOptions extends ReadResponseOptions {
  /** The `Accept` header. Default: HTML before everything else. */
  readonly accept?: string;
  /** Redirects to follow; one more fails. Default: the network's limit. */
  readonly maxRedirects?: number;
  /** Milliseconds for this request alone, within what the report has left. */
  readonly timeoutMs?: number;
}

/** Asks the network on behalf of one report. Safe to use for several requests at once. */
export interface Fetcher {
  /**
   * Fetches a URL through the guard, following redirects. Any status is an answer, not an error.
   *
   * @throws SitegradeError with a `reason` and the field `url`; the signal's reason when aborted.
   */
  fetch(target: URL, options?: FetchOptions): Promise<Fetched>;
  /**
   * Sets up a secure connection of its own through the guard, notes what was agreed on and closes it.
   *
   * @throws as {@link Fetcher.fetch} does.
   */
  handshake(target: URL, options?: Pick<FetchOptions, 'timeoutMs'>): Promise<Handshake>;
  /** Closes every connection. To be called once the report is done, whatever came of it. */
  close(): Promise<void>;
}

const acceptHtml = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

/** Connections to one host at a time. */
const connectionsPerHost = 4;

/**
 * Makes a fetcher with connections of its own, which no other report shares. The clock of
 * `limits.totalMs` starts with the first request and stands for all of them.
 *
 * @example
 * ```ts
 * const fetcher = createFetcher(createNetwork());
 * try {
 *   const page = await fetcher.fetch(new URL('https://example.com/'));
 * } finally {
 *   await fetcher.close();
 * }
 * ```
 */
export function createFetcher(
  network: Network,
  options: { readonly signal?: AbortSignal } = {},
): Fetcher {
  const { limits } = network;
  const resolver = network.createResolver();
  const stopped = new AbortController();
  // Every connection that is being set up listens.
  setMaxListeners(0, stopped.signal);
  const connecting = {
    judgeAddress: network.judgeAddress,
    resolver,
    connectMs: limits.connectMs,
    secureContext: network.secureContext,
  };
  const agent = new Agent({
    connect: guardedConnect({ ...connecting, signal: stopped.signal }),
    allowH2: false,
    connections: connectionsPerHost,
    pipelining: 1,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyIdleMs,
  });

  let deadline: Deadline | undefined;
  const theDeadline = (): Deadline => {
    if (deadline !== undefined) return deadline;
    const total = startDeadline({
      ms: limits.totalMs,
      error: () => fetchError('fetch_timeout'),
      signal: options.signal,
    });
    const stop = () => {
      const reason: Error = total.signal.reason;
      stopped.abort(reason);
      resolver.cancel();
      agent.destroy(reason).catch(() => {});
    };
    if (total.signal.aborted) stop();
    else total.signal.addEventListener('abort', stop);
    deadline = total;
    return total;
  };

  const fetchOnce = async (
    target: URL,
    asked: FetchOptions,
    signal: AbortSignal,
  ): Promise<Fetched> => {
    const startedAt = performance.now();
    const { method = 'GET', accept = acceptHtml } = asked;
    const { url, response, redirects } = await followRedirects(target, {
      rules: network,
      maxRedirects: asked.maxRedirects ?? limits.redirects,
      send: (next) =>
        sendRequest(agent, { url: next, method, accept, userAgent: network.userAgent, signal }),
    });
    const firstByteMs = Math.round(performance.now() - startedAt);
    const body = await readResponse(response, asked, limits, url);
    return {
      url: redirects[0]?.url ?? url.href,
      finalUrl: url.href,
      status: response.status,
      headers: response.headers,
      body: body.bytes,
      transferBytes: body.wireBytes,
      redirects,
      timings: { firstByteMs, totalMs: Math.round(performance.now() - startedAt) },
    };
  };

  const withinTime = async <Result>(
    timeoutMs: number | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const total = theDeadline();
    if (total.signal.aborted) throw total.signal.reason;
    if (timeoutMs === undefined) return total.race(work(total.signal));
    const own = startDeadline({
      ms: timeoutMs,
      error: () => fetchError('fetch_timeout'),
      signal: total.signal,
    });
    try {
      return await own.race(work(own.signal));
    } finally {
      own.clear();
    }
  };

  return {
    fetch: (target, asked = {}) =>
      withinTime(asked.timeoutMs, (signal) => fetchOnce(target, asked, signal)),
    handshake: (target, { timeoutMs } = {}) =>
      withinTime(timeoutMs, (signal) =>
        shakeHands(target, {
          rules: network,
          connect: (alpnProtocols) => guardedConnect({ ...connecting, signal, alpnProtocols }),
        }),
      ),
    async close() {
      const total = theDeadline();
      total.end(new Error('The fetcher is closed.'));
      await agent.destroy();
    },
  };
}
