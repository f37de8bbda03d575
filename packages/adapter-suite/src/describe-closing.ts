import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { createContext, issueApiKey, listJobs, listReports, type Store } from '@sitegrade/core';
import { describe, expect, it, vi } from 'vitest';
import { type AdapterHarness, type SuiteOptions, targetOf } from './adapter-harness.ts';
import { createClient } from './api-client.ts';
import { startTestSite } from './test-site.ts';

const path = '/api/v1/reports';
/**
 * D08: requests and connections when the server closes. The servers keep idle connections open for longer than a
 * test may take, so that a test ends only if its connection was closed.
 */
export function describeClosing(harness: AdapterHarness): void {
  describe('closing', () => {
    const start = async (more: Partial<SuiteOptions> = {}) => {
      const store = await harness.store();
      const site = await startTestSite();
      const gate = createGate();
      const server = await harness.start(
        {
          store: asynchronous(store, gate.passed),
          network: { allowAddresses: [site.address], ports: 'any' },
          ...more,
        },
        () => {},
      );
      const context = createContext({ store });
      const { key } = await issueApiKey(context, 'ann');
      const stop = async () => {
        await site.close();
        await store.close();
      };
      return {
        server,
        site,
        gate,
        context,
        key,
        client: createClient(targetOf(server), key),
        stop,
      };
    };

    /** Sends the head of a request; the test sends its body. */
    const upload = (url: string, key: string, length: number) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const reply = text(socket);
      socket.write(
        `PATCH /api/v1/websites/99 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
      );
      return { socket, reply };
    };

    it('D08: waits for reports in progress and loses none', async () => {
      const { server, site, client, context, stop } = await start();
      const running = [1, 2, 3].map(() => client.form('POST', path, { url: `${site.url}/held` }));
      await vi.waitFor(() => expect(site.heldRequests()).toBe(3), 20_000);
      const closed = server.close();
      site.release();
      for (const { status, headers } of await Promise.all(running)) {
        expect(status).toBe(201);
        if (!harness.hostMakesRequest) expect(headers.get('connection')).toBe('close');
      }
      await closed;
      expect((await listReports(context, 'ann')).total).toBe(3);
      await stop();
    });

    it('D08: waits for jobs in progress, and starts no others', async () => {
      const { server, site, client, context, stop } = await start({ worker: { concurrency: 1 } });
      const urls = [`${site.url}/held`, site.url];
      expect((await client.json('POST', '/api/v1/jobs', { urls })).status).toBe(202);
      await vi.waitFor(() => expect(site.heldRequests()).toBeGreaterThan(0), 20_000);
      const closed = server.close();
      site.release();
      await closed;
      const jobs = await listJobs(context, 'ann', { sort: 'asc' });
      expect(jobs.rows).toMatchObject([{ status: 'done', attempts: 1 }, { status: 'queued' }]);
      expect((await listReports(context, 'ann')).total).toBe(1);
      await stop();
    });

    // A host that reads bodies first does not respond before they have arrived.
    if (harness.hostParsesBodies || harness.hostMakesRequest) return;

    it.each([1_000, 70_000])(
      'D08: does not wait for %i bytes of a body after the response',
      async (length) => {
        const { server, key, stop } = await start();
        const { socket, reply } = upload(server.url, key, length);
        socket.write('x'.repeat(length / 2));
        await new Promise((resolve) => socket.once('data', resolve));
        const closed = server.close();
        socket.write('x'.repeat(length / 2));
        expect(await reply).toContain('HTTP/1.1 404 ');
        await closed;
        await stop();
      },
    );

    it('D08: does not wait for the body of a refused method', async () => {
      const { server, key, stop } = await start();
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      const reply = text(socket);
      socket.write(
        `POST /api/v1/websites HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
          'Content-Length: 2\r\n\r\nx',
      );
      await new Promise((resolve) => socket.once('data', resolve));
      const closed = server.close();
      socket.write('x');
      expect(await reply).toContain('HTTP/1.1 405 ');
      await closed;
      await stop();
    });

    it('D08: lets a client that is still sending read its response, without a reset', async () => {
      const { server, gate, key, stop } = await start();
      const length = 5_000_000;
      gate.shut();
      const { socket, reply } = upload(server.url, key, length);
      socket.write('x'.repeat(length / 2));
      await vi.waitFor(() => expect(gate.isReached()).toBe(true), 20_000);
      const closed = server.close();
      gate.open();
      await new Promise((resolve) => socket.once('data', resolve));
      socket.write('x'.repeat(length / 2));
      expect(await reply).toContain('"code":"not_found"');
      await closed;
      await stop();
    });
  });
}

/** Makes the store wait until the test lets it continue. */
interface Gate {
  readonly shut: () => void;
  readonly open: () => void;
  readonly passed: () => Promise<void>;
  readonly isReached: () => boolean;
}

function createGate(): Gate {
  let waiting = Promise.resolve();
  let isReached = false;
  const gate = { open: () => {} };
  return {
    shut: () => {
      waiting = new Promise((resolve) => {
        gate.open = resolve;
      });
    },
    open: () => gate.open(),
    passed: () => {
      isReached = true;
      return waiting;
    },
    isReached: () => isReached,
  };
}

/** The store with asynchronous results, like a store on a network. */
function asynchronous(store: Store, passed: () => Promise<void>): Store {
  const { websites } = store;
  return {
    ...store,
    websites: {
      ...websites,
      find: async (...parameters) => {
        await setImmediate();
        await passed();
        return websites.find(...parameters);
      },
    },
  };
}
