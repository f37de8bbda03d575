import type { Network } from './network.ts';

/**
 * A network in which the requests to a site go to a server on 127.0.0.1: how the command shows local files as they
 * will be at their URL. URLs, the `Host` header and results have its origin. What is on this origin outside the path
 * of the site is not requested. Everything else stays as it is: no other host, and no other port of this machine, is
 * reachable by it. It is not an option, because others must not choose it.
 *
 * @param site - Its URL: `http://localhost`, `https://example.com/docs/`.
 * @param options - `isAlone`: no other host is requested.
 */
export function withLocalSite(
  network: Network,
  site: string,
  { serverPort, isAlone }: { readonly serverPort: number; readonly isAlone: boolean },
): Network {
  const { hostname, port, pathname } = new URL(site);
  const ports = new Set(port === '' ? [80, 443] : [Number(port)]);
  return {
    ...network,
    localSite: { hostname, ports, serverPort, pathname },
    isPortAllowed: (wanted, host) =>
      (host === hostname && ports.has(wanted)) || network.isPortAllowed(wanted, host),
    isHostDenied: (host) => (host === hostname ? false : isAlone || network.isHostDenied(host)),
  };
}
