import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { startCommand } from '../../../scripts/start-command.ts';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';

describe('sitegrade serve, with bytes that normal clients do not send', () => {
  const folder = temporaryFolder(afterAll);
  let server: ServerProcess;
  let port: number;
  let authorization: string;

  beforeAll(async () => {
    server = startCommand(['serve'], { DATABASE_FILE: join(folder, 'test.sqlite') });
    port = Number(new URL(await server.listening).port);
    authorization = `Authorization: Bearer ${await server.firstKey}`;
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });

  const open = (bytes: string): Socket => {
    const socket = connect(port, '127.0.0.1');
    socket.write(Buffer.from(bytes, 'latin1'));
    return socket;
  };
  const head = (...lines: string[]) => [...lines, '', ''].join('\r\n');
  const get = 'GET /api/v1/reports HTTP/1.1';
  const post = 'POST /api/v1/reports HTTP/1.1';
  const host = 'Host: good.test';

  const expectProblem = (reply: string, status: number, code: string) => {
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply).toMatch(/\r\nContent-Type: application\/problem\+json; charset=utf-8\r\n/i);
    expect(reply).toContain('\r\nConnection: close\r\n');
    const body = reply.slice(reply.indexOf('{'));
    expect(reply.toLowerCase()).toContain(`\r\ncontent-length: ${body.length}\r\n`);
    expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status, code });
  };

  it.each([
    [
      'Content-Length with Transfer-Encoding',
      [post, host, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
    ],
    ['two lengths', [post, host, 'Content-Length: 2', 'Content-Length: 3'], '{}'],
    ['a length with a sign', [post, host, 'Content-Length: +2'], '{}'],
    ['an unknown coding', [post, host, 'Transfer-Encoding: x'], ''],
    ['a folded header', [get, host, 'X-A: b', ' c'], ''],
    ['lines that end with only LF', [`${get}\n${host}\n\n`], ''],
    ['a space before the colon', [get, host, 'X-A : b'], ''],
    ['a NUL in a header', [get, host, 'X-A: b\0c'], ''],
    ['an unknown method', ['FOO /api/v1/reports HTTP/1.1', host], ''],
  ])('A18: refuses %s', async (_name, lines, body) => {
    const reply = await text(open(head(...lines, authorization) + body));
    expectProblem(reply, 400, 'malformed_request');
  });

  it('A18: refuses a request without a host', async () => {
    expect(await text(open(head(get, authorization)))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([get, ...['/', '/ready', '/health', '/missing'].map((path) => `GET ${path} HTTP/1.1`)])(
    'A18: refuses a second host of %s',
    async (line) => {
      for (const hosts of [[host, 'Host: evil.test'], [host, host], ['Host: a@evil.test']]) {
        expectProblem(
          await text(open(head(line, ...hosts, authorization, 'Connection: close'))),
          400,
          'malformed_request',
        );
      }
    },
  );

  it.each([['another host in the request line', [get.replace('/', 'http://evil.test/'), host]]])(
    'A18: does not use %s in links',
    async (_name, lines) => {
      const reply = await text(open(head(...lines, authorization, 'Connection: close')));
      expect(reply).toMatch(/^HTTP\/1\.1 200 /);
      expect(reply).toContain('"path":"http://good.test/api/v1/reports"');
      expect(reply).not.toContain('evil');
    },
  );

  it('A11: supports only the expectation 100-continue', async () => {
    const lines = [post, host, authorization, 'Expect: banana', 'Content-Length: 0'];
    const reply = await text(open(head(...lines, 'Connection: close')));
    expect(reply).toMatch(/^HTTP\/1\.1 417 /);
  });

  it.each([
    ['query', [get.replace('reports', `reports?search=${'x'.repeat(17_000)}`)]],
    ['header', [get, `X-A: ${'x'.repeat(17_000)}`]],
  ])('A16: refuses a %s of 17 KB', async (_name, lines) => {
    const reply = await text(open(head(...lines, host, authorization)));
    expectProblem(reply, 431, 'headers_too_large');
  });

  it('A20: serves others during 5,000 silent connections', async () => {
    const silent = Array.from({ length: 5_000 }, () => open(''));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const reply = await text(open(head(get, host, authorization, 'Connection: close')));
    expect(reply).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of silent) socket.destroy();
  });

  it('A20: limits the time for headers and bodies', async () => {
    // The limits are ten seconds for the headers and thirty for all, so that the headers end first.
    const ended: string[] = [];
    const slow = async (what: string, bytes: string) => {
      const socket = open(bytes);
      // Single bytes do not extend the time.
      const drip = setInterval(() => socket.write('x'), 1_000);
      socket.on('error', () => {});
      const reply = await text(socket).finally(() => clearInterval(drip));
      ended.push(what);
      return reply;
    };
    const sendBody = slow(
      'body',
      `${head(post, host, authorization, 'Content-Type: application/json', 'Content-Length: 1000')}{`,
    );
    const sendHeaders = slow('headers', `${get}\r\n${host}\r\nX-A: `);
    expectProblem(await sendHeaders, 408, 'request_timeout');
    expectProblem(await sendBody, 408, 'request_timeout');
    expect(ended).toEqual(['headers', 'body']);
  });
});
