import { once } from 'node:events';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { siteFolder } from '../fixtures/site-folder.ts';
import { serveFolder } from './serve-folder.ts';

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Requests a path as it is written: `fetch` would remove what goes up. */
function get(port: number, path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<Response>((resolve, reject) => {
    const options = { port, path, headers: { host: 'bakery.example', ...headers } };
    request({ host: '127.0.0.1', ...options }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      const { statusCode: status = 0, headers: received } = response;
      resolve({ status, headers: received, body: Buffer.concat(parts) });
    })
      .on('error', reject)
      .end();
  });
}

async function serve(
  files: Readonly<Record<string, string | Uint8Array>>,
  url = 'https://bakery.example/',
) {
  const folder = await siteFolder(files);
  const server = await serveFolder(folder, new URL(url));
  onTestFinished(() => server.close());
  const textOf = async (path: string) => {
    const { status, headers, body } = await get(server.port, path);
    return [status, headers.location ?? body.toString()];
  };
  return { ...server, folder, textOf };
}

const site = {
  'index.html': 'home',
  'about.html': 'about',
  'both.html': 'file',
  'both/index.html': 'folder',
  'blog/index.html': 'blog',
  'blog/a b/index.html': 'post',
  'empty/readme.txt': 'x',
  'münchen.html': 'city',
  '404.html': 'gone',
  '.well-known/security.txt': 'contact',
};

it.each([
  ['/', 200, 'home'],
  ['/index.html', 301, '/'],
  ['/index?x', 301, '/?x'],
  ['/blog/index.html', 301, '/blog/'],
  ['/about', 200, 'about'],
  ['/about.html?x=1', 200, 'about'],
  ['/about/', 404, 'gone'],
  ['/both', 200, 'file'],
  ['/both/', 200, 'folder'],
  ['/blog/', 200, 'blog'],
  ['/blog', 301, '/blog/'],
  ['/blog?page=2', 301, '/blog/?page=2'],
  ['/blog/a%20b/', 200, 'post'],
  ['/m%C3%BCnchen', 200, 'city'],
  ['/empty/', 404, 'gone'],
  ['/empty', 404, 'gone'],
  ['/missing', 404, 'gone'],
  ['/.well-known/security.txt', 200, 'contact'],
])('%s: %s, %s', async (path, status, text) => {
  const { textOf } = await serve(site);
  expect(await textOf(path)).toEqual([status, text]);
});

it('is below the path of the site only', async () => {
  const { textOf } = await serve(site, 'https://bakery.example/docs/');
  expect(await textOf('/docs/')).toEqual([200, 'home']);
  expect(await textOf('/docs/about')).toEqual([200, 'about']);
  expect(await textOf('/docs/blog')).toEqual([301, '/docs/blog/']);
  expect(await textOf('/docs/index.html')).toEqual([301, '/docs/']);
  expect(await textOf('/about')).toEqual([404, 'gone']);
  expect(await textOf('/')).toEqual([404, 'gone']);
});

describe('what is not served', () => {
  const hidden = {
    'index.html': 'home',
    '.env': 'secret',
    '.git/config': 'secret',
    'blog/.env': 'secret',
    'blog/index.html': 'blog',
    'blog/.well-known/x.html': 'secret',
    'up.html@': '../outside.html',
    'outside@': '..',
    'etc@': '/etc',
    'passwd@': '/etc/passwd',
    'git@': '.git',
    'inside.html@': 'index.html',
    'loop@': 'loop',
    'pipe.html|': '',
  };

  it.each([
    '/../outside.html',
    '/..%2foutside.html',
    '/%2e%2e/outside.html',
    '/%2e%2e%2foutside.html',
    '/..%5coutside.html',
    '/blog%2findex.html',
    '/blog/../../outside.html',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/up',
    '/up.html',
    '/outside/outside.html',
    '/outside/outside',
    '/etc/passwd',
    '/passwd',
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/git/config',
    '/blog/.env',
    '/blog/.well-known/x.html',
    '/loop',
    '/pipe',
    '/pipe.html',
    '/index.html%00',
    '/%E0%A4%A',
    '/index.html/',
    '/index.html/x',
    '/dev/null',
  ])('%s', async (path) => {
    const { folder, textOf } = await serve(hidden);
    await writeFile(join(folder, '../outside.html'), 'secret');
    expect(await textOf(path)).toEqual([404, '']);
  });

  it('is not links inside the folder', async () => {
    const { textOf } = await serve(hidden);
    expect(await textOf('/inside')).toEqual([200, 'home']);
  });

  it('is a link to a folder with the same beginning', async () => {
    const { folder, textOf } = await serve(hidden);
    await writeFile(`${folder}-secret`, 'secret');
    await symlink(`${folder}-secret`, join(folder, 'x'));
    expect(await textOf('/x')).toEqual([404, '']);
  });
});

it('answers to its own name only', async () => {
  const { port } = await serve(site);
  const statuses = [];
  for (const host of ['bakery.example', 'evil.example', `127.0.0.1:${port}`, 'localhost']) {
    statuses.push((await get(port, '/', { host })).status);
  }
  expect(statuses).toEqual([200, 421, 421, 421]);
});

it.each([
  ['page.html', 'text/html'],
  ['page.xhtml', 'application/xhtml+xml'],
  ['STYLE.CSS', 'text/css; charset=utf-8'],
  ['app.mjs', 'text/javascript; charset=utf-8'],
  ['feed.xml', 'application/xml; charset=utf-8'],
  ['data.jsonld', 'application/ld+json; charset=utf-8'],
  ['a.svg', 'image/svg+xml; charset=utf-8'],
  ['a.webp', 'image/webp'],
  ['a.woff2', 'font/woff2'],
  ['a.unknown', 'application/octet-stream'],
])('%s is %s', async (name, type) => {
  const { port } = await serve({ [name]: 'x' });
  expect((await get(port, `/${name}`)).headers['content-type']).toBe(type);
});

it('compresses text, as hosts do', async () => {
  const text = 'bread '.repeat(10_000);
  const { port } = await serve({ 'a.txt': text, 'a.png': text, 'robots.txt': '' });
  const accept = { 'accept-encoding': 'br, gzip' };
  const compressed = await get(port, '/a.txt', accept);
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(compressed.body.length).toBeLessThan(1_000);
  expect(gunzipSync(compressed.body).toString()).toBe(text);
  expect((await get(port, '/a.txt')).headers).toMatchObject({ 'content-length': '60000' });
  expect((await get(port, '/a.png', accept)).headers['content-encoding']).toBeUndefined();
  const empty = await get(port, '/robots.txt', accept);
  expect(empty.headers).toMatchObject({ 'content-length': '0' });
  expect(empty.headers['content-encoding']).toBeUndefined();
});

it('sends large files in parts, and stops when no one reads them', async () => {
  const { port, folder, close } = await serve({ 'large.bin': '' });
  // It takes no space.
  await truncate(join(folder, 'large.bin'), 50 * 1024 ** 3);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /large.bin HTTP/1.1\r\nhost: bakery.example\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString('latin1')).toContain(`content-length: ${50 * 1024 ** 3}`);
  const closed = once(socket, 'close');
  await close();
  await closed;
});

it('refuses other methods', async () => {
  const { port } = await serve(site);
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { host: 'bakery.example' },
  }).catch(() => null);
  // `fetch` writes its own Host.
  expect(response?.status).toBe(421);
  const socket = connect(port, '127.0.0.1');
  socket.write('DELETE / HTTP/1.1\r\nhost: bakery.example\r\nconnection: close\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1.1 405 .*allow: GET, HEAD/s);
});
