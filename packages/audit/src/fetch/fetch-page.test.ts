import { describe, expect, it } from 'vitest';
import { fetchPage } from './fetch-page.ts';
import { failureOf, reasonOf, testDns, testFetcher, testNetwork } from './fixtures/fetching.ts';
import { pem, startHttp, startRawServer, startTls } from './fixtures/servers.ts';
import { parseTarget } from './parse-target.ts';

async function fetchAnswer(headers: string, body: string) {
  const server = await startRawServer(
    `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
  return fetchPage(fetcher, { url: new URL(server.url), schemeAssumed: false });
}

describe('a page', () => {
  it.each([
    ['N30', 'Content-Type: text/html\r\n', 'anything'],
    ['N30', 'Content-Type: TEXT/HTML ; charset=utf-8\r\n', ''],
    ['N30', 'Content-Type: application/xhtml+xml\r\n', '<html/>'],
    ['N30', 'Content-Type: text/plain\r\nContent-Type: text/html\r\n', '<p>'],
    ['N30', 'Content-Type: text/html, text/html\r\n', '<p>'],
    ['N30', '', '<!DOCTYPE html><title>t</title>'],
    ['N30', 'Content-Type: html\r\n', '\n <html lang="en">'],
    ['N30', '', ''],
  ])(
    '%s is a response with an HTML type, or content that looks like HTML: %j %j',
    async (_id, headers, body) => {
      expect(Buffer.from((await fetchAnswer(headers, body)).body).toString()).toBe(body);
    },
  );

  it.each([
    ['N30', 'Content-Type: application/pdf\r\n', '<html>'],
    ['N30', 'Content-Type: image/svg+xml\r\n', '<svg/>'],
    ['N30', 'Content-Type: text/plain\r\n', '<html>'],
    ['N30', 'Content-Type: text/html\r\nContent-Type: text/plain\r\n', '<html>'],
    ['N30', '', '%PDF-1.7'],
    ['N30', '', 'plain text'],
    ['N30', '', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['N30', '', '{"a":1}'],
  ])('%s is not another kind of response: %j %j', async (_id, headers, body) => {
    expect(await failureOf(fetchAnswer(headers, body))).toEqual({
      code: 'page_not_html',
      reason: 'content_type_unsupported',
      message: 'This URL is not an HTML page.',
    });
  });

  it('of another type is not downloaded', async () => {
    let sent = 0;
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000000000' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    const page = fetchPage(fetcher, { url: new URL(server.url), schemeAssumed: false });
    expect(await reasonOf(page)).toBe('content_type_unsupported');
    expect(sent).toBeLessThan(10_000_000);
    // Its connection is closed before the end of the report.
    await expect.poll(() => server.open(), { interval: 5 }).toBe(0);
  });

  it.each([404, 410, 500, 503])('N31 with status %i is a page', async (status) => {
    const server = await startHttp((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
    });
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    const page = await fetchPage(fetcher, { url: new URL(server.url), schemeAssumed: false });
    expect(page).toMatchObject({ status, transferBytes: 14 });
  });
});

describe('if the scheme was assumed', () => {
  it('http:// is tried if https:// cannot be reached', async () => {
    const server = await startHttp((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    });
    const network = { allowAddresses: ['127.0.0.1'] };
    const target = parseTarget(`127.0.0.1:${server.port}`, testNetwork());
    expect(target.url.protocol).toBe('https:');
    const page = await fetchPage(testFetcher(network), target);
    expect(page).toMatchObject({ url: server.url, finalUrl: server.url, redirects: [] });
  });

  it('http:// is not tried if the scheme was written', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const target = parseTarget(`https://127.0.0.1:${server.port}`, testNetwork());
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await reasonOf(fetchPage(fetcher, target))).toBe('tls_error');
  });

  it('http:// is not tried if the address is blocked', async () => {
    const server = await startHttp((_request, response) => response.end('<p>'));
    const target = parseTarget(`127.0.0.1:${server.port}`, testNetwork());
    expect(await reasonOf(fetchPage(testFetcher(), target))).toBe('address_blocked');
    expect(server.connections()).toBe(0);
  });

  it('http:// is not tried if the certificate is invalid', async () => {
    const server = await startTls((_request, response) => response.end('<p>'), {
      cert: pem('self-signed.pem'),
      key: pem('server.key'),
    });
    const target = parseTarget(`127.0.0.1:${server.port}`, testNetwork());
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await reasonOf(fetchPage(fetcher, target))).toBe('tls_untrusted');
  });

  it('http:// is not tried if the name does not exist', async () => {
    const dns = await testDns({});
    const fetcher = testFetcher({ nameServers: [dns.address] });
    const target = parseTarget('no.test', testNetwork());
    expect(await reasonOf(fetchPage(fetcher, target))).toBe('dns_not_found');
    expect(dns.queries.filter((name) => name === 'no.test')).toHaveLength(2);
  });

  it('the error of https:// is thrown if http:// cannot be reached either', async () => {
    const server = await startHttp(() => {});
    await server.close();
    const target = parseTarget(`127.0.0.1:${server.port}`, testNetwork());
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await reasonOf(fetchPage(fetcher, target))).toBe('connect_refused');
  });
});
