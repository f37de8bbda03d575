import { STATUS_CODES } from 'node:http';

/** Media type of a problem document. */
export const problemType = 'application/problem+json; charset=utf-8';

/**
 * A problem document of RFC 9457 with the members that the API's own errors have.
 *
 * @param code The stable word for it.
 * @param detail A sentence for people.
 */
export function problem(status: number, code: string, detail: string): string {
  const title = STATUS_CODES[status];
  return JSON.stringify({ type: 'about:blank', title, status, detail, code, message: detail });
}
