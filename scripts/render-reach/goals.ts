/** Where a way leads to: a separate address, so that connections show by which way they came. */
export interface Goal {
  readonly way: string;
  /** A host: an address or a name. */
  readonly host: string;
  readonly address: string;
  /** `http`, with the way in its path. An extension can be added to it. */
  readonly url: string;
  /** The same with `https`. */
  readonly secureUrl: string;
}

/** The host of all pages. The certificate of the servers is for it. */
export const siteHost = 'good.test';

/** The address of {@link siteHost}. */
export const siteAddress = '8.8.1.1';

/** The name server that this process asks, and that the browser does not know. */
export const ownNameServer = '8.8.1.53';

/** The name of the host at a private address. It is of the same site, so pages may be navigated to it. */
const privateName = (number: number) => `private${number}.${siteHost}`;

/**
 * The goals of a way: a private address, a name with a private address, and a public address, which only the guard may
 * connect to.
 *
 * @param number - From 1 to 250; no other way has it.
 */
export function goalsOf(way: string, number: number): readonly Goal[] {
  const hosts = [
    [`10.77.0.${number}`, `10.77.0.${number}`],
    [privateName(number), `10.78.0.${number}`],
    [`8.8.2.${number}`, `8.8.2.${number}`],
  ] as const;
  return hosts.map(([host, address]) => goalAt(way, host, address));
}

/** A goal at a host of any form. */
export function goalAt(way: string, host: string, address: string): Goal {
  const path = `/way/${encodeURIComponent(way)}/x`;
  return { way, host, address, url: `http://${host}${path}`, secureUrl: `https://${host}${path}` };
}

/** The way that a path names. */
export function wayOfPath(path: string): string | undefined {
  const [, way] = /^\/way\/([^/?#]+)/.exec(path) ?? [];
  try {
    return way === undefined ? undefined : decodeURIComponent(way);
  } catch {
    return undefined;
  }
}

/** The names that lead to private addresses, with their addresses, for as many ways. */
export function privateNames(count: number): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [privateName(index + 1), [`10.78.0.${index + 1}`]]),
  );
}
