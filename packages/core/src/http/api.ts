import { type ContextOptions, createContext } from '../create-context.ts';
import { judgeApiOptions } from './api-options.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import { routes } from './routes/index.ts';

/** What an embedder may say to an adapter; only `store` must be said. */
export interface ApiOptions extends ContextOptions {
  /**
   * The address that clients reach the host at, up to where `/api/v1` begins:
   * `https://example.com/tools`. Links are made from it. Default: what the framework says of each
   * request, by its own rules for proxies.
   */
  readonly publicUrl?: string;
}

/** The API, ready for an adapter. */
export interface Api {
  readonly endpoints: readonly Endpoint[];
}

/**
 * Makes the API that an adapter registers with its framework. It starts nothing by itself.
 *
 * @throws TypeError where an option is wrong, naming it.
 * @example
 * ```ts
 * const api = createApi({ store });
 * for (const endpoint of api.endpoints) register(endpoint.path, endpoint.operations);
 * ```
 */
export function createApi(options: ApiOptions): Api {
  judgeApiOptions(options);
  const { publicUrl, ...contextOptions } = options;
  return { endpoints: endpointsOf(routes, { context: createContext(contextOptions), publicUrl }) };
}
