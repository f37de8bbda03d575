import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Api, Schemas } from './create-api.ts';
import { problemError } from './problem-error.ts';

/** Errors that go away by themselves. */
const passing: readonly Schemas['Problem']['code'][] = ['conflict', 'rate_limited', 'overloaded'];

/**
 * Makes a report, once, however often it has to ask: where an answer is lost or the server is busy, it
 * waits as long as `Retry-After` says and asks again, up to three times, by the same `Idempotency-Key`.
 *
 * @param wait Waits for so many seconds.
 * @throws Error of {@link problemError}; what `fetch` throws, where no answer came at all.
 *
 * @example
 * ```ts
 * const { score, result } = await makeReport(api, 'https://example.com/');
 * ```
 */
export async function makeReport(
  api: Api,
  url: string,
  wait: (seconds: number) => Promise<void> = (seconds) => setTimeout(seconds * 1_000),
): Promise<Schemas['Report']> {
  const params = { header: { 'Idempotency-Key': randomUUID() } };
  for (let left = 3; ; left -= 1) {
    const answer = await api.POST('/reports', { params, body: { url } }).catch((lost: unknown) => {
      if (left === 0) throw lost;
    });
    if (answer?.data) return answer.data.data;
    if (answer && (left === 0 || !passing.includes(answer.error.code))) {
      throw problemError(answer.error);
    }
    await wait(Number(answer?.response.headers.get('retry-after') ?? 1));
  }
}
