import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connectBrowser } from './connect-browser.ts';
import { parseRemoteAddress } from './remote-address.ts';
import { remoteBrowsers } from './remote-browsers.ts';
import { RenderFault } from './render-ending.ts';

const secrets = '/hunter1?token=hunter2';

const addressOf = (text: string) => {
  const address = parseRemoteAddress(text);
  if (address === null) throw new Error(text);
  return address;
};

const connect = (text: string, connectMs = 60_000, signal = new AbortController().signal) =>
  connectBrowser(addressOf(text), { connectMs, signal });

/** Why a browser cannot be used. */
async function faultOf(text: string, connectMs?: number): Promise<string> {
  const fault: unknown = await connect(text, connectMs).then(
    () => new Error('connected'),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(RenderFault);
  expect(fault).toMatchObject({ reason: 'renderer_unavailable' });
  const { message, cause } = fault as RenderFault;
  expect(cause).toBeUndefined();
  expect(message).not.toMatch(/hunter/);
  return message;
}

/** A server that does this with each connection, and how many there were. */
async function startTcp(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => {}).resume());
    socket.on('close', () => sockets.delete(socket));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    connections: () => connections,
    open: () => sockets.size,
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that responds to requests, and opens WebSockets in which it answers with this, or with nothing. */
async function startServer(
  onRequest: Handler,
  answer?: (text: string) => string | Buffer | undefined,
) {
  const requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers });
    onRequest(request, response);
  });
  if (answer)
    server.on('upgrade', (request, stream: Socket) => {
      requests.push({ url: request.url ?? '', headers: request.headers });
      sockets.add(stream.on('error', () => {}));
      stream.on('close', () => sockets.delete(stream)).on('end', () => stream.end());
      const accept = acceptOf(String(request.headers['sec-websocket-key']));
      stream.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      stream.on('data', (chunk: Buffer) => {
        const sent = answer(unmask(chunk));
        if (sent !== undefined) stream.write(typeof sent === 'string' ? textFrame(sent) : sent);
      });
    });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, port, requests, open: () => sockets.size };
}

const acceptOf = (key: string) =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
const textFrame = (text: string) =>
  Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]);
/** The text of a short frame. */
const unmask = (frame: Buffer) =>
  Buffer.from(
    frame.subarray(6).map((byte, index) => byte ^ (frame[2 + (index % 4)] ?? 0)),
  ).toString();
const product = (name: string) => () => `{"id":1,"result":{"product":"${name}"}}`;
const version =
  (text: string): Handler =>
  (_, response) =>
    response.end(text);

it('says what to do when nothing listens there', async () => {
  const { host } = await startTcp(() => {});
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  for (const scheme of ['http', 'ws'])
    expect(await faultOf(`${scheme}://127.0.0.1:${port}${secrets}`)).toBe(
      `Nothing listens at ${scheme}://127.0.0.1:${port} (ECONNREFUSED). Start the browser with --remote-debugging-port, or correct the address.`,
    );
  expect(host).not.toBe('');
});

it('says what to do when the name does not resolve', async () => {
  for (const scheme of ['https', 'wss'])
    expect(await faultOf(`${scheme}://u:hunter3@browser.invalid:9222${secrets}`)).toMatch(
      /^The host of \w+:\/\/browser\.invalid:9222 cannot be resolved \((?:ENOTFOUND|EAI_AGAIN)\)\. Correct the address, or check the network\.$/,
    );
});

it('gives up on a server that never answers, and leaves no connection', async () => {
  const silent = await startTcp(() => {});
  for (const scheme of ['http', 'ws'])
    expect(await faultOf(`${scheme}://${silent.host}${secrets}`, 50)).toBe(
      `${scheme}://${silent.host} did not answer within 50 ms. Check that a browser runs there and is not overloaded.`,
    );
  await expect.poll(() => silent.open()).toBe(0);
  const mute = await startServer(version('{"webSocketDebuggerUrl":"ws://x/id"}'), () => undefined);
  expect(await faultOf(`http://${mute.host}`, 300)).toContain('did not answer within 300 ms');
  await expect.poll(() => mute.open()).toBe(0);
});

const notBrowser = 'is not a browser that can be used. Pass the address of Chromium';

it.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', notBrowser],
  ['nothing', '', 'cannot be reached (ECONNRESET). Check the address, and that the browser runs.'],
  [
    'a WebSocket that was not asked for',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: bm90IHRoZSBrZXk=\r\n\r\n',
    notBrowser,
  ],
  ['an error', 'HTTP/1.1 503 hunter5\r\nContent-Length: 0\r\n\r\n', 'responded with status 503.'],
  [
    'another place',
    'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/hunter6\r\nContent-Length: 0\r\n\r\n',
    'responded with status 302.',
  ],
])('says what to do when a server sends %s', async (_, sent, message) => {
  const server = await startTcp((socket) => {
    socket.once('data', () => socket.end(sent));
  });
  for (const scheme of ['http', 'ws'])
    expect(await faultOf(`${scheme}://${server.host}${secrets}`)).toContain(message);
});

it.each([
  [401, 'Check the token or password in the address.'],
  [403, 'Check the token or password in the address.'],
  [404, 'Correct the path of the address; http:// without a path finds it.'],
])('says what to do after status %i', async (status, message) => {
  const server = await startServer((_, response) => response.writeHead(status).end('hunter7'));
  for (const scheme of ['http', 'ws'])
    expect(await faultOf(`${scheme}://${server.host}${secrets}`)).toContain(message);
});

