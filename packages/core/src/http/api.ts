import { createContext } from '../create-context.ts';
import { type ApiOptions, judgeApiOptions } from './api-options.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import { routes } from './routes/index.ts';

/** The API, ready for an adapter. */
export interface Api {
  readonly endpoints: readonly Endpoint[];
  /**
   * Takes no more analyses and waits for those under way, at most for so many milliseconds (10,000
   * by default); those that are not done then are answered with `overloaded`. Listings and the
   * like are still answered.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

const defaultGraceMs = 10_000;

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
  const context = createContext(contextOptions);
  return {
    endpoints: endpointsOf(routes, { context, publicUrl }),
    close: (graceMs = defaultGraceMs) => context.analyses.close(graceMs),
  };
}
