import { expect, it } from 'vitest';
import { hasOtherScheme, parseTarget, readUrls } from './target.ts';

it.each([
  ['https://example.com/', false, null],
  ['example.com', false, null],
  ['example.com:8081/page', false, 8081],
  ['HTTP://Example.com:81', false, 81],
  ['localhost', true, null],
  ['localhost/page', true, null],
  ['localhost:3000', true, 3000],
  ['http://LOCALHOST.:3000/', true, 3000],
  ['http://app.localhost:3000/', true, 3000],
  ['http://127.1:3000/', true, 3000],
  ['http://0x7f000001/', true, null],
  ['http://127.9.8.7/', true, null],
  ['http://[::1]:3000/', true, 3000],
  ['http://localhost.example.com/', false, null],
  ['http://127.0.0.1.example.com/', false, null],
  ['http://10.0.0.1/', false, null],
  ['http://0.0.0.0/', false, null],
  ['http://[::2]/', false, null],
  ['http://intranet/', false, null],
])('%s: localhost %s, port %s', (url, isLocalhost, port) => {
  expect(parseTarget(url)).toEqual({ url, isLocalhost, port });
  expect(parseTarget(`\ufeff ${url}\u00a0\r\n`)).toEqual({ url, isLocalhost, port });
});

it.each([
  'serve',
  '',
  'ftp://example.com/',
  'mailto:a@example.com',
  'http://',
  'http://a b/',
  'https://a.test/\n/',
  'file.json:x',
])('%j is not a URL', (url) => {
  expect(parseTarget(url)).toBeNull();
});

it.each([
  ['ftp://example.com/', true],
  ['FILE://host/page.html', true],
  ['http://a b/', false],
  ['https://', false],
  ['mailto:a@example.com', false],
  ['serve', false],
])('%j has another scheme: %s', (url, expected) => {
  expect(hasOtherScheme(url)).toBe(expected);
});

it('reads URLs from bytes that are cut anywhere', async () => {
  async function* input() {
    const bytes = new TextEncoder().encode('https://münchen.example/\r\n#x\n\n https://b.test/ ');
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  expect(await readUrls(input())).toEqual(['https://münchen.example/', 'https://b.test/']);
});
