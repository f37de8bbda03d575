import { expect, it } from 'vitest';
import { isWebUrlText, parseUrl, webUrl } from './web-url.ts';

const base = 'https://example.com/a/b';

it.each([
  ['c', `https://example.com/a/c`],
  ['HTTP://x.test', 'http://x.test/'],
  ['//x.test/', 'https://x.test/'],
  ['/\t/x.test/', 'https://x.test/'],
  ['/\\x.test/', 'https://x.test/'],
  ['/c', 'https://example.com/c'],
  ['?c', 'https://example.com/a/b?c'],
  ['#c', 'https://example.com/a/b#c'],
])('resolves %s', (written, href) => expect(webUrl(written, base)?.href).toBe(href));

it.each([
  'about:blank',
  'mailto:a@b.test',
  'data:,x',
  'feed:http://x.test/',
  'ftp://x.test/',
  'http://[',
])('returns null for %s', (written) => expect(webUrl(written, base)).toBeNull());

it.each(['/a', '?a', '#a', 'a'])('returns null for %s without a base URL', (written) =>
  expect(webUrl(written)).toBeNull(),
);

it('returns null for a host that is not valid', () => expect(webUrl('/\t/[', base)).toBeNull());

it.each([
  'c',
  '//x.test/',
  ' https://x.test/',
  'HTTPS://x.test/a b',
  'https://',
  'https://[',
  'https://a b/',
  'https:/x.test',
  'https://www.x-y.test?q',
  'https://x.test:99999/',
  'https://xn--a.test/',
  'https://a.b.1/',
  'http://faß.de/',
  'http://。/',
  'mailto:a@b.test',
])('finds out whether %j is a URL as webUrl does', (written) => {
  expect(isWebUrlText(written, base)).toBe(webUrl(written, base) !== null);
  expect(isWebUrlText(written)).toBe(webUrl(written) !== null);
});

it('parses Latin-1 strings correctly after many calls', () => {
  // The bytes of an ideographic full stop, as Node decodes a header.
  const bytes = Buffer.from('http://。/').toString('latin1');
  for (let call = 0; call < 100_000; call++) {
    if (parseUrl(call % 10 === 0 ? 'http://faß.de/' : `/${call}`, base) === null) {
      throw new Error(`refused at call ${call}`);
    }
    if (call % 1_000 === 0) expect(parseUrl(bytes, base)).toBeNull();
  }
});
