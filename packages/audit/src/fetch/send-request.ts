import type { Agent } from 'undici';
import { acceptEncoding } from './content-coding.ts';
import { responseFailure } from './fetch-error.ts';

/** A single GET request, without redirects. */
export interface RequestToSend {
  readonly url: URL;
  readonly accept: string;
  readonly userAgent: string;
  /** Other headers, valid and not among those that are always sent. */
  readonly headers: Readonly<Record<string, string>>;
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
  /** Stops reading, and closes the connection if the body is not complete. */
  readonly destroy: () => void;
  /** The same, but reads a short body to its end first, so that the connection can be used again. */
  readonly discard: () => Promise<void>;
}

/** Bytes of an unneeded body that are read: they take less than a new connection, above all with TLS. */
const maxDiscardBytes = 256 * 1024;

/** Milliseconds to wait for the end of an unneeded body. */
const maxDiscardMs = 250;

/**
 * Sends one request and waits for the headers of the response. It sends no cookies and no referrer but those
 * in `headers`.
 *
 * @throws SitegradeError with the `reason` if there is no response.
 */
export async function sendRequest(agent: Agent, request: RequestToSend): Promise<OpenResponse> {
  const { url, accept, userAgent, headers: others, signal } = request;
  try {
    const response = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...others, 'user-agent': userAgent, accept, 'accept-encoding': acceptEncoding },
      responseHeaders: 'raw',
      signal,
    });
    // Without a listener, the error event of a destroyed body would end the process.
    response.body.on('error', () => {});
    const rawHeaders = response.headers as unknown as readonly string[];
    const headers = headerMap(rawHeaders);
    const length = Number(headers.get('content-length')?.[0] ?? 0);
    return { status: response.statusCode, headers, body: bodyOf(response.body, length, signal) };
  } catch (error) {
    throw responseFailure(error, 'headers', signal);
  }
}

type BodyStream = AsyncIterable<Uint8Array> & { readonly destroy: () => unknown };

/** @param length - The declared length of the body; 0 if unknown. */
export function bodyOf(stream: BodyStream, length: number, signal: AbortSignal): ResponseBody {
  return {
    destroy: () => void stream.destroy(),
    discard: () => discard(stream, length),
    async *[Symbol.asyncIterator]() {
      try {
        yield* stream;
      } catch (error) {
        throw responseFailure(error, 'body', signal);
      }
    },
  };
}

async function discard(stream: BodyStream, length: number): Promise<void> {
  const timer = setTimeout(() => stream.destroy(), maxDiscardMs);
  let size = 0;
  try {
    if (length > maxDiscardBytes) return;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > maxDiscardBytes) break;
    }
  } catch {
    // The response has arrived. Only its connection cannot be used again.
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
}

/** Converts a list of alternating names and values to a map. */
export function headerMap(raw: readonly string[]): ReadonlyMap<string, readonly string[]> {
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
