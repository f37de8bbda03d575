import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createContext, issueApiKey } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHealth } from './health.ts';
import { createServer, serverSettings } from './http-server.ts';
import { readSettings } from './settings.ts';

const console = '/sitegrade/reports';
const proxied = { AUTH_HEADER: 'X-Forwarded-User', AUTH_PROXIES: '10.1.0.0/16,fd00::/8' };

/** A server behind the login of a proxy, with a private report of Ann. */
async function open(environment: Readonly<Record<string, string>> = {}) {
  const store = memoryStore();
  const context = createContext({ store });
  const report = await store.reports.create(newReport({ ownerId: 'ann', title: 'Ann’s page' }));
  const { key } = await issueApiKey(context, 'ann');
  const settings = readSettings(
    serverSettings,
    {},
    { WORKER: 'false', ...proxied, ...environment },
  );
  const logger = Fastify().log;
  const app = createServer(settings, { context, health: createHealth(), logger });
  onTestFinished(() => app.close());
  /** Opens a page on a connection from this address. */
  const get = (url: string, remoteAddress: string, user?: string) =>
    app.inject({
      url,
      remoteAddress,
      headers: user === undefined ? {} : { 'x-forwarded-user': user },
    });
  return { app, store, report, key, get };
}

describe('the login of a proxy', () => {
  it.each(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::7'])(
    'shows the console of the user that a proxy at %s names',
    async (address) => {
      const { get } = await open();
      const { statusCode, body } = await get(console, address, 'ann');
      expect([statusCode, body]).toEqual([200, expect.stringContaining('Ann’s page')]);
      expect((await get(console, address, 'ben')).body).not.toContain('Ann’s page');
      // The host has no sign-in, and API keys are still of use.
      expect((await get('/sitegrade/sign-in', address)).statusCode).toBe(404);
      expect((await get('/sitegrade/keys', address, 'ann')).statusCode).toBe(200);
    },
  );

  it.each(['10.2.0.1', '127.0.0.1', '::1', 'fe80::1'])(
    'does not believe a connection from %s',
    async (address) => {
      const { app, get } = await open({ TRUST_PROXY: 'loopback' });
      expect((await get(console, address, 'ann')).statusCode).toBe(401);
      const forged = { 'x-forwarded-user': 'ann', 'x-forwarded-for': '10.1.2.3' };
      const { statusCode } = await app.inject({
        url: console,
        remoteAddress: address,
        headers: forged,
      });
      expect(statusCode).toBe(401);
    },
  );

  it('knows no one without the header, or with an empty one', async () => {
    const { get } = await open();
    expect((await get(console, '10.1.2.3')).statusCode).toBe(401);
    expect((await get(console, '10.1.2.3', '')).statusCode).toBe(401);
  });

  it('lets all users act for one owner, if one is named', async () => {
    const { get } = await open({ AUTH_OWNER: 'ann' });
    expect((await get(console, '10.1.2.3', 'ben')).body).toContain('Ann’s page');
    expect((await get(console, '10.1.2.3')).statusCode).toBe(401);
  });

  it('leaves the API to its keys', async () => {
    const { app, get, key } = await open();
    expect((await get('/api/v1/reports', '10.1.2.3', 'ann')).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    const listed = await app.inject({
      url: '/api/v1/reports',
      remoteAddress: '192.0.2.1',
      headers,
    });
    expect(listed.json().data).toMatchObject([{ title: 'Ann’s page' }]);
  });

  it('counts for nothing on shared pages, which a proxy lets through', async () => {
    const { get, report, store } = await open();
    const shared = `/sitegrade/share/reports/${report.shareToken}`;
    const { statusCode, body } = await get(shared, '10.1.2.3', 'ann');
    expect([statusCode, body.includes('Ann’s page')]).toEqual([404, false]);
    await store.websites.update('ann', report.websiteId, {
      privacy: 'public',
      updatedAt: new Date(),
    });
    expect((await get(shared, '10.1.2.3')).body).toContain('Ann’s page');
    expect((await get(`//x/..${shared}`, '10.1.2.3', 'ann')).statusCode).toBe(404);
  });

  it('reads names in UTF-8, and refuses a header that was sent twice, is too long or has another encoding', async () => {
    const { app, store } = await open({ AUTH_PROXIES: 'loopback' });
    const { shareToken } = await store.reports.create(
      newReport({ ownerId: 'jörg', title: 'Jörg’s page' }),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const askFor = async (target: string, ...users: readonly (string | Buffer)[]) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`);
      for (const user of users) {
        socket.write('X-Forwarded-User: ');
        socket.write(user);
        socket.write('\r\n');
      }
      socket.write('\r\n');
      return text(socket);
    };
    const ask = (...users: readonly (string | Buffer)[]) => askFor(console, ...users);
    expect(await ask('jörg')).toContain('Jörg’s page');
    // A request may name the whole URL.
    expect(await askFor(`http://x${console}`, 'jörg')).toContain('Jörg’s page');
    const shared = `http://x/sitegrade/share/reports/${shareToken}`;
    expect(await askFor(shared, 'jörg')).toMatch(/^HTTP\/1\.1 404 /);
    for (const users of [['jörg', 'jörg'], [Buffer.from('jörg', 'latin1')], ['x'.repeat(256)]]) {
      expect(await ask(...users), String(users)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });
});
