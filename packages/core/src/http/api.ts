import { type ContextOptions, createContext } from '../context/create-context.ts';
import { startWorker } from '../worker/worker.ts';
import { type AdapterOption, type ApiOptions, validateApiOptions } from './api-options.ts';
import { trackConnections } from './connections.ts';
import { type Endpoint, endpointsOf } from './endpoint.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { type PagesSettings, pagesSettings } from './pages-options.ts';
import type { DrawDocument } from './printed-document.ts';
import type { PageRoute, PublicRoute } from './route.ts';
import { type DescribeApi, openApiRoute } from './routes/documents.ts';
import { routes } from './routes/index.ts';

/** The API, ready for an adapter. */
export interface Api<HostRequest = unknown> {
  readonly endpoints: readonly Endpoint<HostRequest>[];
  /**
   * Accepts no new reports and waits for running ones, at most `graceMs` milliseconds (10,000 by
   * default). Reports that are not finished by then fail with `overloaded`. Other requests are still
   * served. A worker claims no new jobs, and gives back those that are not finished by then. Connections close after their current response, at the latest when that time is over.
   *
   * It closes the slots of the context, also of one that was given as the option `context`: domain functions then
   * create no more reports with it, and no worker of it claims jobs.
   */
  readonly close: (graceMs?: number) => Promise<void>;
  /**
   * The part of `close` that stops the worker, if there is one: for a framework that waits for requests itself.
   * Both can be called.
   */
  readonly stopWorker: (graceMs?: number) => Promise<void>;
}

/** The pages of `@sitegrade/core/pages`, which an adapter passes on, since the API does not import them. */
type PageRoutes = (parts: PageParts) => readonly (PageRoute | PublicRoute)[];

/** Which pages the options ask for. */
export interface PageParts {
  /** With `share` and `console` `false` if there is only the reference. */
  readonly settings: PagesSettings;
  /** Describes the API for its reference. `undefined` if there is none. */
  readonly docs: DescribeApi | undefined;
}

/** What an adapter adds to the API. */
export interface AdapterParts {
  /** Options that the adapter has in addition to {@link ApiOptions}: validated here, used by the adapter. */
  readonly adapterOptions?: readonly AdapterOption[];
  /** Needed for the options `pages` and `docs`. */
  readonly pageRoutes?: PageRoutes;
  /** `drawDocument` of `@sitegrade/core/pages`. Needed for PDFs. */
  readonly drawDocument?: DrawDocument;
}

const defaultGraceMs = 10_000;

/**
 * Creates the API that an adapter registers with its framework. It starts nothing by itself.
 *
 * @param adapter What the adapter adds: its own options, and the pages.
 * @throws TypeError naming the first invalid option, or one that needs `pageRoutes`.
 * @example
 * ```ts
 * const api = createApi({ store });
 * for (const endpoint of api.endpoints) register(endpoint.path, endpoint.operations);
 * ```
 */
export function createApi<HostRequest>(
  options: ApiOptions<HostRequest> & { readonly [Name in AdapterOption]?: unknown },
  { adapterOptions = [], pageRoutes, drawDocument }: AdapterParts = {},
): Api<HostRequest> {
  validateApiOptions(options, adapterOptions);
  const {
    publicUrl,
    authenticate,
    authenticatePages = authenticate,
    docs = false,
    logger: _logger,
    prefix: _prefix,
    swagger: _swagger,
    clientAddress: _clientAddress,
    notFound: _notFound,
    pages = false,
    api = true,
    worker = false,
    context: given,
    ...contextOptions
  } = options;
  if (!pageRoutes && (pages || docs)) {
    const option = pages ? 'pages' : 'docs';
    throw new TypeError(
      `sitegrade: ${option} is not supported by this adapter, which has no pages.`,
    );
  }
  const settings = pagesSettings(pages);
  // The options have either a context or its parts.
  const context = given ?? createContext(contextOptions as ContextOptions);
  const login = authenticate ? 'host' : 'apiKey';
  const describeApi = (serverUrl: string) => openApiDocument({ serverUrl, login });
  const connections = trackConnections();
  const endpoints = endpointsOf(
    [
      ...(api ? [...routes, openApiRoute(describeApi)] : []),
      ...(pageRoutes?.({ settings, docs: api && docs ? describeApi : undefined }) ?? []),
    ],
    {
      context,
      publicUrl,
      authenticate,
      authenticatePages,
      sharePath: settings.share ? `${settings.path}/share` : undefined,
      usesApiKeys: !(api && authenticate),
      drawDocument: drawDocument && ((request) => drawDocument(settings, request)),
    },
    connections,
  );
  // Last, so that invalid options leave nothing running.
  const workers = worker === false ? [] : [startWorker(context, worker === true ? {} : worker)];
  const stopWorker = async (graceMs = defaultGraceMs) => {
    await Promise.all(workers.map((worker) => worker.stop(graceMs)));
  };
  return {
    endpoints,
    stopWorker,
    close: async (graceMs = defaultGraceMs) => {
      connections.close(graceMs);
      await Promise.all([context.analyses.close(graceMs), stopWorker(graceMs)]);
    },
  };
}
