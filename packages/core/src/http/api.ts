import { createContext } from '../create-context.ts';
import { type ApiOptions, judgeApiOptions } from './api-options.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import { routes } from './routes/index.ts';

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
