import { createContext } from '../create-context.ts';
import { type AdapterOption, type ApiOptions, validateApiOptions } from './api-options.ts';
import { trackConnections } from './connections.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import type { Logger } from './logger.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { docsRoute, openApiRoute } from './routes/documents.ts';
import { routes } from './routes/index.ts';

/** The API, ready for an adapter. */
export interface Api<HostRequest = unknown> {
  readonly endpoints: readonly Endpoint<HostRequest>[];
  /**
   * Accepts no new reports and waits for running ones, at most `graceMs` milliseconds (10,000 by
   * default). Reports that are not finished by then fail with `overloaded`. Other requests are still
   * served. Connections close after their current response, at the latest when that time is over.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

const defaultGraceMs = 10_000;

/**
 * Creates the API that an adapter registers with its framework. It starts nothing by itself.
 *
 * @param adapterOptions Options that the adapter has besides {@link ApiOptions}: they are validated here
 * and used by the adapter.
 * @throws TypeError naming the first invalid option.
 * @example
 * ```ts
 * const api = createApi({ store });
 * for (const endpoint of api.endpoints) register(endpoint.path, endpoint.operations);
 * ```
 */
export function createApi<HostRequest>(
  options: ApiOptions<HostRequest> & { readonly logger?: Logger },
  adapterOptions: readonly AdapterOption[] = [],
): Api<HostRequest> {
  validateApiOptions(options, adapterOptions);
  const { publicUrl, authenticate, docs = false, logger: _, ...contextOptions } = options;
  const context = createContext(contextOptions);
  const login = authenticate ? 'host' : 'apiKey';
  const describeApi = (serverUrl: string) => openApiDocument({ serverUrl, login });
  const connections = trackConnections();
  return {
    endpoints: endpointsOf(
      [...routes, openApiRoute(describeApi), ...(docs ? [docsRoute(describeApi)] : [])],
      { context, publicUrl, authenticate },
      connections,
    ),
    close: (graceMs = defaultGraceMs) => {
      connections.close(graceMs);
      return context.analyses.close(graceMs);
    },
  };
}
