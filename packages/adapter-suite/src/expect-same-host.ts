import { connect } from 'node:net';
import { expect } from 'vitest';

const form = 'application/x-www-form-urlencoded';
const preflight = ['Origin: https://a.test', 'Access-Control-Request-Method: PUT'];

/** A request to a host: request line without the version, headers, body. */
type HostRequest = readonly [line: string, headers?: readonly string[], body?: string];

/** Requests of all kinds that the host handles. */
function hostRequests(mount: string): HostRequest[] {
  const post = (path: string, type: string, body: string): HostRequest => [
    `POST ${path}`,
    [...(type === '' ? [] : [`Content-Type: ${type}`]), `Content-Length: ${body.length}`],
    body,
  ];
  return [
    ['GET /hello'],
    ['GET /hello?a=1&a=2&b[]=3&c[d]=4&e=%ff'],
    ['HEAD /hello'],
    ['GET /hello', ['Origin: https://a.test', 'Accept: text/html']],
    ['GET /hello', ['X-Forwarded-Host: evil.test', 'X-Forwarded-Proto: https']],
    ['GET /hello', ['Authorization: Bearer nonsense']],
    ['GET /hello/'],
    ['GET //hello'],
    ['GET /HELLO'],
    ['GET /%68ello'],
    ['GET /hello/%ff'],
    ['PUT /hello'],
    ['PROPFIND /hello'],
    ['FOO /hello'],
    ['OPTIONS /hello'],
    ['OPTIONS /hello', preflight],
    ['OPTIONS *'],
    ['GET /throws'],
    ['GET /nowhere'],
    ['OPTIONS /nowhere', preflight],
    ['TRACE /nowhere'],
    [`GET ${mount}/api/v1`],
    [`GET ${mount}/api/v1/nowhere`],
    [`GET ${mount}/api/v2/reports`],
    [`OPTIONS ${mount}/api/v1/nowhere`, preflight],
    post(`${mount}/api/v1/nowhere`, 'application/json', '{'),
    post('/echo', 'application/json', '{"a":[1,{"__proto":2}]}'),
    post('/echo', 'application/json', '{"a":'),
    post('/echo', 'application/json', ''),
    post('/echo', 'application/json', `"${'x'.repeat(60_000)}"`),
    post('/echo', 'application/json', `{"a":"${'x'.repeat(110_000)}"}`),
    post('/echo', 'application/json; charset=latin1', '{"a":1}'),
    post('/echo', form, 'a=1&a=2&b[c]=3'),
    post('/echo', 'text/plain', 'a string'),
    post('/echo', 'text/csv', 'a,b'),
    post('/echo', 'multipart/form-data; boundary=x', '--x--'),
    post('/echo', 'nonsense', 'x'),
    post('/echo', '', 'x'),
    post('/echo', '', ''),
    post('/nowhere', 'application/json', '{'),
    [
      'POST /echo',
      ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
      '2\r\n{}\r\n0\r\n\r\n',
    ],
  ];
}

/** Sends the same requests to a host with sitegrade and without, and compares the responses. */
export async function expectSameHost(
  withUrl: string,
  withoutUrl: string,
  mount: string,
): Promise<void> {
  for (const request of hostRequests(mount)) {
    const received = await ask(withUrl, request);
    expect([request[0], received]).toEqual([request[0], await ask(withoutUrl, request)]);
  }
}

/** Everything that a host sends until it closes the connection, however it closes it. */
async function ask(url: string, [line, headers = [], body = '']: HostRequest): Promise<string> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [`${line} HTTP/1.1`, 'Host: host.test', 'Connection: close', ...headers];
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once('close', resolve));
  return withoutTimes(received);
}

/** Times and remaining rate limits differ between any two responses. */
function withoutTimes(reply: string): string {
  return reply.replace(/^(?:date|(?:x-)?ratelimit[\w-]*): .*\r\n/gim, '');
}
