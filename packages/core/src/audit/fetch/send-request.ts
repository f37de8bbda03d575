import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { acceptEncoding } from './content-coding.ts';
import { responseFailure } from './fetch-error.ts';

/** A single request, without redirects. */
interface RequestToSend {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD';
  readonly accept: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

/** A response up to the end of its headers. */
export interface ResponseHead {
  readonly status: number;
  /** Header values by lower-case name, in order, decoded as Latin-1. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
}

/** A response whose body must be read or destroyed. */
export interface OpenResponse extends ResponseHead {
  readonly body: ResponseBody;
}

/** A stream of a body. Its errors are those of {@link sendRequest}. */
interface ResponseBody extends AsyncIterable<Uint8Array> {
  readonly destroy: () => void;
}

/**
 * Sends one request and waits for the headers of the response. It sends no cookies, no referrer and nothing
 * else from the caller.
 *
 * @throws SitegradeError with the `reason` if there is no response.
 */
export async function sendRequest(agent: Agent, request: RequestToSend): Promise<OpenResponse> {
  const { url, method, accept, userAgent, signal } = request;
  try {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { 'user-agent': userAgent, accept, 'accept-encoding': acceptEncoding },
      responseHeaders: 'raw',
      signal,
    });
    // Without a listener, the error event of a destroyed body would end the process.
    response.body.on('error', () => {});
    const rawHeaders = response.headers as unknown as readonly string[];
    return {
      status: response.statusCode,
      headers: headerMap(rawHeaders),
      body: bodyOf(response.body, signal),
    };
  } catch (error) {
    throw responseFailure(error, 'headers', signal);
  }
}

function bodyOf(stream: Readable, signal: AbortSignal): ResponseBody {
  return {
    destroy: () => void stream.destroy(),
    async *[Symbol.asyncIterator]() {
      try {
        yield* stream;
      } catch (error) {
        throw responseFailure(error, 'body', signal);
      }
    },
  };
}

/** Converts a list of alternating names and values to a map. */
function headerMap(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? '';
    const value = raw[index + 1] ?? '';
    const values = headers.get(name);
    if (values === undefined) headers.set(name, [value]);
    else values.push(value);
  }
  return headers;
}
