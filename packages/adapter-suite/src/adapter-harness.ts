import type { IncomingMessage } from 'node:http';
import {
  type Context,
  createContext,
  issueApiKey,
  type NetworkOptions,
  type Report,
  type Store,
} from '@sitegrade/core';
import type { ApiOptions } from '@sitegrade/core/http';
import { hashCheaply } from '@sitegrade/core/http/for-tests';
import type { NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import { afterAll, beforeAll } from 'vitest';
import { type Client, createClient } from './api-client.ts';
import type { ServerUnderTest } from './exchange.ts';
import { createResponseValidator } from './response-validator.ts';
import { startTestSite, type TestSite } from './test-site.ts';

/** The common members of the requests of all frameworks. */
export type HostRequest = Pick<IncomingMessage, 'headers'>;

/** The options that the suite starts servers with. */
export type SuiteOptions = ApiOptions<HostRequest>;

/** An adapter with a store, for {@link describeAdapter}. */
export interface AdapterHarness {
  /** A fresh store, migrated. The suite closes it. */
  readonly store: () => Promise<Store>;
  /**
   * Starts an HTTP server on loopback that serves sitegrade at the root, with these options. Pass to
   * `log` every line that sitegrade logs, in the format of pino: JSON with `level` and `msg`. Its keep-alive time
   * must be longer than a test, so that a connection that is left open is noticed when the server closes.
   */
  readonly start: (options: SuiteOptions, log: (line: string) => void) => Promise<RunningServer>;
  /** Body parsers of the host run first and refuse bodies themselves: skips those tests. */
  readonly hostParsesBodies?: boolean;
  /**
   * The host makes a `Request` of the Fetch standard: its connections, headers sent twice and an invalid `Host` are
   * its own matter. Skips those tests.
   */
  readonly hostMakesRequest?: boolean;
}

/** A server that runs. */
export interface RunningServer {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  /** Sends a request for a path, if that takes no connection. Default: by `fetch` of Node. */
  readonly fetch?: ServerUnderTest['fetch'];
  readonly close: () => Promise<void>;
}

/** A server with sitegrade, the site that it may analyse, and its store. */
export interface TestApi extends ServerUnderTest {
  readonly store: Store;
  readonly context: Context;
  readonly site: TestSite;
  /** A new user with a key. */
  readonly newUser: () => Promise<TestUser>;
  /** Closes the server, if a test must not wait for the end of the others. */
  readonly close: () => Promise<void>;
}

/** A user of the API. */
export interface TestUser extends Client {
  readonly ownerId: string;
  readonly key: string;
  /** Inserts a report of this user without an analysis. */
  readonly addReport: (part?: Partial<NewReport>) => Promise<Report>;
}

/** Starts a server for the tests of a `describe`, and stops it after them. */
export function useApi(
  harness: AdapterHarness,
  more: (store: Store) => Partial<SuiteOptions> = () => ({}),
  limits: NetworkOptions['limits'] = {},
  log: (line: string) => void = () => {},
): () => TestApi {
  let api: TestApi | undefined;
  let stop = async (): Promise<void> => {};

  beforeAll(async () => {
    const store = await harness.store();
    const site = await startTestSite();
    const served = { store, ...more(store) };
    for (const each of [store, served.store]) hashCheaply(each);
    const options: SuiteOptions = { network: networkFor(site, limits), ...served };
    const server = await harness.start(options, log);
    const context = createContext({ store });
    const target = targetOf(server);
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= server.close();
      return closed;
    };
    api = { ...target, store, context, site, newUser: () => newUser(target, context), close };
    stop = async () => {
      await close();
      await site.close();
      await store.close();
    };
  });
  afterAll(() => stop());

  return () => {
    if (api === undefined) throw new Error('The server has not started.');
    return api;
  };
}

const validate = createResponseValidator();

/** The server that requests are sent to; every response is validated. */
export function targetOf({ url, fetch: send }: RunningServer): ServerUnderTest {
  return { url, fetch: send ?? ((path, init) => fetch(new URL(path, url), init)), validate };
}

/** The test site may be fetched; all other private addresses may not. */
function networkFor(site: TestSite, limits: NetworkOptions['limits']) {
  return {
    allowAddresses: [site.address, site.closedAddress],
    ports: 'any',
    resolver: 'system',
    limits: { wireBytes: 200_000, ...limits },
  } as const;
}

let users = 0;

async function newUser(target: ServerUnderTest, context: Context): Promise<TestUser> {
  users += 1;
  const ownerId = `user-${users}`;
  const { key } = await issueApiKey(context, ownerId, { name: 'test' });
  return {
    ...createClient(target, key),
    ownerId,
    key,
    addReport: (part) => context.store.reports.create(newReport({ ownerId, ...part })),
  };
}
