import { readFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleSite, startSampleSite } from './sample-site.js';

interface SiteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
}

let site: SampleSite;
beforeAll(async () => {
  site = await startSampleSite();
});
afterAll(() => site.close());

function get(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<SiteResponse> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const ca = readFileSync(site.certificateFile);
  return new Promise((resolve, reject) => {
    const sent = send(url, { ca, headers, method, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const bytes = Buffer.concat(parts);
      const text = bytes.toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text });
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('a good page', () => {
  it.each(['/', '/guides/chain', '/guides/winter', '/guides/puncture'])(
    '%s is one',
    async (path) => {
      const { status, text } = await get(site.httpsUrl + path);
      expect(status).toBe(200);
      const title = text.match(/<title>(.*)<\/title>/)?.[1] ?? '';
      expect(title.length).toBeGreaterThanOrEqual(10);
      expect(title.length).toBeLessThanOrEqual(60);
      const description = text.match(/name="description" content="(.*)"/)?.[1] ?? '';
      expect(description.length).toBeGreaterThanOrEqual(50);
      expect(description.length).toBeLessThanOrEqual(160);
      expect(text.match(/<h1>/g)).toHaveLength(1);
      expect(text).toContain(`<link rel="canonical" href="${site.httpsUrl}${path}">`);
      const main = text.slice(text.indexOf('<main '), text.indexOf('</main>'));
      expect(main.replace(/<[^>]+>/g, ' ').match(/\p{L}+/gu)?.length).toBeGreaterThanOrEqual(300);
    },
  );

  it('has the origin of the request in its URLs', async () => {
    const { text } = await get(`${site.url}/guides/chain`, { host: 'evil.example' });
    expect(text).toContain(`<link rel="canonical" href="${site.url}/guides/chain">`);
  });
});

describe('compression', () => {
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('for Accept-Encoding: %s is %s', async (accepted, coding, decode) => {
    const { headers, bytes } = await get(`${site.url}/`, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(decode(bytes).toString()).toContain('<h1>');
  });

  it('is omitted for a client that does not accept it', async () => {
    const { headers, text } = await get(`${site.url}/`);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers.vary).toBe('Accept-Encoding');
    expect(text).toContain('<h1>');
  });

  it.each(['/prices', '/guestbook'])('is omitted for %s, as an example', async (path) => {
    const { headers, bytes } = await get(site.url + path, { 'accept-encoding': 'gzip' });
    expect(headers).not.toHaveProperty('content-encoding');
    // Lighthouse estimates savings of two thirds, and reports them from 1,400 bytes.
    expect(bytes.length * 0.67).toBeGreaterThan(1_400);
  });
});

it.each([
  ['/home', 301, '/'],
  ['/old-home', 302, '/home'],
])('%s redirects with %i to %s', async (path, status, location) => {
  const response = await get(site.url + path);
  expect(response).toMatchObject({ status, headers: { location } });
});

it('redirects an https-only page to https', async () => {
  const response = await get(`${site.url}/guides/puncture`);
  expect(response.status).toBe(301);
  expect(response.headers.location).toBe(`${site.httpsUrl}/guides/puncture`);
});

it('has noindex in a meta element and a header, and a rule in robots.txt', async () => {
  expect((await get(`${site.url}/courses`)).text).toContain(
    '<meta name="robots" content="noindex">',
  );
  expect((await get(`${site.url}/guides/chain-sheet`)).headers['x-robots-tag']).toBe('noindex');
  expect((await get(`${site.url}/robots.txt`)).text).toBe(
    `User-agent: *\nDisallow: /back-room\n\nSitemap: ${site.url}/sitemap.xml\n`,
  );
  expect((await get(`${site.url}/back-room`)).status).toBe(200);
});

it('lists its pages in its sitemap, and one with noindex by mistake', async () => {
  const { text, headers } = await get(`${site.httpsUrl}/sitemap.xml`);
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(text).toContain(`<loc>${site.httpsUrl}/guides/chain</loc>`);
  expect(text).toContain(`<loc>${site.httpsUrl}/courses</loc>`);
  expect(text).not.toContain('/guides/chain-sheet');
  expect(text).not.toContain('/back-room');
});

it.each(['/missing', '/no-such-page'])('responds to %s with 404 and a page', async (path) => {
  const { status, text, headers } = await get(site.url + path);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('does not exist');
});

it('delays the slow page by the requested time', async () => {
  const before = performance.now();
  const { status } = await get(`${site.url}/slow?ms=150`);
  expect(status).toBe(200);
  expect(performance.now() - before).toBeGreaterThanOrEqual(145);
});

it('responds to HEAD without a body, and refuses other methods', async () => {
  const head = await get(`${site.url}/`, {}, 'HEAD');
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1_000);
  expect(await get(`${site.url}/`, {}, 'POST')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD' },
  });
});

it('has the files that its pages use', async () => {
  for (const [path, type] of [
    ['/style.css', 'text/css; charset=utf-8'],
    ['/wheel.svg', 'image/svg+xml'],
    ['/stand.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/png'],
    ['/share.png', 'image/png'],
  ]) {
    const { status, headers } = await get(`${site.url}${path}`);
    expect([status, headers['content-type']]).toEqual([200, type]);
  }
});
