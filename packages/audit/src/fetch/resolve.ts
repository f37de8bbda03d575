import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns';
import { errorCode, isError } from '@sitegrade/foundation/errors';
import { isLoopbackAddress } from './address-policy.ts';
import { fetchError } from './fetch-error.ts';

/** Resolves names for one report. */
export interface Resolver {
  /**
   * All addresses of a host, alternating between IPv6 and IPv4; never empty.
   *
   * @throws SitegradeError `dns_not_found` if the name does not exist or has no address; `dns_failed` or
   *   `dns_timeout` if the name servers did not say so.
   */
  resolve(host: string): Promise<readonly string[]>;
  /** Cancels all pending queries. */
  cancel(): void;
}

/** Creates a separate resolver for each report. */
export type ResolverFactory = () => Resolver;

/** How long name servers have. */
interface QueryTimes {
  /** Milliseconds for the first try; the next one has twice as long. */
  readonly timeout: number;
  readonly tries: number;
}

/** By default, both tries are within the time limit of a connection. */
export const queryTimes: QueryTimes = { timeout: 1000, tries: 2 };

/** Options of {@link createResolver}. */
interface ResolverOptions {
  readonly resolver: 'c-ares' | 'system';
  /** For `c-ares`; empty for the name servers of the machine. */
  readonly nameServers: readonly string[];
  /** For `c-ares`. Default: {@link queryTimes}. */
  readonly times?: QueryTimes;
}

/** Creates a factory of resolvers from valid options. */
export function createResolver({
  resolver,
  nameServers,
  times = queryTimes,
}: ResolverOptions): ResolverFactory {
  const create = resolver === 'system' ? systemResolver : () => caresResolver(nameServers, times);
  return () => {
    const own = create();
    const resolve = shareRunning(own.resolve);
    return {
      resolve: async (host) => (isLocalhost(host) ? addressesOfLocalhost : resolve(host)),
      cancel: own.cancel,
    };
  };
}

/** Connections that are opened at the same time share the queries for their host; later ones send their own. */
function shareRunning(resolve: Resolver['resolve']): Resolver['resolve'] {
  const running = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const known = running.get(host);
    if (known !== undefined) return known;
    const started = resolve(host).finally(() => running.delete(host));
    running.set(host, started);
    return started;
  };
}

const addressesOfLocalhost = ['127.0.0.1', '::1'];

function caresResolver(nameServers: readonly string[], times: QueryTimes): Resolver {
  const resolver = new dns.Resolver(times);
  if (nameServers.length > 0) resolver.setServers(nameServers);
  return {
    async resolve(host) {
      const [v6, v4] = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)]);
      const addresses = interleave(addressesOf(v6), addressesOf(v4));
      if (addresses.length > 0) return addresses;
      throw notResolved([v6, v4].map((result) => 'reason' in result && result.reason));
    },
    cancel: () => resolver.cancel(),
  };
}

function systemResolver(): Resolver {
  return {
    resolve: (host) =>
      new Promise((resolve, reject) => {
        systemLookup(host, { all: true }, (error, found: LookupAddress[] = []) => {
          if (error === null && found.length > 0) resolve(found.map(({ address }) => address));
          else reject(notResolved([error]));
        });
      }),
    cancel: () => {},
  };
}

/** Whether a name means this machine. Such names are never sent to name servers (RFC 6761 §6.3). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** Whether the host of a URL is this machine: one of these names, or a loopback address. */
export function isLoopbackHost(host: string): boolean {
  return isLocalhost(host) || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
}

function addressesOf(result: PromiseSettledResult<string[]>): readonly string[] {
  return result.status === 'fulfilled' ? result.value : [];
}

/** Alternates between two lists, so that one address family that does not work causes less delay. */
function interleave(first: readonly string[], second: readonly string[]): string[] {
  const length = Math.max(first.length, second.length);
  const pairs = Array.from({ length }, (_, index) => [first[index], second[index]]);
  return pairs.flat().filter((address) => address !== undefined);
}

/** Error codes of c-ares and getaddrinfo for missing responses. */
const noResponse = new Set(['ETIMEOUT', 'ECANCELLED', 'ECONNREFUSED', 'EAI_AGAIN']);

/** Error codes for names without an address, which is the same for every client: NXDOMAIN and no data. */
const noAddress = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** All other codes, such as SERVFAIL and REFUSED, are failures of name servers, which may be ours. */
function notResolved(errors: readonly unknown[]) {
  const failed = errors.filter(isError);
  const codes = failed.map(errorCode);
  const failure = codes.some((code) => noResponse.has(code))
    ? 'dns_timeout'
    : codes.every((code) => noAddress.has(code))
      ? 'dns_not_found'
      : 'dns_failed';
  return fetchError(failure, { cause: failed[0] });
}

/** Whether c-ares accepts a text as the address of a name server, with or without a port. */
export function isNameServer(text: string): boolean {
  try {
    new dns.Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
