import { setTimeout } from 'node:timers/promises';
import { createConnections } from './connections.ts';
import { startDeadline } from './deadline.ts';
import { fetchError, responseFailure } from './fetch-error.ts';
import type { Network } from './network.ts';
import { checkUrl } from './parse-target.ts';
import { retryAfterMs } from './retry-after.ts';
import { headerMap } from './send-request.ts';

/** A message to send. */
interface MessageToPost {
  readonly url: URL;
  /** The other headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Aborts the request, which then throws its reason. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** The response to a message. Its body is not kept. */
export interface PostedMessage {
  readonly status: number;
  /** When the server wants the next request; `null` if it does not say so. */
  readonly retryAfterMs: number | null;
}

/** Bytes of the response that are read, and for how long, so that its end is not an error to the server. */
const maxResponseBytes = 1_024;
const maxResponseMs = 250;

/**
 * Posts JSON to a URL of others, from permitted addresses, within `limits.totalMs`. It follows no redirects, and reads
 * no more than the beginning of the response. Any status is a response, not an error. The connection is not used again:
 * its address was checked for this request only.
 *
 * @throws SitegradeError with a `reason`, or the signal's reason if aborted.
 */
export async function postMessage(
  network: Network,
  { url, headers, body, signal, now }: MessageToPost,
): Promise<PostedMessage> {
  const target = checkUrl(url, network);
  const connections = createConnections(network);
  const deadline = startDeadline({
    ms: network.limits.totalMs,
    error: () => fetchError('fetch_timeout'),
    signal,
  });
  const post = async () => {
    try {
      return await connections.agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'POST',
        headers: {
          ...headers,
          'user-agent': network.userAgent,
          'content-type': 'application/json',
        },
        body,
        responseHeaders: 'raw',
        signal: deadline.signal,
      });
    } catch (error) {
      throw responseFailure(error, 'headers', deadline.signal);
    }
  };
  try {
    const response = await deadline.race(post());
    // Without a listener, the error event of a destroyed body would end the process.
    response.body.on('error', () => {});
    const received = headerMap(response.headers as unknown as readonly string[]);
    // The message has arrived, however the rest of the response is.
    await Promise.race([
      response.body.dump({ limit: maxResponseBytes }).catch(() => {}),
      setTimeout(maxResponseMs, undefined, { ref: false }),
    ]);
    return { status: response.statusCode, retryAfterMs: retryAfterMs(received, now()) };
  } finally {
    deadline.clear();
    await connections.close();
  }
}
