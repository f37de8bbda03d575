import type { ApiResponse } from '@sitegrade/core/http';

/** The response of the Fetch standard. The request determines whether it has a body, and when no one waits for it. */
export function responseOf(
  { status, headers, body }: ApiResponse,
  { method, signal }: Pick<Request, 'method' | 'signal'>,
): Response {
  const init = { status, headers: { ...headers } };
  if (typeof body !== 'string') return new Response(streamOf(body, signal), init);
  return new Response(method === 'HEAD' || body === '' ? null : body, init);
}

/** Chunks as a stream, which asks for one only when the client reads it. */
function streamOf(
  chunks: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  // What fails at the end has been logged.
  const end = async () => void (await source.return?.().catch(() => {}));
  // A host may neither read nor cancel the body of a client that has disconnected.
  if (signal.aborted) void end();
  else signal.addEventListener('abort', end, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? Buffer.from(value) : value);
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