it.each([
  ['no JSON', '<html>hunter8'],
  ['nothing', ''],
  ['null', 'null'],
  ['no WebSocket', '{"Browser":"Chrome/150"}'],
  ['another URL', '{"webSocketDebuggerUrl":"http://hunter9/"}'],
  ['too much', `{"webSocketDebuggerUrl":"ws://a/${'x'.repeat(100_000)}"}`],
])('says that a server is not a browser whose /json/version has %s', async (_, body) => {
  const server = await startServer(version(body));
  expect(await faultOf(`http://${server.host}${secrets}`)).toContain(notBrowser);
});

it.each([
  ['no JSON', () => 'hunter10'],
  ['null', () => 'null'],
  ['another result', () => '{"id":1,"result":null}'],
  ['an error', () => '{"id":1,"error":{"message":"hunter11"}}'],
  ['bytes that are not a frame', () => Buffer.from('hunter12')],
  ['an event without what it is about', () => '{"method":"Target.targetCreated"}'],
  ['a close', () => Buffer.from([0x88, 0])],
])('says that a server is not a browser that sends %s', async (what, answer) => {
  const server = await startServer(version(''), answer);
  const connectMs = what.startsWith('an event') ? 300 : undefined;
  const message = what.startsWith('an event') ? 'did not answer' : notBrowser;
  expect(await faultOf(`ws://${server.host}`, connectMs)).toContain(message);
  await expect.poll(() => server.open()).toBe(0);
});

it.each([
  ['another key', 'bm90IHRoZSBrZXk=', 'Upgrade: websocket'],
  ['an extension', undefined, 'Upgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate'],
  ['another protocol', undefined, 'Upgrade: h2c'],
])('takes no WebSocket with %s', async (_, wrongKey, headers) => {
  const server = await startTcp((socket) => {
    socket.once('data', (chunk) => {
      const [, key = ''] = /sec-websocket-key: (\S+)/i.exec(String(chunk)) ?? [];
      const accept = wrongKey ?? acceptOf(key);
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\n${headers}\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on('data', () => socket.write(textFrame(product('Chrome/150.0')())));
    });
  });
  expect(await faultOf(`ws://${server.host}${secrets}`)).toContain(notBrowser);
  await expect.poll(() => server.open()).toBe(0);
});

it('refuses an old version, and leaves no connection', async () => {
  const old = await startServer(version(''), product('HeadlessChrome/119.0.6045.9'));
  expect(await faultOf(`ws://u:hunter4@${old.host}${secrets}`)).toBe(
    `ws://${old.host} is HeadlessChrome/119.0.6045.9, and version 120 or newer is needed. Update it.`,
  );
  await expect.poll(() => old.open()).toBe(0);
});

it('connects to one that is new enough, and closes only its connection', async () => {
  const server = await startServer(
    version('{"webSocketDebuggerUrl":"ws://0.0.0.0:1/devtools/id"}'),
    product('Chrome/120.0.0.1'),
  );
  const browser = await connect(`http://user:p%40ss@${server.host}/?token=hunter2`);
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/json/version?token=hunter2',
    '/devtools/id?token=hunter2',
  ]);
  for (const { headers } of server.requests) {
    expect(headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
    expect(headers.host).toBe(server.host);
    expect(headers.origin).toBeUndefined();
  }
  expect(server.open()).toBe(1);
  await browser.kill();
  await browser.exited;
  await expect.poll(() => server.open()).toBe(0);
});

it('names itself localhost where the browser refuses its name', async () => {
  const server = await startServer(({ headers }, response) => {
    if (headers.host === 'localhost') response.end('{"webSocketDebuggerUrl":"ws://localhost/id"}');
    else
      response
        .writeHead(500)
        .end('Host header is specified and is not an IP address or localhost.');
  }, product('Chrome/150.0'));
  // Stands for another name.
  const browser = await connect(`http://localhost:${server.port}`);
  await browser.kill();
  expect(server.requests.map(({ headers }) => headers.host)).toEqual([
    `localhost:${server.port}`,
    'localhost',
    `localhost:${server.port}`,
  ]);
  // An address is not refused for its name.
  expect(await faultOf(`http://${server.host}`)).toContain('responded with status 500');
});

it('ends an attempt that is no longer needed', async () => {
  const silent = await startTcp(() => {});
  const controller = new AbortController();
  const connecting = connect(`http://${silent.host}`, 60_000, controller.signal);
  await expect.poll(() => silent.open()).toBe(1);
  const reason = new RenderFault('renderer_unavailable', 'The renderer was closed.');
  controller.abort(reason);
  await expect(connecting).rejects.toBe(reason);
  await expect.poll(() => silent.open()).toBe(0);
  await expect(connect(`http://${silent.host}`, 60_000, controller.signal)).rejects.toBe(reason);
});

it('does not try again for each page, but after a time', async () => {
  const server = await startServer((_, response) => response.writeHead(503).end());
  const address = addressOf(`http://${server.host}`);
  const browsers = remoteBrowsers(address);
  for (let page = 0; page < 3; page += 1)
    await expect(browsers.take()).rejects.toThrow('responded with status 503');
  expect(server.requests).toHaveLength(1);
  const impatient = remoteBrowsers(address, { connectMs: 60_000, retryMs: 0 });
  for (let page = 0; page < 3; page += 1)
    await expect(impatient.take()).rejects.toThrow('responded with status 503');
  expect(server.requests).toHaveLength(4);
});

it('opens a connection for each page, and closes them with close()', async () => {
  const server = await startServer(version(''), product('Chrome/150.0'));
  const browsers = remoteBrowsers(addressOf(`ws://${server.host}`));
  const [first, second] = [await browsers.take(), await browsers.take()];
  expect(server.open()).toBe(2);
  first.giveBack();
  await expect.poll(() => server.open()).toBe(1);
  await browsers.close();
  await second.browser.exited;
  second.giveBack();
  await expect.poll(() => server.open()).toBe(0);
  await expect(browsers.take()).rejects.toThrow('The renderer was closed.');
});
