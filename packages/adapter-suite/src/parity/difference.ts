import { isDeepStrictEqual } from 'node:util';
import type { ResponseText } from './http-text.ts';

/** A difference between the responses of both servers to a request. */
export interface Difference {
  readonly request: string;
  readonly first: unknown;
  readonly second: unknown;
}

/**
 * Compares two responses: status, every header except the time, and the body. The order of headers
 * does not matter (RFC 9110, 5.3).
 */
export function differenceOf(
  request: string,
  first: ResponseText,
  second: ResponseText,
): Difference | undefined {
  const [a, b] = [essenceOf(first), essenceOf(second)];
  return isDeepStrictEqual(a, b) ? undefined : { request, first: a, second: b };
}

function essenceOf({ status, headers, body }: ResponseText) {
  const lines = headers.filter(([name]) => name.toLowerCase() !== 'date');
  return {
    status,
    headers: lines.map(([name, value]) => `${name}: ${value}`).toSorted(),
    body: body.toString(),
  };
}
