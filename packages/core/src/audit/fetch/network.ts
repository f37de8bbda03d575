import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import {
  type AddressPolicy,
  type AddressRange,
  createAddressPolicy,
  parseAddressRange,
} from './address-policy.ts';
import { compileDenyHosts, type HostRules } from './host-rules.ts';
import { compileLimits, type FetchLimits } from './limits.ts';
import { createResolver, type ResolverFactory } from './resolve.ts';

/**
 * How analyses may use the network. Nothing said means: public addresses only, ports 80, 443, 8080
 * and 8443. Judged in this order: `ports`, `denyHosts`, `denyAddresses`, `allowAddresses`, public
 * or not. So a deny-list beats the allow-list, and the allow-list never opens a scheme or a port.
 */
export interface NetworkOptions {
  /**
   * Addresses that may be fetched though they are not public, for private staging sites:
   * `10.0.0.0/8`, `127.0.0.1`, `127.0.0.1:8080`, `127.0.0.0/8:3000`, `[::1]:3000`, `fd00::/8`.
   * They are compared with what is connected to, whatever name led there.
   */
  readonly allowAddresses?: readonly string[];
  /** Addresses that may not be fetched though they are public or allowed; written likewise. */
  readonly denyAddresses?: readonly string[];
  /**
   * Hosts that may not be fetched: `example.com` alone, `.example.com` and all below it,
   * `*.example.com` for all below it alone.
   */
  readonly denyHosts?: readonly string[];
  /** Ports that may be fetched. Default: 80, 443, 8080, 8443. */
  readonly ports?: readonly number[] | 'any';
  /**
   * Who looks names up. `c-ares` (default) asks DNS alone: neither /etc/hosts nor search suffixes.
   * `system` asks as other programs on this machine do, for hosts that only it knows.
   */
  readonly resolver?: 'c-ares' | 'system';
  /** Name servers for `c-ares`: `192.0.2.53`, `192.0.2.53:5353`. Default: the machine's own. */
  readonly nameServers?: readonly string[];
  /** Judges `64:ff9b::/96` by the IPv4 address inside, for networks that have IPv6 only. */
  readonly nat64?: boolean;
  /** Sent as `User-Agent` with every request. */
  readonly userAgent?: string;
  /** Certificate authorities in PEM to trust besides the well-known ones, for private sites. */
  readonly trustedCertificates?: readonly string[];
  /** What one report may cost, where it differs from the default. */
  readonly limits?: Partial<FetchLimits>;
}

/** {@link NetworkOptions} once checked and filled in. Make one with {@link createNetwork}. */
export interface Network {
  readonly limits: FetchLimits;
  readonly userAgent: string;
  readonly judgeAddress: AddressPolicy;
  readonly deniesHost: HostRules;
  readonly allowsPort: (port: number) => boolean;
  readonly createResolver: ResolverFactory;
  /** Absent where the well-known authorities are all that is trusted. */
  readonly secureContext?: SecureContext;
}

const defaultPorts: readonly number[] = [80, 443, 8080, 8443];
const defaultUserAgent = 'Mozilla/5.0 (compatible; sitegrade)';
const rangeForms = '10.0.0.0/8, 127.0.0.1, 127.0.0.1:8080, 127.0.0.0/8:3000, fd00::/8, [::1]:3000';

/** A misspelt option must not quietly leave a door open or shut. */
const optionNames: Readonly<Record<keyof NetworkOptions, true>> = {
  allowAddresses: true,
  denyAddresses: true,
  denyHosts: true,
  ports: true,
  resolver: true,
  nameServers: true,
  nat64: true,
  userAgent: true,
  trustedCertificates: true,
  limits: true,
};

/**
 * Checks the options and makes a network of them. Opens nothing.
 *
 * @throws TypeError naming the option and the allowed form.
 * @example
 * ```ts
 * createNetwork({ allowAddresses: ['10.1.0.0/16'], ports: 'any' });
 * ```
 */
export function createNetwork(options: NetworkOptions = {}): Network {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(optionNames, name)) {
      const known = Object.keys(optionNames).join(', ');
      throw new TypeError(`network.${name} is not an option; there are ${known}`);
    }
  }
  const trustedCertificates = strings('trustedCertificates', options.trustedCertificates);
  const { nat64 = false, ports = defaultPorts } = options;
  if (typeof nat64 !== 'boolean') throw new TypeError('network.nat64 must be true or false');
  return {
    limits: compileLimits(options.limits),
    userAgent: checkedUserAgent(options.userAgent ?? defaultUserAgent),
    judgeAddress: createAddressPolicy({
      allow: ranges('allowAddresses', options.allowAddresses),
      deny: ranges('denyAddresses', options.denyAddresses),
      nat64,
    }),
    deniesHost: compileDenyHosts(strings('denyHosts', options.denyHosts)),
    allowsPort: compilePorts(ports),
    createResolver: createResolver({
      resolver: options.resolver ?? 'c-ares',
      nameServers: strings('nameServers', options.nameServers),
    }),
    ...(trustedCertificates.length > 0 && { secureContext: trusting(trustedCertificates) }),
  };
}

function strings(option: string, value: unknown = []): readonly string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
  throw new TypeError(`network.${option} must be a list of strings`);
}

function ranges(option: string, value: unknown): AddressRange[] {
  return strings(option, value).map((entry, index) => {
    const range = parseAddressRange(entry);
    if (range !== null) return range;
    throw new TypeError(
      `network.${option}[${index}] is "${entry}", which is no address range; write ${rangeForms}`,
    );
  });
}

function compilePorts(ports: unknown): (port: number) => boolean {
  const isPort = (port: unknown): boolean =>
    Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;
  if (ports === 'any') return isPort;
  if (!Array.isArray(ports) || !ports.every(isPort)) {
    throw new TypeError("network.ports must be 'any' or a list of whole numbers from 1 to 65535");
  }
  const allowed = new Set<number>(ports);
  return (port) => allowed.has(port);
}

function checkedUserAgent(userAgent: unknown): string {
  if (
    typeof userAgent === 'string' &&
    /^[\x21-\x7e](?:[\x20-\x7e]{0,254}[\x21-\x7e])?$/.test(userAgent)
  ) {
    return userAgent;
  }
  throw new TypeError(
    'network.userAgent must be 1 to 256 printable ASCII characters, no space at either end',
  );
}

function trusting(certificates: readonly string[]): SecureContext {
  try {
    for (const certificate of certificates) new X509Certificate(certificate);
  } catch (cause) {
    throw new TypeError('network.trustedCertificates must be certificates in PEM', { cause });
  }
  return createSecureContext({ ca: [...rootCertificates, ...certificates], minVersion: 'TLSv1.2' });
}
