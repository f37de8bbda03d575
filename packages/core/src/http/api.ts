import { createContext } from '../create-context.ts';
import { type ApiOptions, validateApiOptions } from './api-options.ts';
import { followConnections } from './connections.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import { docsRoute } from './routes/docs.ts';
import { routes } from './routes/index.ts';
import { openApiRoute } from './routes/openapi.ts';

/** The API, ready for an adapter. */
export interface Api<HostRequest = unknown> {
  readonly endpoints: readonly Endpoint<HostRequest>[];
  /**
   * Takes no more analyses and waits for those under way, at most for so many milliseconds (10,000
   * by default); those that are not done then are answered with `overloaded`. Listings and the
   * like are still answered. A connection ends with its answer from now on, at the latest when that
   * time is over.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

const defaultGraceMs = 10_000;

/**
 * Makes the API that an adapter registers with its framework. It starts nothing by itself.
 *
 * @param adapterOptions Names of options that the adapter itself takes and judges, for the error that
 * names those there are.
 * @throws TypeError where an option is wrong, naming it.
 * @example
 * ```ts
 * const api = createApi({ store });
 * for (const endpoint of api.endpoints) register(endpoint.path, endpoint.operations);
 * ```
 */
export function createApi<HostRequest>(
  options: ApiOptions<HostRequest>,
  adapterOptions: readonly string[] = [],
): Api<HostRequest> {
  validateApiOptions(options, adapterOptions);
  const { publicUrl, authenticate, docs = false, ...contextOptions } = options;
  const context = createContext(contextOptions);
  const login = authenticate ? 'host' : 'apiKey';
  const connections = followConnections();
  return {
    endpoints: endpointsOf(
      [...routes, openApiRoute(login), ...(docs ? [docsRoute(login)] : [])],
      { context, publicUrl, authenticate },
      connections,
    ),
    close: (graceMs = defaultGraceMs) => {
      connections.close(graceMs);
      return context.analyses.close(graceMs);
    },
  };
}
