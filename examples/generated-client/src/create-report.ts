import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Api, Schemas } from './create-api.ts';
import { problemError } from './problem-error.ts';

/** Errors that are worth a retry. */
const temporary: readonly Schemas['Problem']['code'][] = ['conflict', 'rate_limited', 'overloaded'];

/**
 * Creates a report once: if the response is lost or the server is busy, it waits for the time in
 * `Retry-After` and retries, up to three times, with the same `Idempotency-Key`.
 *
 * @param wait Waits for a number of seconds.
 * @throws Error of {@link problemError}; what `fetch` throws, if there is no response.
 *
 * @example
 * ```ts
 * const { score, result } = await createReport(api, 'https://example.com/');
 * ```
 */
export async function createReport(
  api: Api,
  url: string,
  wait: (seconds: number) => Promise<void> = (seconds) => setTimeout(seconds * 1_000),
): Promise<Schemas['Report']> {
  const params = { header: { 'Idempotency-Key': randomUUID() } };
  for (let left = 3; ; left -= 1) {
    const response = await api
      .POST('/reports', { params, body: { url } })
      .catch((error: unknown) => {
        if (left === 0) throw error;
      });
    // A 202 only answers `Prefer: respond-async`.
    if (response?.data?.status === 201) return response.data.data;
    if (response?.error && (left === 0 || !temporary.includes(response.error.code))) {
      throw problemError(response.error);
    }
    await wait(Number(response?.response.headers.get('retry-after') ?? 1));
  }
}
