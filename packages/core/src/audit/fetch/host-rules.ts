/** Whether a host name, lower-case and in punycode, may not be fetched. */
export type HostRules = (host: string) => boolean;

/**
 * Reads `denyHosts`: `example.com` for that host alone, `.example.com` for it and all below,
 * `*.example.com` for all below it alone. Unicode names are fine.
 *
 * @throws TypeError naming the entry and the allowed forms.
 */
export function compileDenyHosts(entries: readonly string[]): HostRules {
  const exact = new Set<string>();
  const suffixes: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const form = /^(\*\.|\.)?(.+)$/.exec(entry);
    const host = canonicalHost(form?.[2] ?? '');
    if (host === null) {
      throw new TypeError(
        `network.denyHosts[${index}] is "${entry}"; write example.com, .example.com or *.example.com`,
      );
    }
    const lead = form?.[1];
    if (lead !== '*.') exact.add(host);
    if (lead !== undefined) suffixes.push(`.${host}`);
  }
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
