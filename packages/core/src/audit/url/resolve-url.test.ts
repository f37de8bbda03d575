import { describe, expect, it } from 'vitest';
import { resolveUrl } from './resolve-url.ts';

const base = 'https://example.com/dir/';
const long = (length: number) => 'x'.repeat(length);

it('resolves a URL of up to 2,048 characters, and says so', () => {
  expect(resolveUrl(' page ', base)).toMatchObject({
    url: { href: `${base}page` },
    shortened: false,
  });
  const most = resolveUrl(long(2_048 - base.length), base);
  expect([most?.url.href.length, most?.shortened]).toEqual([2_048, false]);
  expect(resolveUrl('http://[', base)).toBeNull();
});

describe('a longer one', () => {
  it.each([
    ['a path', `https://shop.example:8443/${long(2_100)}`, 'https://shop.example:8443'],
    ['a query', `https://shop.example/?${'ä'.repeat(1_000)}`, 'https://shop.example'],
    ['a user name', `https://${long(2_040)}@shop.example/a`, 'https://shop.example'],
  ])('is shortened and marked, and keeps its host: %s', (_what, href, origin) => {
    const resolved = resolveUrl(href, base);
    expect(resolved?.shortened).toBe(true);
    expect(resolved?.url.origin).toBe(origin);
    expect(resolved?.url.href.length).toBeLessThanOrEqual(2_048);
    expect(resolved?.length).toBe(new URL(href).href.length);
  });

  it('is equal to another one where they are the same, and only there', () => {
    const of = (end: string) => resolveUrl(`/${long(2_040)}${end}`, base)?.url.href;
    expect(of('aaaaaaaaaaaa')).toBe(of('aaaaaaaaaaaa'));
    expect(of('aaaaaaaaaaaa')).not.toBe(of('aaaaaaaaaaab'));
  });

  it('is whole without its fragment where only that is long', () => {
    const resolved = resolveUrl(`page#${'ä'.repeat(1_000)}`, base);
    expect(resolved).toMatchObject({ url: { href: `${base}page` }, shortened: false });
  });

  it('is none where its host alone is as long', () => {
    expect(resolveUrl(`https://${`${long(60)}.`.repeat(40)}example/`, base)).toBeNull();
  });

  it.each(['data:image/png;base64,', 'mailto:', 'javascript:'])(
    'begins with its scheme: %s',
    (scheme) => {
      const resolved = resolveUrl(`${scheme}${'ä'.repeat(900)}`, base);
      expect(resolved?.shortened).toBe(true);
      expect(resolved?.url.href.startsWith(scheme)).toBe(true);
      expect(resolved?.url.href.length).toBeLessThanOrEqual(2_048);
    },
  );
});

it('marks one of which the attribute is cut, as only its beginning is known', () => {
  const spaces = ' '.repeat(2_000);
  expect(resolveUrl(`${spaces}${`/a`.repeat(25)}`, base)?.shortened).toBe(true);
  expect(resolveUrl(`${spaces}/a#${long(47)}`, base)?.shortened).toBe(false);
});
