/** The three forms of dates in headers (RFC 9110 §5.6.7), all in GMT. */
const dateForms =
  /^(?:[a-z]{3}, \d{2} [a-z]{3} \d{4} [\d:]{8} GMT|[a-z]{6,9}, \d{2}-[a-z]{3}-\d{2} [\d:]{8} GMT|[a-z]{3} [a-z]{3} [ \d]\d [\d:]{8} \d{4})$/i;

/**
 * Milliseconds until a server wants the next request, from a `Retry-After` header (RFC 9110 §10.2.3): a number of
 * seconds or a date. 0 for a date that is past. `null` if the header is missing or invalid.
 */
export function retryAfterMs(
  headers: ReadonlyMap<string, readonly string[]>,
  now: Date,
): number | null {
  const value = headers.get('retry-after')?.[0]?.trim() ?? '';
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1000;
  if (!dateForms.test(value)) return null;
  const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(time) ? null : Math.max(time - now.getTime(), 0);
}
