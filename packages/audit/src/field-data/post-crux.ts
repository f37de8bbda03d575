import { Agent, buildConnector } from 'undici';
import { readInterimResponses } from '../fetch/interim-responses.ts';
import { headerMap } from '../fetch/send-request.ts';

/** A response has some 5 kB. */
const maxBytes = 100_000;
const maxHeaderBytes = 16_384;

/** A response of the API. */
export interface CruxHttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, readonly string[]>;
  /** The parsed body; `undefined` if it is too long, or no JSON. */
  readonly body: unknown;
}

/** Posts JSON to the API. */
export type PostCrux = (
  body: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<CruxHttpResponse>;

/**
 * Creates the client of the API. It follows no redirects: the key is for this server only. Idle connections do not keep
 * the process alive, and are closed after some seconds.
 */
export function createPostCrux(endpoint: URL, apiKey: string): PostCrux {
  const connect = buildConnector({ allowH2: false });
  const agent = new Agent({
    connections: 4,
    maxHeaderSize: maxHeaderBytes,
    connect: (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        readInterimResponses(socket, maxHeaderBytes);
        callback(null, socket);
      }),
  });
  return async (body, signal) => {
    const response = await agent.request({
      origin: endpoint.origin,
      path: endpoint.pathname + endpoint.search,
      method: 'POST',
      // In a header, and not in the URL, which errors and logs of proxies may contain.
      headers: { 'content-type': 'application/json', 'x-goog-api-key': apiKey },
      body: JSON.stringify(body),
      responseHeaders: 'raw',
      signal,
    });
    // Without a listener, the error event of a destroyed body would end the process.
    response.body.on('error', () => {});
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) break;
      chunks.push(chunk);
    }
    return {
      status: response.statusCode,
      headers: headerMap(response.headers as unknown as readonly string[]),
      body: size > maxBytes ? undefined : parsed(Buffer.concat(chunks).toString('utf8')),
    };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
