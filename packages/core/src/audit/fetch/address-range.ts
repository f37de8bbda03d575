import { type IpAddress, parseIpAddress } from './ip-address.ts';

/** Addresses that share their first bits, on one port or on all. */
export interface AddressRange {
  readonly address: IpAddress;
  /** How many leading bits count. */
  readonly prefix: number;
  /** `null` for every port. */
  readonly port: number | null;
}

const withPort = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d./]+)):(?<port>\d{1,5})$/;

/**
 * Reads `10.0.0.0/8`, `127.0.0.1`, `127.0.0.1:8080`, `127.0.0.0/8:3000`, `fd00::/8`, `[::1]:3000`,
 * `[fd00::/8]:3000`. `null` for anything else.
 */
export function parseAddressRange(text: string): AddressRange | null {
  const groups = withPort.exec(text)?.groups;
  const bare = groups?.v6 ?? groups?.v4 ?? text;
  const port = groups?.port === undefined ? null : Number(groups.port);
  if (port !== null && (port < 1 || port > 65_535)) return null;

  const [base = '', bits, ...rest] = bare.split('/');
  const address = parseIpAddress(base);
  if (address === null || rest.length > 0) return null;
  const width = address.length * 8;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const prefix = bits === undefined ? width : Number(bits);
  return prefix <= width ? { address, prefix, port } : null;
}

/** Whether a range holds an address; IPv4 and IPv6 never hold each other. */
export function rangeHolds(range: AddressRange, address: IpAddress, port: number): boolean {
  if (range.address.length !== address.length) return false;
  if (range.port !== null && range.port !== port) return false;
  const whole = range.prefix >> 3;
  for (let index = 0; index < whole; index++) {
    if (range.address[index] !== address[index]) return false;
  }
  const spare = range.prefix & 7;
  if (spare === 0) return true;
  const different = (range.address[whole] ?? 0) ^ (address[whole] ?? 0);
  return different >> (8 - spare) === 0;
}
