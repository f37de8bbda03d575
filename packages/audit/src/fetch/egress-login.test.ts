import { Agent } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import type { EgressProxy } from './egress-proxy.ts';
import { startHttp, startTcp } from './fixtures/servers.ts';
import { rawConnection, receivedBy, requestThrough, testProxy } from './fixtures/through-proxy.ts';

const reach = { listen: '127.0.0.1', host: '127.0.0.1' };
const allowing = { allowAddresses: ['127.0.0.1'] };
const challenge =
  'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="sitegrade"\r\nContent-Length: 0\r\nConnection: close\r\n';

const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;
const loginOf = ({ url }: EgressProxy) => `${new URL(url).username}:${new URL(url).password}`;

/** What comes back for `CONNECT` with this header. */
async function tunnel(proxy: EgressProxy, port: number, header: string): Promise<string> {
  const head = `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\n${header}\r\nearly`;
  return await receivedBy(rawConnection(proxy, head));
}

const wrong = [
  ['no credentials', () => ''],
  ['an empty header', () => ''.padEnd(1)],
  ['another scheme', (login: string) => `Bearer ${login}`],
  ['no text', () => 'Basic'],
  ['what is not base64', () => 'Basic \u00ff\u00fe'],
  ['another password', (login: string) => basic(`${login.slice(0, -1)}!`)],
  ['a shorter password', (login: string) => basic(login.slice(0, -1))],
  ['a longer password', (login: string) => basic(`${login}x`)],
  ['another user', (login: string) => basic(login.replace('sitegrade', 'sitegradf'))],
  ['two credentials', (login: string) => `${basic(login)}, ${basic(login)}`],
] as const;

it.each(wrong)('a proxy that others can reach connects nothing with %s', async (_what, value) => {
  const server = await startTcp((socket) => socket.end('secret'));
  const proxy = await testProxy(allowing, { reach });
  const given = value(loginOf(proxy));
  const header = given === '' ? '' : `Proxy-Authorization: ${given}\r\n`;
  expect(await tunnel(proxy, server.port, header)).toBe(`${challenge}\r\n`);
  const headers = given === '' ? {} : { 'Proxy-Authorization': given };
  const sent = requestThrough(proxy, `http://127.0.0.1:${server.port}/`, {
    method: 'POST',
    headers,
    body: 'x'.repeat(100_000),
  });
  // The connection is closed, also while a body is sent.
  expect([407, undefined]).toContain((await sent)?.status);
  const plain = await requestThrough(proxy, `http://127.0.0.1:${server.port}/`, { headers });
  expect(plain).toMatchObject({ status: 407, body: '' });
  expect(server.connections()).toBe(0);
  expect(proxy.bytes()).toBe(0);
  expect(proxy.refused.get('wrong_credentials')).toBe(given === '' ? undefined : 3);
});

it('a proxy that others can reach has no credentials of another one', async () => {
  const [first, second] = [
    await testProxy(allowing, { reach }),
    await testProxy(allowing, { reach }),
  ];
  expect(loginOf(first)).toMatch(/^sitegrade:[\w-]{32}$/);
  expect(loginOf(first)).not.toBe(loginOf(second));
  const header = `Proxy-Authorization: ${basic(loginOf(first))}\r\n`;
  expect(await tunnel(second, 1, header)).toMatch(challenge);
});

it('a proxy that others can reach serves requests with its credentials, each of a connection', async () => {
  const site = await startHttp((request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  const proxy = await testProxy(allowing, { reach });
  const headers = { 'Proxy-Authorization': basic(loginOf(proxy)) };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const response = await requestThrough(proxy, site.url, { headers, agent });
  expect(response?.status).toBe(200);
  expect(response?.body).not.toMatch(/proxy-authorization/i);
  // The same connection without them.
  expect(await requestThrough(proxy, site.url, { agent })).toMatchObject({ status: 407 });

  const head = `CONNECT 127.0.0.1:${site.port} HTTP/1.1\r\nproxy-authorization: ${basic(loginOf(proxy))}\r\n\r\n`;
  const socket = rawConnection(
    proxy,
    `${head}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  expect(await receivedBy(socket)).toMatch(
    /^HTTP\/1\.1 200 Connection established\r\n\r\nHTTP\/1\.1 200 OK/,
  );
  expect(proxy.refused.size).toBe(0);
});

it('a proxy that others can reach closes requests of itself, which only pass on the credentials', async () => {
  const proxy = await testProxy(allowing, { reach: { ...reach, host: 'sitegrade.internal' } });
  const { host } = new URL(proxy.url);
  expect(host).toMatch(/^sitegrade\.internal:\d+$/);
  const local = { ...proxy, url: proxy.url.replace('sitegrade.internal', '127.0.0.1') };
  const headers = { 'Proxy-Authorization': basic(loginOf(proxy)) };
  expect(await requestThrough(local, `http://${host}/`, { headers })).toBeNull();
  expect(await requestThrough(local, `http://${host}/`)).toMatchObject({ status: 407 });
  expect(Object.fromEntries(proxy.refused)).toEqual({ browser_request: 1 });
  expect(proxy.reported).toEqual([]);
});

it('listens where the renderer says, or says that it cannot', async () => {
  const proxy = await testProxy(allowing, { reach: { listen: '127.0.0.2', host: '127.0.0.2' } });
  expect(new URL(proxy.url).hostname).toBe('127.0.0.2');
  expect(await requestThrough(proxy, 'http://127.0.0.1/')).toMatchObject({ status: 407 });
  const six = await testProxy(allowing, { reach: { listen: '::1', host: '[::1]' } }).catch(
    () => null,
  );
  if (six !== null) expect(new URL(six.url).hostname).toBe('[::1]');
  const elsewhere = testProxy(allowing, { reach: { listen: '192.0.2.1', host: 'x' } });
  await expect(elsewhere).rejects.toThrow('192.0.2.1');
});

it('listens on all addresses if it must', async () => {
  const proxy = await testProxy(allowing, { reach: { listen: '0.0.0.0', host: '127.0.0.1' } });
  const [other = '127.0.0.2'] = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  const socket = connect(Number(new URL(proxy.url).port), other);
  onTestFinished(() => void socket.destroy());
  const received = receivedBy(socket);
  socket.write('CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n');
  expect(await received).toMatch(challenge);
});
