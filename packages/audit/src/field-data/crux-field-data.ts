import { mustBe, optionsObject, validateOptions } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { type Deadline, startDeadline } from '../fetch/deadline.ts';
import { isLoopbackHost } from '../fetch/resolve.ts';
import { retryAfterMs } from '../fetch/retry-after.ts';
import { type CruxOutcome, readCruxResponse } from './crux-response.ts';
import type { FieldData, FieldDataRequest, FieldDataResponse } from './field-data.ts';
import { createKeptResponses } from './kept-responses.ts';
import type { PostCrux } from './post-crux.ts';
import { createRequestPause } from './request-pause.ts';
import { createSharedRequests } from './shared-requests.ts';

/** Options of {@link cruxFieldData}. */
export interface CruxFieldDataOptions {
  /** An API key of Google Cloud for the Chrome UX Report API. It is sent to `endpoint` only. */
  readonly apiKey: string;
  /** Another server with the same API, such as a proxy. Default: that of Google. */
  readonly endpoint?: string;
}

const optionsSchema = optionsObject({
  apiKey: mustBe<string>(
    'an API key of Google Cloud, without spaces',
    (value) => typeof value === 'string' && /^[\x21-\x7e]{1,500}$/.test(value),
  ),
  endpoint: v.optional(
    mustBe<string>(
      'an absolute URL with https:, or with http: on this machine, without user name and fragment',
      isEndpoint,
    ),
    'https://chromeuxreport.googleapis.com/v1/records:queryRecord',
  ),
} satisfies Record<keyof CruxFieldDataOptions, v.GenericSchema>);

/** How long the API has for a URL or an origin, in milliseconds. A report waits for less. */
const totalMs = 10_000;

/**
 * Field data of the Chrome UX Report: what users of Chrome had in the last 28 days. Visits with phones are asked for, and
 * with all devices only if there are none.
 *
 * What it receives is kept for a day in memory, up to 10,000 URLs and origins and 8 MiB, and concurrent requests for the
 * same are one. After a wrong key, a used up quota or another failure it requests nothing for a while. Create it once for
 * each process, not for each request.
 *
 * @throws TypeError with the name of an invalid option. No message contains the key.
 * @example
 * ```ts
 * const fieldData = cruxFieldData({ apiKey: process.env.CRUX_API_KEY ?? '' });
 * const context = createContext({ store, fieldData });
 * ```
 */
export function cruxFieldData(options: CruxFieldDataOptions): FieldData {
  const { apiKey, endpoint } = validateOptions(optionsSchema, options, 'cruxFieldData: ');
  const kept = createKeptResponses();
  const pause = createRequestPause();
  const share = createSharedRequests<FieldDataResponse>();
  let post: Promise<PostCrux> | undefined;
  // The HTTP client is loaded with the first request.
  const openPost = () => {
    post ??= import('./post-crux.ts').then(({ createPostCrux }) =>
      createPostCrux(new URL(endpoint), apiKey),
    );
    return post;
  };

  const failed = (
    { reason, retryMs = null, cause }: Failure,
    now: Date,
  ): FieldDataResponse & { readonly status: 'none' } => {
    const isNew = pause.failed(reason, retryMs, now);
    const text = withoutKey(cause, apiKey);
    return { status: 'none', reason, ...(isNew && { cause: new Error(text) }) };
  };

  const request = async (
    { scope, url, now }: FieldDataRequest,
    key: string,
    deadline: Deadline,
  ): Promise<FieldDataResponse> => {
    const send = await openPost();
    let response: FieldDataResponse = { status: 'none', reason: 'no_data' };
    for (const formFactor of ['phone', 'all'] as const) {
      const body = { [scope]: url, ...(formFactor === 'phone' && { formFactor: 'PHONE' }) };
      const received = await deadline.race(send(body, deadline.signal));
      const outcome = readCruxResponse(received);
      if (outcome.kind === 'failed') {
        return failed({ ...outcome, retryMs: retryAfterMs(received.headers, now) }, now);
      }
      response = responseOf(outcome, formFactor);
      if (outcome.kind !== 'no_data') break;
    }
    pause.succeeded(now);
    kept.set(key, response, now);
    return response;
  };

  const requestInTime = async (
    wanted: FieldDataRequest,
    key: string,
    signal: AbortSignal,
  ): Promise<FieldDataResponse> => {
    const error = () => Object.assign(new Error(notInTime), { name: 'TimeoutError' });
    const deadline = startDeadline({ ms: totalMs, error, signal });
    try {
      return await request(wanted, key, deadline);
    } catch (error) {
      const isTimeout = nameOf(deadline.signal.reason) === 'TimeoutError';
      if (isTimeout) return failed({ reason: 'timed_out', cause: notInTime }, wanted.now);
      if (signal.aborted) throw error;
      return failed({ reason: 'unavailable', cause: messageOf(error) }, wanted.now);
    } finally {
      deadline.end(new Error('The request is over.'));
    }
  };

  return {
    async query(wanted, signal) {
      const { scope, url, now } = wanted;
      const key = `${scope} ${url}`;
      const known = kept.get(key, now);
      if (known !== undefined) return known;
      const reason = pause.reasonAt(now);
      if (reason !== undefined) return { status: 'none', reason };
      const { result, isFirst } = await share(key, signal, (shared) =>
        requestInTime(wanted, key, shared),
      );
      if (isFirst || result.status === 'found') return result;
      const { cause: _, ...withoutCause } = result;
      return withoutCause;
    },
  };
}

const notInTime = 'The Chrome UX Report API did not respond in time.';

/** What went wrong, before it is known whether it was reported. */
interface Failure {
  readonly reason: (CruxOutcome & { readonly kind: 'failed' })['reason'] | 'timed_out';
  readonly retryMs?: number | null;
  readonly cause: string;
}

function responseOf(
  outcome: Exclude<CruxOutcome, { readonly kind: 'failed' }>,
  formFactor: 'phone' | 'all',
): FieldDataResponse {
  switch (outcome.kind) {
    case 'found':
      return { status: 'found', formFactor, ...outcome.record };
    case 'no_data':
      return { status: 'none', reason: 'no_data' };
    case 'refused':
      return { status: 'none', reason: 'invalid_response' };
  }
}

/** The key must not reach a log, also if the server sends it back. */
function withoutKey(text: string, apiKey: string): string {
  const written = [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)];
  let clean = text;
  for (const form of written) clean = clean.replaceAll(form, '[redacted]');
  return clean.slice(0, 500);
}

function nameOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'name' in error
    ? String(error.name)
    : undefined;
}

function messageOf(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return `The Chrome UX Report API could not be reached. ${message}`.trim();
}

function isEndpoint(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password, hash } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && username + password + hash === '';
}
