import { isPublicAddress } from '../fetch/address-policy.ts';
import type { FetchedHead } from '../fetch/fetched.ts';
import type { Network } from '../fetch/network.ts';
import type {
  FieldData,
  FieldDataFailure,
  FieldDataRequest,
  FieldDataResponse,
  FieldDataResult,
  FieldDataSummary,
} from '../field-data/field-data.ts';
import { fieldDataResult, noFieldData } from '../field-data/field-ratings.ts';

/** How much longer than its analysis a report waits for field data, in milliseconds. */
export const fieldDataWaitMs = 1_000;

/** Field data that is missing, for the operator. */
export interface FieldDataFailed {
  readonly reason: FieldDataFailure;
  /** What the source says. */
  readonly cause: unknown;
}

/** Where field data comes from, and for which pages it is requested. */
export interface FieldDataOptions {
  /** The source of field data. Default: none, and a report has none. */
  readonly fieldData?: FieldData | undefined;
  /** Whether a URL without its query seems to contain a secret, and must not be sent to others. Default: none does. */
  readonly isSecretUrl?: ((url: string) => boolean) | undefined;
  /** Called when the source has failed. It must not throw. */
  readonly onFieldDataFailed?: ((failure: FieldDataFailed) => void) | undefined;
}

interface PageToMeasure {
  /** The response of the page, before it is read. */
  readonly head: Promise<Pick<FetchedHead, 'finalUrl'>>;
  readonly hasHeaders: boolean;
  /** Whether everything was fetched from public addresses so far. */
  readonly isPublic: () => boolean;
  /** Aborts the requests. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/** Requests that run beside the analysis. */
interface RequestedFieldData {
  /** Waits for a second at most. */
  finish(): Promise<FieldDataSummary | null>;
}

/**
 * Requests the field data of a page and of its origin as soon as the page responds. It never throws: any failure is a
 * reason why there is none.
 */
export function requestFieldData(
  { fieldData, isSecretUrl = () => false, onFieldDataFailed = () => {} }: FieldDataOptions,
  { head, hasHeaders, isPublic, signal, now }: PageToMeasure,
): RequestedFieldData {
  if (fieldData === undefined) return { finish: async () => null };
  const over = new AbortController();
  const end = () => over.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const timedOut = new Promise<FieldDataResponse>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(slow(over.signal.reason)), { once: true });
  });
  const ask = async (request: FieldDataRequest): Promise<FieldDataResponse> => {
    try {
      const response = fieldData.query(request, over.signal);
      // It may reject after it has been waited for.
      response.catch(() => {});
      return await Promise.race([response, timedOut]);
    } catch (cause) {
      return { status: 'none', reason: 'unavailable', cause };
    }
  };
  const requested = head.then(async ({ finalUrl }): Promise<FieldDataSummary> => {
    const url = new URL(finalUrl);
    if (hasHeaders) return both(noFieldData('has_headers'));
    if (!isPublicHost(url) || !isPublic()) return both(noFieldData('not_public'));
    const { origin, pathname } = url;
    const isSecret = isSecretUrl(origin + pathname);
    const at = now();
    const responses = await Promise.all([
      ask({ scope: 'origin', url: origin, now: at }),
      ...(isSecret ? [] : [ask({ scope: 'url', url: origin + pathname, now: at })]),
    ]);
    if (!signal.aborted) reportFailures(responses, onFieldDataFailed);
    const [ofOrigin, ofUrl] = responses.map(fieldDataResult);
    return {
      url: ofUrl ?? noFieldData('secret_url'),
      origin: ofOrigin ?? noFieldData('unavailable'),
    };
  });
  requested.catch(() => {});
  return {
    async finish() {
      const wait = setTimeout(() => over.abort(timeoutError()), fieldDataWaitMs);
      try {
        return await requested;
      } finally {
        clearTimeout(wait);
        signal.removeEventListener('abort', end);
      }
    },
  };
}

const both = (result: FieldDataResult): FieldDataSummary => ({ url: result, origin: result });

function timeoutError(): Error {
  const message = `There was no field data ${fieldDataWaitMs} ms after the analysis.`;
  return Object.assign(new Error(message), { name: 'TimeoutError' });
}

function slow(cause: unknown): FieldDataResponse {
  return { status: 'none', reason: 'timed_out', cause };
}

/** Both requests of a report fail for the same reason, most often. */
function reportFailures(
  responses: readonly FieldDataResponse[],
  onFailed: (failure: FieldDataFailed) => void,
): void {
  const reported = new Set<FieldDataFailure>();
  for (const response of responses) {
    if (response?.status !== 'none' || response.cause === undefined) continue;
    const { reason, cause } = response;
    if (!reported.has(reason)) onFailed({ reason, cause });
    reported.add(reason);
  }
}

/** Names that never mean a host of the internet: RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476 and ICANN. */
const privateName =
  /(?:^|\.)(?:localhost|local|internal|intranet|private|corp|home|lan|test|example|invalid|onion|alt|home\.arpa)$/;

/** Whether a host may be one of the internet. */
function isPublicHost({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (address !== hostname || /^[\d.]+$/.test(hostname)) return isPublicAddress(address);
  return hostname.includes('.') && !privateName.test(hostname);
}

/** A network that remembers whether an address was allowed that is not public. */
export function watchAddresses(network: Network): {
  readonly network: Network;
  readonly isPublic: () => boolean;
} {
  let isPrivate = false;
  const classifyAddress: Network['classifyAddress'] = (address, port) => {
    const verdict = network.classifyAddress(address, port);
    isPrivate ||= verdict === 'allowed' && !isPublicAddress(address);
    return verdict;
  };
  return { network: { ...network, classifyAddress }, isPublic: () => !isPrivate };
}
