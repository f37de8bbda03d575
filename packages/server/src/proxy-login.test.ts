import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createContext, issueApiKey } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import fc from 'fast-check';
import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHealth } from './health.ts';
import { createServer, serverSettings } from './http-server.ts';
import { proxyLogin } from './proxy-login.ts';
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
    // What they are called does not matter then: the second name is not in UTF-8.
    for (const user of ['ben', 'Jos\u00e9']) {
      expect((await get(console, '10.1.2.3', user)).body).toContain('Ann’s page');
    }
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

  it('has open pages also where a request names the whole URL', async () => {
    const { ask, shareToken } = await listen();
    expect(await ask(`http://x${console}`, 'jörg')).toContain('Jörg’s page');
    const shared = `http://x/sitegrade/share/reports/${shareToken}`;
    expect(await ask(shared, 'jörg')).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('reads names in UTF-8, without the white space around the header (RFC 9110, section 5.5)', async () => {
    const { ask } = await listen();
    for (const name of ['jörg', ' \tjörg\t ']) {
      expect(await ask(console, name), JSON.stringify(name)).toContain('Jörg’s page');
    }
  });

  it('takes names that differ in anything else for other users', async () => {
    const { ask } = await listen();
    const encodedTwice = Buffer.from('jörg').toString('latin1');
    for (const name of [
      'Jörg',
      'j%C3%B6rg',
      '"jörg"',
      'eve, jörg',
      'jorg',
      'jｏrg',
      encodedTwice,
    ]) {
      const page = await ask(console, name);
      expect(page, name).toMatch(/^HTTP\/1\.1 200 /);
      expect(page, name).not.toContain('Jörg’s page');
    }
  });

  it('refuses names that could be taken for others, and says why', async () => {
    const { ask } = await listen();
    const rows = [
      ['a byte order mark before it', '\ufeffjörg', 'has U+FEFF at its beginning'],
      ['a byte order mark after it', 'jörg\ufeff', 'has U+FEFF at its end'],
      ['two byte order marks', '\ufeff\ufeffjörg', 'has U+FEFF'],
      ['only a byte order mark', '\ufeff', 'has U+FEFF'],
      ['a zero-width space', 'jö\u200brg', 'has U+200B.'],
      ['a soft hyphen', 'jö\u00adrg', 'has U+00AD.'],
      ['a change of direction', '\u202egröj', 'has U+202E'],
      ['an isolate', 'jörg\u2066', 'has U+2066'],
      ['a control character of C1', 'jörg\u009b2J', 'has U+009B'],
      ['a tag', 'jörg\u{e0041}', 'has U+E0041'],
      ['a variation selector', 'jörg\ufe0f', 'has U+FE0F'],
      ['a letter without a shape', 'jörg\u3164', 'has U+3164'],
      ['a character that is not assigned', 'jörg\u{1ffff}', 'has U+1FFFF'],
      ['a character for private use', 'jörg\ue000', 'has U+E000'],
      ['a line separator', 'jö\u2028rg', 'has U+2028.'],
      ['a no-break space before it', '\u00a0jörg', 'has U+00A0 at its beginning'],
      ['a no-break space in it', 'jö\u00a0rg', 'has U+00A0.'],
      ['an ideographic space after it', 'jörg\u3000', 'has U+3000 at its end'],
      ['a replaced letter', 'j\ufffdrg', 'has U+FFFD.'],
      ['NFD', 'jörg'.normalize('NFD'), 'is not in NFC'],
      ['a sign for a letter', '\u212aarl', 'is not in NFC'],
      ['256 bytes', 'x'.repeat(256), 'has more than 255 bytes'],
      ['256 bytes of 128 letters', 'ö'.repeat(128), 'has more than 255 bytes'],
      ['Latin-1', Buffer.from('jörg', 'latin1'), 'is not in UTF-8'],
      ['a lone surrogate', Buffer.from([0x6a, 0xed, 0xa0, 0x80]), 'is not in UTF-8'],
      ['a letter in more bytes than it needs', Buffer.from([0xc1, 0xaa]), 'is not in UTF-8'],
      ['bytes that end early', Buffer.from('jörg').subarray(0, 2), 'is not in UTF-8'],
    ] as const;
    for (const [what, name, issue] of rows) {
      const page = await ask(console, name);
      expect(page, what).toMatch(/^HTTP\/1\.1 400 /);
      expect(page, what).toContain(`The x-forwarded-user header ${issue}`);
      expect(page, what).toContain('or let the proxy send another one');
    }
  });

  it('refuses a header that was sent twice', async () => {
    const { ask } = await listen();
    expect(await ask(console, 'jörg', 'jörg')).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('makes one owner of no two headers that differ in a byte', () => {
    const { authenticatePages = () => undefined } = proxyLogin(
      readSettings(serverSettings, {}, { ...proxied, AUTH_PROXIES: 'loopback' }),
    );
    const ownerOf = (bytes: Uint8Array) => {
      const rawHeaders = ['X-Forwarded-User', Buffer.from(bytes).toString('latin1')];
      const raw = { rawHeaders, socket: { remoteAddress: '127.0.0.1' } };
      try {
        return authenticatePages({ raw, url: console } as unknown as FastifyRequest);
      } catch {
        return undefined;
      }
    };
    const part = fc.oneof(
      fc.constantFrom('ann', 'Ann', 'ö', 'o\u0308', '\u212b', ' ', '\u00a0', '\ufeff', '\u200d'),
      fc.constantFrom('\ufffd', '\u0000', '%20', '+', 'ﬁ', '\u3000', '漢', '\u{1f44d}'),
      fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)),
    );
    const text = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const bytes = fc.oneof(
      text.map((name) => Buffer.from(name)),
      text.map((name) => Buffer.from(name, 'latin1')),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
    );
    let accepted = 0;
    fc.assert(
      fc.property(bytes, (sent) => {
        const owner = ownerOf(sent);
        if (owner === undefined) return;
        accepted += 1;
        // What can be restored from the owner was not lost, so that others have other owners.
        expect([...Buffer.from(owner)]).toEqual([...sent]);
        // Nor does anyone take it for another one.
        expect(owner).toBe(owner.normalize('NFC').trim());
        expect(owner).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

/** The same behind a proxy on this machine, on a port, with a report of Jörg. */
async function listen() {
  const { app, store } = await open({ AUTH_PROXIES: 'loopback' });
  const { shareToken } = await store.reports.create(
    newReport({ ownerId: 'jörg', title: 'Jörg’s page' }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** The response to a request with these headers, byte by byte. */
  const ask = async (target: string, ...users: readonly (string | Uint8Array)[]) => {
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
  return { ask, shareToken };
}
