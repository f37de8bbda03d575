type Chunks = AsyncIterable<string | Uint8Array>;
type Chunk = IteratorResult<string | Uint8Array>;

/**
 * Reads the first chunk of a body, so that an error before it can still become an error response.
 *
 * @param onEnd Gets called once: when all chunks were read, when no more are wanted because the client
 * disconnected, or with the error if the body failed after its first chunk.
 * @returns The same chunks. An error among them is replaced by one without detail, because
 * frameworks log what a stream throws.
 */
export async function startBody(
  body: Chunks,
  onEnd: (failure?: { readonly error: unknown }) => void,
): Promise<Chunks> {
  const source = body[Symbol.asyncIterator]();
  let first: Chunk | undefined = await source.next();
  let end = (failure?: { readonly error: unknown }) => {
    end = () => {};
    onEnd(failure);
  };
  // Not a generator: `return` of one that has not started runs none of its code.
  const iterator: AsyncIterator<string | Uint8Array> = {
    async next() {
      try {
        const chunk = first ?? (await source.next());
        first = undefined;
        if (chunk.done) end();
        return chunk;
      } catch (error) {
        end({ error });
        throw new Error('The response body failed after it had started.');
      }
    },
    async return() {
      try {
        await source.return?.();
        end();
      } catch (error) {
        end({ error });
      }
      return { done: true, value: undefined };
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

/** Ends a body that is not sent. */
export async function discardBody(body: Chunks): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
