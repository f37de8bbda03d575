import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from './use-browser.ts';

const policy = "default-src 'none'; img-src data:; script-src 'self'; connect-src *";
const scripts: Readonly<Record<string, string>> = {
  console: "console.error('broken')",
  exception: "throw new Error('broken')",
  request: "fetch('http://localhost:9/').catch(() => {})",
};
const bodies: Readonly<Record<string, string>> = {
  policy: '<img src="/a.png">',
  inline: '<script>document.title = "ran"</script>',
  missing: '<script src="/missing.js"></script>',
};

const site = createServer((request, response) => {
  const [, name = '', isScript] = /^\/(\w+)(\.js)?/.exec(request.url ?? '') ?? [];
  const script = isScript && scripts[name];
  const status = isScript && !script ? 404 : ({ fails: 500, forbidden: 403 }[name] ?? 200);
  const type = script ? 'text/javascript' : 'text/html';
  const body = scripts[name] ? `<script src="/${name}.js"></script>` : (bodies[name] ?? '');
  response.writeHead(status, { 'content-type': type, 'content-security-policy': policy });
  response.end(script || `<!doctype html><title>x</title><link rel="icon" href="data:,">${body}`);
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

const visit = useBrowser();

it.each([
  ['console', /^console: broken/],
  ['exception', /^exception: broken/],
  ['request', /^request: http:\/\/localhost:9\//],
  ['policy', /^console: content security policy: img-src http/],
  ['inline', /^console: content security policy: script-src-elem inline/],
  ['missing', /^response: 404 /],
  ['fails', /^response: 500 /],
])('notices a page of the kind %s', async (path, fault) => {
  const { page, faults } = await visit(origin);
  await page.goto(`/${path}`);
  await expect.poll(() => faults).toContainEqual(expect.stringMatching(fault));
  faults.length = 0;
  await page.context().close();
  faults.length = 0;
});

it('accepts a page that refuses', async () => {
  const { page } = await visit(origin);
  expect((await page.goto('/forbidden'))?.status()).toBe(403);
});
