import { X509Certificate } from 'node:crypto';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import * as v from 'valibot';
import {
  arrayOf,
  booleanOption,
  mustBe,
  oneOf,
  optionsObject,
  parsedString,
  validateOptions,
} from '../../validate-options.ts';
import { type AddressPolicy, createAddressPolicy, parseAddressRange } from './address-policy.ts';
import { compileHostRules, type HostRules, parseDeniedHost } from './host-rules.ts';
import { type FetchLimits, limitsSchema } from './limits.ts';
import { createResolver, isNameServer, type ResolverFactory } from './resolve.ts';

/**
 * How analyses may use the network. Default: public addresses only, ports 80, 443, 8080 and 8443.
 * Applied in this order: `ports`, `denyHosts`, `denyAddresses`, `allowAddresses`, public
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
  /** Classifies `64:ff9b::/96` by the IPv4 address inside, for networks that have IPv6 only. */
  readonly nat64?: boolean;
  /** Sent as `User-Agent` with every request. */
  readonly userAgent?: string;
  /** Certificate authorities in PEM to trust besides the well-known ones, for private sites. */
  readonly trustedCertificates?: readonly string[];
  /** What one report may cost, where it differs from the default. */
  readonly limits?: Partial<FetchLimits>;
}

/** Valid {@link NetworkOptions} with their defaults. Make one with {@link createNetwork}. */
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
      [80, 443, 8080, 8443],
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
 * Validates the options and creates a network of them. Opens nothing.
 *
 * @throws TypeError naming the option and what it accepts.
 * @example
 * ```ts
 * createNetwork({ allowAddresses: ['10.1.0.0/16'], ports: 'any' });
 * ```
 */
export function createNetwork(options: NetworkOptions = {}): Network {
  const valid = validateOptions(networkSchema, options, 'network.');
  const { allowAddresses: allow, denyAddresses: deny, nat64, ports, trustedCertificates } = valid;
  const allowedPorts = ports === 'any' ? null : new Set(ports);
  return {
    limits: valid.limits,
    userAgent: valid.userAgent,
    judgeAddress: createAddressPolicy({ allow, deny, nat64 }),
    deniesHost: compileHostRules(valid.denyHosts),
    allowsPort: (port) => (allowedPorts === null ? isPort(port) : allowedPorts.has(port)),
    createResolver: createResolver(valid),
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

function trusting(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...certificates], minVersion: 'TLSv1.2' });
}
