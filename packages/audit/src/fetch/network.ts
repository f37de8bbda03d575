import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import {
  arrayOf,
  booleanOption,
  mustBe,
  oneOf,
  optionsObject,
  parsedString,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import {
  type AddressPolicy,
  createAddressPolicy,
  loopbackRanges,
  parseAddressRange,
} from './address-policy.ts';
import { createHostUsers, type HostUsers } from './host-users.ts';
import { isHttp2Safe } from './http2.ts';
import { type FetchLimits, limitsSchema } from './limits.ts';
import type { LocalSite } from './local-site.ts';
import { createResolver, isLoopbackHost, isNameServer, type ResolverFactory } from './resolve.ts';

/** Whether a host name, lower-case and in punycode, may not be fetched. */
type HostRules = (host: string) => boolean;

/**
 * The network access of analyses. Default: only public addresses, and ports 80, 443, 8080 and 8443.
 * The rules apply in this order: `ports`, `denyHosts`, `denyAddresses`, `allowAddresses`, public addresses.
 * So deny lists override the allow list, and the allow list never permits other schemes or ports.
 * `allowLocalhost` is an entry of the allow list that is not restricted by `ports`.
 */
export interface NetworkOptions {
  /**
   * Permitted addresses that are not public, for private staging sites:
   * `10.0.0.0/8`, `127.0.0.1`, `127.0.0.1:8080`, `127.0.0.0/8:3000`, `[::1]:3000`, `fd00::/8`.
   * They are compared with the addresses of connections, for any host name.
   */
  readonly allowAddresses?: readonly string[];
  /**
   * For development: `true` permits this machine, so that you can analyse `http://localhost:3000/`. It permits
   * the loopback addresses 127.0.0.0/8 and ::1, and any port of `localhost`, `*.localhost` and these addresses
   * in URLs. Other private addresses stay blocked. Default: `false`.
   *
   * Redirects and the requests to what a page refers to may then also go to this machine. Never set it where
   * untrusted users choose URLs: they would reach every service that listens on the server.
   */
  readonly allowLocalhost?: boolean;
  /** Denied addresses, even if they are public or in `allowAddresses`. The same syntax. */
  readonly denyAddresses?: readonly string[];
  /**
   * Denied hosts: `example.com` for only that host, `.example.com` also for its subdomains,
   * `*.example.com` for only its subdomains.
   */
  readonly denyHosts?: readonly string[];
  /** Permitted ports. Default: 80, 443, 8080, 8443. */
  readonly ports?: readonly number[] | 'any';
  /**
   * How names are resolved. `c-ares` (default) uses only DNS, without /etc/hosts and search suffixes.
   * `system` uses the resolver of the operating system.
   */
  readonly resolver?: 'c-ares' | 'system';
  /** Name servers for `c-ares`: `192.0.2.53`, `192.0.2.53:5353`. Default: those of the machine. */
  readonly nameServers?: readonly string[];
  /** Classifies `64:ff9b::/96` by the embedded IPv4 address, for networks with only IPv6. */
  readonly nat64?: boolean;
  /** The `User-Agent` header of every request, except those of the option `compareUserAgents`. */
  readonly userAgent?: string;
  /** Additional trusted certificate authorities in PEM format, for private sites. */
  readonly trustedCertificates?: readonly string[];
  /** The limits of one report that differ from the defaults. */
  readonly limits?: Partial<FetchLimits>;
}

/** Valid {@link NetworkOptions} with defaults, created by {@link createNetwork}. */
export interface Network {
  readonly limits: FetchLimits;
  readonly userAgent: string;
  readonly classifyAddress: AddressPolicy;
  readonly isHostDenied: HostRules;
  /** Whether a port of a host, written as in `hostname` of a URL, may be requested. */
  readonly isPortAllowed: (port: number, host: string) => boolean;
  readonly createResolver: ResolverFactory;
  /** Whether requests are sent by HTTP/2 where a server offers it. */
  readonly usesHttp2: boolean;
  /** What else requests a host now. */
  readonly hostUsers: HostUsers;
  /** Absent without `trustedCertificates`. */
  readonly secureContext?: SecureContext;
  /** Absent without `withLocalSite`. */
  readonly localSite?: LocalSite;
}

/** The ports that may be requested by default. */
export const defaultPorts: readonly number[] = [80, 443, 8080, 8443];

const userAgentForm = /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/;

const addressRanges = v.optional(
  arrayOf(
    parsedString(
      'an address range such as 10.0.0.0/8, 127.0.0.1:8080, fd00::/8 or [::1]:3000',
      parseAddressRange,
    ),
  ),
  [],
);

/** The schema of the option `network`, with the defaults. */
export const networkSchema = v.pipe(
  optionsObject({
    allowAddresses: addressRanges,
    allowLocalhost: v.optional(booleanOption, false),
    denyAddresses: addressRanges,
    denyHosts: v.optional(
      arrayOf(parsedString('a host: example.com, .example.com or *.example.com', parseDeniedHost)),
      [],
    ),
    ports: v.optional(
      mustBe<readonly number[] | 'any'>(
        "'any' or an array of integers from 1 to 65535",
        (ports) => ports === 'any' || (Array.isArray(ports) && ports.every(isPort)),
      ),
      defaultPorts,
    ),
    resolver: v.optional(oneOf(['c-ares', 'system']), 'c-ares'),
    nameServers: v.optional(
      arrayOf(
        mustBe<string>(
          'an IP address, such as 192.0.2.53 or 192.0.2.53:5353',
          (value) => typeof value === 'string' && isNameServer(value),
        ),
      ),
      [],
    ),
    nat64: v.optional(booleanOption, false),
    userAgent: v.optional(
      mustBe<string>(
        'a string of 1 to 256 printable ASCII characters without a space at either end',
        (value) => typeof value === 'string' && userAgentForm.test(value),
      ),
      'Mozilla/5.0 (compatible; sitegrade)',
    ),
    trustedCertificates: v.optional(
      arrayOf(mustBe<string>('a certificate in PEM', isCertificate)),
      [],
    ),
    limits: v.optional(limitsSchema, {}),
  } satisfies Record<keyof NetworkOptions, v.GenericSchema>),
  v.forward(
    v.check(
      ({ resolver, nameServers }) => resolver !== 'system' || nameServers.length === 0,
      "must be omitted where network.resolver is 'system'.",
    ),
    ['nameServers'],
  ),
);

/**
 * Validates the options and creates a network. It opens no connections.
 *
 * @throws TypeError with the name of an invalid option and the accepted values.
 * @example
 * ```ts
 * createNetwork({ allowAddresses: ['10.1.0.0/16'], ports: 'any' });
 * ```
 */
export function createNetwork(options: NetworkOptions = {}): Network {
  const valid = validateOptions(networkSchema, options, 'network.');
  const { allowLocalhost, denyAddresses: deny, nat64, ports, trustedCertificates } = valid;
  const allow = [...valid.allowAddresses, ...(allowLocalhost ? loopbackRanges : [])];
  const allowedPorts = new Set(ports === 'any' ? [] : ports);
  const isPortAllowed = (port: number, host: string) => {
    const isAny = ports === 'any' || (allowLocalhost && isLoopbackHost(host));
    return isAny ? isPort(port) : allowedPorts.has(port);
  };
  return {
    limits: valid.limits,
    userAgent: valid.userAgent,
    classifyAddress: createAddressPolicy({ allow, deny, nat64 }),
    isHostDenied: compileHostRules(valid.denyHosts),
    isPortAllowed,
    createResolver: createResolver(valid),
    usesHttp2: isHttp2Safe(),
    hostUsers: createHostUsers(),
    ...(trustedCertificates.length > 0 && { secureContext: trusting(trustedCertificates) }),
  };
}

function isPort(port: unknown): boolean {
  return Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;
}

function isCertificate(value: unknown): boolean {
  try {
    return typeof value === 'string' && new X509Certificate(value) instanceof X509Certificate;
  } catch {
    return false;
  }
}

/** The oldest version of TLS that connections use. */
export const minTlsVersion = 'TLSv1.2';

function trusting(certificates: readonly string[]): SecureContext {
  const ca = [...rootCertificates, ...certificates];
  return createSecureContext({ ca, minVersion: minTlsVersion });
}

/** An entry of `denyHosts`. */
export interface DeniedHost {
  readonly host: string;
  /** Whether the host itself is denied. */
  readonly itself: boolean;
  /** Whether its subdomains are denied. */
  readonly below: boolean;
}

/**
 * Parses an entry: `example.com` denies only that host, `.example.com` also its subdomains, `*.example.com`
 * only its subdomains. Unicode names are allowed. `null` if invalid.
 */
function parseDeniedHost(entry: string): DeniedHost | null {
  const [, lead, rest = ''] = /^(\*\.|\.)?(.+)$/.exec(entry) ?? [];
  const host = canonicalHost(rest);
  return host === null ? null : { host, itself: lead !== '*.', below: lead !== undefined };
}

/** Combines the entries into one function. */
function compileHostRules(denied: readonly DeniedHost[]): HostRules {
  const exact = new Set(denied.filter(({ itself }) => itself).map(({ host }) => host));
  const suffixes = denied.filter(({ below }) => below).map(({ host }) => `.${host}`);
  return (host) => exact.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
}

function canonicalHost(text: string): string | null {
  if (!/^[^\s/?#@\\:*]+$|^\[[^\]]+\]$/u.test(text)) return null;
  try {
    return new URL(`http://${text}/`).hostname.replace(/\.$/, '') || null;
  } catch {
    return null;
  }
}
