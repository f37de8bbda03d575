import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { RunningServer } from '@sitegrade/adapter-suite';
import { startTestSite, type TestSite } from '@sitegrade/adapter-suite/test-site';
import { type Context, type ContextOptions, createContext, type Store } from '@sitegrade/core';
import { defaultRuleset, extendRuleset } from '@sitegrade/core/checks';
import { memoryStore } from '@sitegrade/store-memory';
import { startExpress } from '../../packages/adapter-express/src/fixtures/start-express.ts';
import { startFastify } from '../../packages/adapter-fastify/src/fixtures/start-fastify.ts';
import type { SentRequest } from './requests.ts';

/** One of the servers, with its own store. */
export interface Server {
  readonly name: string;
  readonly store: Store;
  readonly context: Context;
  send(request: SentRequest, key: string): Promise<Reply>;
}

/** Servers that must send the same responses, and the site that they may fetch. */
export interface Servers {
  readonly all: readonly Server[];
  readonly site: TestSite;
  /** The time on both servers. It moves only when this is changed. */
  readonly clock: { now: number };
  close(): Promise<void>;
}

/** A response. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Serve = (options: ContextOptions, log: () => void) => Promise<RunningServer>;

/** The host that every request names, so that both servers send the same links. */
const host = 'reports.example:8080';

/** A response must arrive within this time, in milliseconds, even one that waits for a page. */
const maxMs = 15_000;

/** Starts both adapters on loopback, each on a new store. */
export async function startServers(): Promise<Servers> {
  const site = await startTestSite();
  const clock = { now: Date.parse('2026-01-02T03:04:05.678Z') };
  const now = () => new Date(clock.now);
  const agent = new Agent({ keepAlive: true });
  const closing: (() => Promise<void>)[] = [];
  const start = async (name: string, serve: Serve): Promise<Server> => {
    const store = memoryStore();
    const options = {
      store,
      // The duration of the analysis would differ between the servers.
      ruleset: extendRuleset(defaultRuleset, { version: 'fuzz', drop: ['ttfb'] }),
      now,
      alerts: { consoleUrl: 'https://seo.example.com/sitegrade', sendMail: async () => {} },
      network: {
        allowAddresses: [site.address, site.closedAddress],
        ports: 'any',
        resolver: 'system',
        limits: { wireBytes: 200_000, headersMs: 3_000 },
      },
    } as const;
    const { url, close } = await serve(options, () => {});
    closing.push(close, () => store.close());
    const { port } = new URL(url);
    const context = createContext({ store, now });
    return { name, store, context, send: (request, key) => send(port, agent, request, key) };
  };
  return {
    all: [await start('Fastify', startFastify), await start('Express', startExpress)],
    site,
    clock,
    async close() {
      agent.destroy();
      for (const close of closing) await close();
      await site.close();
    },
  };
}

/** Sends a request unchanged. */
function send(port: string, agent: Agent, request: SentRequest, key: string): Promise<Reply> {
  const { method, url, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: '127.0.0.1', agent, method, path: url, setHost: false });
    const authorization = request.authorization(key);
    if (authorization.length > 0) sent.setHeader('Authorization', authorization);
    sent.setHeader('Host', host);
    // Headers that Node would add.
    for (const name of ['Content-Length', 'Transfer-Encoding']) sent.removeHeader(name);
    for (const [name, value] of headers) {
      const before = name === 'Host' ? undefined : sent.getHeader(name);
      sent.setHeader(name, before === undefined ? value : [...[before].flat().map(String), value]);
    }
    if (body) sent.setHeader('Content-Length', body.bytes.length);
    const timer = setTimeout(() => sent.destroy(new Error(`no response in ${maxMs} ms`)), maxMs);
    sent.once('close', () => clearTimeout(timer));
    sent.once('error', reject);
    sent.once('response', async (response) => {
      try {
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        const text = decoder.decode(await buffer(response));
        const received = new Headers();
        response.rawHeaders.forEach((value, index, all) => {
          if (index % 2 === 1) received.append(all[index - 1] ?? '', value);
        });
        resolve({ status: response.statusCode ?? 0, headers: received, text });
      } catch (error) {
        reject(error);
      }
    });
    sent.end(body?.bytes);
  });
}
