import type { HostRequest, RunningServer, SuiteOptions } from '@sitegrade/adapter-suite';
import { type AlertOptions, type Context, createContext, type Store } from '@sitegrade/core';
import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { memoryStore } from '@sitegrade/store-memory';
import { afterAll, beforeAll } from 'vitest';
import { startExpress } from '../../packages/adapter-express/src/fixtures/start-express.ts';
import { startFastify } from '../../packages/adapter-fastify/src/fixtures/start-fastify.ts';

type Start = (options: SuiteOptions, log: (line: string) => void) => Promise<RunningServer>;

/** The frameworks that pages are served by. The HTTP suite tests the same pages on both. */
const frameworks: Readonly<Record<'Fastify' | 'Express', Start>> = {
  Fastify: startFastify,
  Express: startExpress,
};

/** A server with pages, and the sample site, which it may analyse. */
export interface PagesServer {
  /** `http://127.0.0.1:3000` */
  readonly url: string;
  readonly store: Store;
  /** With the same store and clock as the server. */
  readonly context: Context;
  readonly site: SampleSite;
  /** How far the server's clock is ahead of the browser's, in milliseconds. */
  readonly clock: { aheadMs: number };
}

/** Options of the server. The context has its `alerts`, too. */
type PagesOptions = Partial<SuiteOptions> & { readonly alerts?: AlertOptions };

/** Starts a server for the tests of a `describe`, and stops it after them. */
export function usePages(
  framework: keyof typeof frameworks,
  more: PagesOptions = {},
): () => PagesServer {
  let pages: PagesServer | undefined;
  let stop = async (): Promise<void> => {};

  beforeAll(async () => {
    const store = memoryStore();
    const site = await startSampleSite();
    const clock = { aheadMs: 0 };
    const shared = {
      store,
      now: () => new Date(Date.now() + clock.aheadMs),
      network: {
        allowAddresses: [new URL(site.url).host],
        ports: 'any',
        resolver: 'system',
      },
    } as const;
    const server = await frameworks[framework]({ ...shared, pages: true, ...more }, logFailures);
    const context = createContext({ ...shared, ...(more.alerts && { alerts: more.alerts }) });
    pages = { url: server.url, store, context, site, clock };
    stop = async () => {
      await server.close();
      await site.close();
      await store.close();
    };
  });
  afterAll(() => stop());

  return () => {
    if (pages === undefined) throw new Error('The server has not started.');
    return pages;
  };
}

/** A login of the host: the cookie `user` names the owner. */
export function cookieLogin({ headers }: HostRequest): string | undefined {
  return /(?:^|; )user=(\w+)/.exec(headers.cookie ?? '')?.[1];
}

function logFailures(line: string): void {
  if (JSON.parse(line).level >= 50) console.error(line);
}
