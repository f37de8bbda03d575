import { type Context, createContext, type Store } from '@sitegrade/core';
import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import {
  startTestSite,
  type TestSite,
} from '../../../packages/core/src/testing/adapter/test-site.ts';
import { type Connection, openConnection } from '../wire/connection.ts';
import { type Failure, failingStore } from './failing-store.ts';
import type { RunningServer } from './running-server.ts';
import { serveExpress } from './serve-express.ts';
import { serveFastify } from './serve-fastify.ts';
import { prepareStores, type StoreKind } from './store-kind.ts';

/** One of the servers under test, with a store of its own. */
export interface Twin {
  readonly name: string;
  readonly port: number;
  readonly connection: Connection;
  /** Another one, for requests at the same time. */
  readonly spare: Connection;
  readonly store: Store;
  readonly context: Context;
  readonly failure: Failure;
}

/** Two servers that have to answer alike, and the site that their reports are of. */
export interface Twins {
  readonly all: readonly Twin[];
  readonly site: TestSite;
  /** The time on both. It stands still but for this. */
  readonly clock: { now: number };
  close(): Promise<void>;
}

/** An answer that takes longer has failed, in milliseconds. */
const patienceMs = 15_000;

/** How long anything takes on the way to a page is no property of the page: it would tell twins apart. */
const ruleset = extendRuleset(defaultRuleset, { version: 'fuzz', drop: ['ttfb'] });

/** Starts both adapters on loopback, each on a fresh store of the kind. */
export async function startTwins(kind: StoreKind): Promise<Twins> {
  const stores = await prepareStores(kind);
  const site = await startTestSite();
  const clock = { now: Date.parse('2026-01-02T03:04:05.678Z') };
  const all = [
    await startTwin(serveFastify, await stores.open(), site, clock),
    await startTwin(serveExpress, await stores.open(), site, clock),
  ];
  return {
    all: all.map(({ twin }) => twin),
    site,
    clock,
    async close() {
      for (const { twin, server } of all) {
        twin.connection.close();
        twin.spare.close();
        await server.close();
        await twin.store.close();
      }
      await site.close();
      await stores.end();
    },
  };
}

async function startTwin(
  serve: typeof serveFastify,
  store: Store,
  site: TestSite,
  clock: Twins['clock'],
): Promise<{ readonly twin: Twin; readonly server: RunningServer }> {
  const failure: Failure = { error: undefined };
  const now = () => new Date(clock.now);
  const server = await serve({
    store: failingStore(store, failure),
    ruleset,
    now,
    analyses: { perOwner: 1 },
    network: {
      allowAddresses: [site.address, site.closedAddress],
      ports: 'any',
      resolver: 'system',
      limits: { wireBytes: 200_000, headersMs: 3_000 },
    },
  });
  const twin: Twin = {
    name: server.name,
    port: server.port,
    connection: openConnection(server.port, patienceMs),
    spare: openConnection(server.port, patienceMs),
    store,
    context: createContext({ store, now }),
    failure,
  };
  return { twin, server };
}
