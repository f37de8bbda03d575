import { createContext, issueApiKey } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningServer, SuiteOptions } from './adapter-harness.ts';

/** What {@link describeProxies} needs of an adapter. */
export interface ProxyHarness {
  /** Starts a server on loopback with sitegrade below `mount`. */
  readonly start: (options: SuiteOptions, host: ProxyHostOptions) => Promise<RunningServer>;
}

/** How to start the server. */
export interface ProxyHostOptions {
  readonly mount: string;
  /** Which proxies the host trusts: `loopback` is the address of the tests. */
  readonly trustProxy: boolean | 'loopback';
}

const path = '/api/v1/reports';

/** Values that proxies send, and the resulting links. */
const forwardedProtocols = [
  ['https', 'https'],
  ['HTTPS', 'https'],
  ['http', 'http'],
  ['javascript', 'http'],
  ['data', 'http'],
  ['https://evil.example/?', 'http'],
  ['"><script>', 'http'],
] as const;
/** `null`: the server's own host. */
const forwardedHosts = [
  ['outer.example:8443', 'outer.example:8443'],
  ['outer.example/evil', null],
  ['ann:pw@outer.example', null],
  ['outer.example evil', null],
  ['outer.example%0d%0ax', null],
  ['outer.example?x#y', null],
  ['<script>', null],
] as const;

/** Tests where an adapter takes the protocol and host of links from. */
export function describeProxies(name: string, harness: ProxyHarness): void {
  describe(name, () => {
    const store = memoryStore();
    let authorization: string;
    let server: RunningServer | undefined;
    beforeEach(async () => {
      const { key } = await issueApiKey(createContext({ store }), 'user-1');
      authorization = `Bearer ${key}`;
    });
    afterEach(() => server?.close());

    const start = async (
      host: Partial<ProxyHostOptions>,
      options: Partial<SuiteOptions> = {},
    ): Promise<(forwarded: Record<string, string>) => Promise<string>> => {
      const { mount = '', trustProxy = true } = host;
      const { url, close } = await harness.start({ store, ...options }, { mount, trustProxy });
      server = { url, close };
      return async (forwarded) => {
        const reply = await fetch(url + mount + path, { headers: { authorization, ...forwarded } });
        const { links, meta } = (await reply.json()) as {
          readonly links: { readonly first: string };
          readonly meta: { readonly path: string };
        };
        expect(links.first).toBe(`${meta.path}?page=1`);
        expect(reply.headers.get('link')).toContain(`<${meta.path}?`);
        return meta.path;
      };
    };

    it.each([true, false, 'loopback'] as const)(
      'publicUrl takes precedence over headers of a proxy, trusted: %s',
      async (trustProxy) => {
        const publicUrl = 'https://public.example/seo';
        const pathOf = await start({ mount: '/x', trustProxy }, { publicUrl });
        expect(
          await pathOf({ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.example' }),
        ).toBe(`https://public.example/seo${path}`);
      },
    );

    it.each([true, 'loopback'] as const)(
      'uses only the protocol and host of a trusted proxy: %s',
      async (trustProxy) => {
        const pathOf = await start({ trustProxy });
        const serverHost = new URL(server?.url ?? '').host;
        for (const [protocol, expected] of forwardedProtocols) {
          const sent = { 'x-forwarded-proto': protocol, 'x-forwarded-host': 'outer.example' };
          expect(await pathOf(sent)).toBe(`${expected}://outer.example${path}`);
        }
        for (const [host, expected] of forwardedHosts) {
          const sent = { 'x-forwarded-host': host };
          expect(await pathOf(sent)).toBe(`http://${expected ?? serverHost}${path}`);
        }
      },
    );

    it.each([
      [true, 404],
      [false, 403],
    ])('compares Origin with the host of a trusted proxy: %s', async (trustProxy, status) => {
      await start({ trustProxy }, { authenticate: () => 'user-1' });
      const reply = await fetch(`${server?.url}${path}/1`, {
        method: 'DELETE',
        headers: { origin: 'https://outer.example', 'x-forwarded-host': 'outer.example' },
      });
      expect(reply.status).toBe(status);
    });

    it('uses nothing of a proxy that is not trusted', async () => {
      const pathOf = await start({ trustProxy: false });
      const serverHost = new URL(server?.url ?? '').host;
      const sent = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'outer.example' };
      expect(await pathOf(sent)).toBe(`http://${serverHost}${path}`);
    });
  });
}
