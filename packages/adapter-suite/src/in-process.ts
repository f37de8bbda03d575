import {
  type SitegradeFetch,
  type SitegradeFetchOptions,
  sitegradeFetch,
} from '@sitegrade/adapter-fetch';
import type { NetworkOptions, Store } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { afterAll } from 'vitest';
import {
  type AdapterHarness,
  type SuiteOptions,
  type TestApi,
  useApi as useAdapter,
} from './adapter-harness.ts';
import { jsonLogger } from './json-logger.ts';

export type { HostRequest, SuiteOptions, TestApi, TestUser } from './adapter-harness.ts';

/** sitegrade as a function, whose requests have headers as Node has them for a login of the host. */
export function createHandler(
  options: SuiteOptions,
  log: (line: string) => void,
  clientAddress: (request: Request) => string | undefined = () => '127.0.0.1',
): SitegradeFetch {
  const { authenticate } = options;
  const login = authenticate && {
    authenticate: ({ headers }: Request) => authenticate({ headers: Object.fromEntries(headers) }),
  };
  return sitegradeFetch({
    ...(options as unknown as SitegradeFetchOptions),
    ...login,
    clientAddress,
    logger: jsonLogger(log),
  });
}

/** Creates the store of each {@link useApi}. */
let createStore: () => Promise<Store> = async () => memoryStore();

/** Lets every {@link useApi} of a test file have this store, migrated, instead of one in memory. */
export function useStore(create: () => Promise<Store>): void {
  const before = createStore;
  createStore = create;
  afterAll(() => {
    createStore = before;
  });
}

/** sitegrade without a server: requests and responses are those of the Fetch standard. */
const inProcess: AdapterHarness = {
  store: () => createStore(),
  start: async (options, log) => {
    const url = 'http://sitegrade.test';
    const handler = createHandler(options, log);
    return {
      url,
      fetch: async (path, init) => {
        const response = await handler(new Request(new URL(path, url), init));
        // Servers add it: without it, a response is validated as one of Node's parser.
        response.headers.set('date', new Date().toUTCString());
        return response;
      },
      close: () => handler.close(),
    };
  },
};

/**
 * Creates sitegrade in this process for the tests of a `describe`, for what no adapter can break, and closes it after
 * them.
 *
 * @param more - Options for its store.
 * @param limits - Limits of what it fetches.
 * @param log - Gets each line of its log.
 */
export function useApi(
  more?: (store: Store) => Partial<SuiteOptions>,
  limits?: NetworkOptions['limits'],
  log?: (line: string) => void,
): () => TestApi {
  return useAdapter(inProcess, more, limits, log);
}
