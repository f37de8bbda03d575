/** Whether a host name, lower-case and in punycode, may not be fetched. */
export type HostRules = (host: string) => boolean;

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
export function parseDeniedHost(entry: string): DeniedHost | null {
  const [, lead, rest = ''] = /^(\*\.|\.)?(.+)$/.exec(entry) ?? [];
  const host = canonicalHost(rest);
  return host === null ? null : { host, itself: lead !== '*.', below: lead !== undefined };
}

/** Combines the entries into one function. */
export function compileHostRules(denied: readonly DeniedHost[]): HostRules {
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
