import { isIP } from 'node:net';

/** Second labels below which registries of countries register names: `example.co.uk`, `example.com.br`. */
const registrySuffixes: ReadonlySet<string> = new Set(
  'ac asso co com ed edu go gob gouv gov govt gv id info ltd me mil mod ne net nhs nic nom or org plc police sch web'.split(
    ' ',
  ),
);

/**
 * The domain that a host name belongs to: its last two labels, or three below a suffix such as `co.uk`. Customers
 * of a hosting service share its domain, and so do rare suffixes: it groups hosts, but does not show whose they are.
 */
export function domainOfHost(hostname: string): string {
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return hostname;
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  // Not split: a host may have a thousand labels.
  const last = host.lastIndexOf('.');
  const second = last <= 0 ? -1 : host.lastIndexOf('.', last - 1);
  const isBelowSuffix =
    host.length - last === 3 && registrySuffixes.has(host.slice(second + 1, Math.max(last, 0)));
  const start = isBelowSuffix && second > 0 ? host.lastIndexOf('.', second - 1) : second;
  return host.slice(start + 1);
}
