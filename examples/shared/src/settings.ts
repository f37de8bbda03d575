import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { NetworkOptions } from '@sitegrade/core';

/** The settings of a server, from its environment variables. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly databaseFile: string;
  readonly publicUrl?: string;
  readonly network: {
    readonly allowAddresses?: readonly string[];
    readonly ports?: readonly number[] | 'any';
  };
  /** PEM file with certificates to trust in addition to the well-known ones. */
  readonly trustedCertificatesFile?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings. A variable that is empty counts as not set.
 *
 * @throws Error with a line for every wrong variable: its value and what is allowed.
 */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = [];
  function read<Value, Fallback>(
    name: string,
    fallback: Fallback,
    parse: (text: string) => Value | undefined,
    allowed: string,
  ): Value | Fallback {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    problems.push(`${name} is ${JSON.stringify(text)}; allowed is ${allowed}.`);
    return fallback;
  }

  const publicUrl = read(
    'PUBLIC_URL',
    undefined,
    parseUrl,
    'an http or https URL without user, query and fragment, such as https://reports.example.com',
  );
  const allowAddresses = read(
    'ALLOW_ADDRESSES',
    undefined,
    (text) => parseList(text, (entry) => (isAddressRange(entry) ? entry : undefined)),
    'a list with commas of 10.0.0.0/8, 127.0.0.1, 127.0.0.1:8080, fd00::/8 or [::1]:8080',
  );
  const ports = read(
    'ALLOW_PORTS',
    undefined,
    (text) => (text === 'any' ? text : parseList(text, (entry) => parsePort(entry, 1))),
    "'any' or a list with commas of integers from 1 to 65535",
  );
  const trustedCertificatesFile = environment.TRUSTED_CERTIFICATES_FILE?.trim();
  const settings: Settings = {
    port: read('PORT', 3000, parsePort, 'an integer from 0 (any free port) to 65535'),
    host: read('HOST', '127.0.0.1', parseHost, 'an IP address or a host name, without port'),
    databaseFile: environment.DATABASE_FILE?.trim() || './sitegrade.sqlite',
    network: { ...(allowAddresses && { allowAddresses }), ...(ports && { ports }) },
    ...(publicUrl && { publicUrl }),
    ...(trustedCertificatesFile && { trustedCertificatesFile }),
  };
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return settings;
}

/**
 * The network options of these settings.
 *
 * @throws Error where the file of certificates cannot be used.
 */
export function networkOf({ network, trustedCertificatesFile }: Settings): NetworkOptions {
  if (trustedCertificatesFile === undefined) return network;
  const file = JSON.stringify(trustedCertificatesFile);
  try {
    const certificates = readFileSync(trustedCertificatesFile, 'utf8');
    new X509Certificate(certificates);
    return { ...network, trustedCertificates: [certificates] };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `TRUSTED_CERTIFICATES_FILE is ${file}, which must hold certificates in PEM: ${why}.`,
      { cause },
    );
  }
}

function parsePort(text: string, least = 0): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= least && port <= 65_535 ? port : undefined;
}

function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || /^[\w-]+(?:\.[\w-]+)*$/.test(text) ? text : undefined;
}

function parseUrl(text: string): string | undefined {
  if (!/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '' ? text : undefined;
}

function parseList<Value>(
  text: string,
  parse: (entry: string) => Value | undefined,
): Value[] | undefined {
  const values: Value[] = [];
  for (const entry of text.split(',')) {
    const value = parse(entry.trim());
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

/** An address or a range of them, on one port or on all. */
function isAddressRange(text: string): boolean {
  const [, v6, v4, port] = /^(?:\[([^\]]+)\]|([\d./]+)):(\d{1,5})$/.exec(text) ?? [];
  if (port !== undefined && parsePort(port, 1) === undefined) return false;
  const [address = '', bits, ...rest] = (v6 ?? v4 ?? text).split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
