import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ApiResponse } from '../http/response/response.ts';
import type { PageRequest } from '../http/route.ts';

const compressed = promisify(gzip);

/** Shorter bodies gain nothing. */
const minLength = 1_000;

/**
 * The response compressed with gzip, if the browser accepts it and it is worth it. A host that compresses
 * responses itself leaves those alone that have a `Content-Encoding`.
 */
export async function compress(
  response: ApiResponse,
  request: Pick<PageRequest, 'header'>,
): Promise<ApiResponse> {
  const { body, headers } = response;
  if (typeof body !== 'string' || body.length < minLength) return response;
  const varying = { ...headers, vary: 'Accept-Encoding' };
  if (!acceptsGzip(request.header('accept-encoding').join())) {
    return { ...response, headers: varying };
  }
  const bytes = await compressed(body);
  return {
    ...response,
    headers: { ...varying, 'content-encoding': 'gzip', 'content-length': String(bytes.length) },
    body: chunksOf(bytes),
  };
}

/** Whether `gzip` is listed and not refused with `q=0` (RFC 9110, 12.5.3). */
function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
