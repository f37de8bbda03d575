import { promises as dns, type LookupAddress, lookup as systemLookup } from 'node:dns';
import { fetchError } from './fetch-error.ts';

/** Looks names up for one report. */
export interface Resolver {
  /**
   * All addresses of a host, IPv6 and IPv4 in turns; never none.
   *
   * @throws SitegradeError `dns_not_found` or `dns_timeout`.
   */
  resolve(host: string): Promise<readonly string[]>;
  /** Gives up whatever is still being asked. */
  cancel(): void;
}

/** Makes a resolver of its own for each report. */
export type ResolverFactory = () => Resolver;

/** Who looks names up. */
interface ResolverOptions {
  readonly resolver: 'c-ares' | 'system';
  /** For `c-ares`; none means the machine's own. */
  readonly nameServers: readonly string[];
}

/** Creates a factory of resolvers from valid options. */
export function createResolver({ resolver, nameServers }: ResolverOptions): ResolverFactory {
  return resolver === 'system' ? systemResolver : () => caresResolver(nameServers);
}

/** Two tries of a second each stay well inside the time that a connection may take. */
function caresResolver(nameServers: readonly string[]): Resolver {
  const resolver = new dns.Resolver({ timeout: 1000, tries: 2 });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  return {
    async resolve(host) {
      if (isLocalhost(host)) return ['127.0.0.1', '::1'];
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

/** Names that mean this machine and are asked of no name server (RFC 6761 §6.3). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function addressesOf(result: PromiseSettledResult<string[]>): readonly string[] {
  return result.status === 'fulfilled' ? result.value : [];
}

/** So that a connection that tries them in order is not held up by one family. */
function interleave(first: readonly string[], second: readonly string[]): string[] {
  const longest = Math.max(first.length, second.length);
  const turns = Array.from({ length: longest }, (_, index) => [first[index], second[index]]);
  return turns.flat().filter((address) => address !== undefined);
}

/** What c-ares and getaddrinfo say when nobody answered, as against "there is no such name". */
const noAnswer = new Set(['ETIMEOUT', 'ECANCELLED', 'ECONNREFUSED', 'EAI_AGAIN']);

function notResolved(errors: readonly unknown[]) {
  const codes = errors.map((error) =>
    error instanceof Error && 'code' in error ? error.code : '',
  );
  const failure = codes.some((code) => noAnswer.has(String(code)))
    ? 'dns_timeout'
    : 'dns_not_found';
  return fetchError(failure, { cause: errors.find((error) => error instanceof Error) });
}

/** Whether c-ares accepts it as the address of a name server, with or without a port. */
export function isNameServer(text: string): boolean {
  try {
    new dns.Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}
