import { contentCodingOf } from './content-coding.ts';
import { fetchError } from './fetch-error.ts';
import type { FetchLimits } from './limits.ts';
import { type Body, readBody, streamBody } from './read-body.ts';
import type { OpenResponse, ResponseHead } from './send-request.ts';

/** What a request says about its response's body. */
export interface ReadResponseOptions {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'HEAD';
  /** Bytes over the network beyond which it fails. Default: the network's limit. */
  readonly maxWireBytes?: number;
  /** Unpacked bytes beyond which it fails. Default: the network's limit. */
  readonly maxDecodedBytes?: number;
  /** Unpacked bytes after which reading stops, without an error; 0 for the headers alone. */
  readonly cutAt?: number;
  /** Takes the final response's body as it comes, which is then not kept. */
  readonly read?: (
    chunks: AsyncIterable<Uint8Array>,
    head: ResponseHead,
    finalUrl: URL,
  ) => Promise<void>;
  /**
   * Is called with the unpacked bytes so far, before more is read; no more comes over the network until
   * what it returns has resolved.
   */
  readonly grow?: (bytes: number) => Promise<void> | undefined;
  /** Judges the final response before its body is read, by throwing. */
  readonly onHead?: (head: ResponseHead) => void;
}

/**
 * Reads what a response brings, or leaves it where its headers say enough. Either way its connection
 * is free afterwards.
 *
 * @throws SitegradeError with the `reason`; whatever `onHead` throws.
 */
export async function readResponse(
  response: OpenResponse,
  asked: ReadResponseOptions,
  limits: FetchLimits,
  finalUrl: URL,
): Promise<Body> {
  const { headers, body, status } = response;
  const { wireBytes, decodedBytes } = limits;
  const { maxWireBytes = wireBytes, maxDecodedBytes = decodedBytes, cutAt } = asked;
  try {
    asked.onHead?.(response);
    if (asked.method === 'HEAD' || cutAt === 0) return { bytes: new Uint8Array(), wireBytes: 0 };
    const coding = contentCodingOf(headers.get('content-encoding'));
    const announced = Number(headers.get('content-length')?.[0] ?? 0);
    if (cutAt === undefined && announced > maxWireBytes) throw fetchError('body_too_large');
    const { grow } = asked;
    const options = { coding, maxWireBytes, maxDecodedBytes, cutAt, ...(grow && { grow }) };
    const { read: reader } = asked;
    if (reader !== undefined) {
      const wireBytes = await streamBody(body, options, (chunks) =>
        reader(chunks, response, finalUrl),
      );
      return { bytes: new Uint8Array(), wireBytes };
    }
    const read = await readBody(body, options);
    if (coding !== null && read.wireBytes === 0 && status === 200) {
      throw fetchError('encoding_invalid', { cause: new Error('nothing to unpack') });
    }
    return read;
  } finally {
    body.destroy();
  }
}
