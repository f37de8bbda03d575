import { withLocalSite } from '@sitegrade/audit';
import type { Context } from './context.ts';

/**
 * A context in which the requests to a site go to a server on this machine, for the command and its local files.
 * It is not an option of `createContext`: nothing that a caller of the API can choose may lead to it.
 *
 * @param site - Its URL: `http://localhost`, `https://example.com/docs/`.
 * @param options - The port on 127.0.0.1 of the server, and whether no other host is requested.
 */
export function localSiteContext(
  context: Context,
  site: string,
  options: { readonly serverPort: number; readonly isAlone: boolean },
): Context {
  return { ...context, network: withLocalSite(context.network, site, options) };
}
