import { describe, expect, it } from 'vitest';
import { resolveUrl } from './resolve-url.ts';

const base = 'https://example.com/dir/';
const long = (length: number) => 'x'.repeat(length);

it('resolves URLs of up to 2,048 characters', () => {
  expect(resolveUrl(' page ', base)).toMatchObject({
    url: { href: `${base}page` },
    shortened: false,
  });
  const longest = resolveUrl(long(2_048 - base.length), base);
  expect([longest?.url.href.length, longest?.shortened]).toEqual([2_048, false]);
  expect(resolveUrl('http://[', base)).toBeNull();
});

describe('a longer URL', () => {
  it.each([
    ['a path', `https://shop.example:8443/${long(2_100)}`, 'https://shop.example:8443'],
    ['a query', `https://shop.example/?${'ä'.repeat(1_000)}`, 'https://shop.example'],
    ['a user name', `https://${long(2_040)}@shop.example/a`, 'https://shop.example'],
  ])('is shortened and marked, with the same origin: %s', (_what, href, origin) => {
    const resolved = resolveUrl(href, base);
    expect(resolved?.shortened).toBe(true);
    expect(resolved?.url.origin).toBe(origin);
    expect(resolved?.url.href.length).toBeLessThanOrEqual(2_048);
    expect(resolved?.length).toBe(new URL(href).href.length);
  });

  it('is equal to another shortened URL only if the full URLs are equal', () => {
    const of = (end: string) => resolveUrl(`/${long(2_040)}${end}`, base)?.url.href;
    expect(of('aaaaaaaaaaaa')).toBe(of('aaaaaaaaaaaa'));
    expect(of('aaaaaaaaaaaa')).not.toBe(of('aaaaaaaaaaab'));
  });

  it('is complete without its fragment if only that is long', () => {
    const resolved = resolveUrl(`page#${'ä'.repeat(1_000)}`, base);
    expect(resolved).toMatchObject({ url: { href: `${base}page` }, shortened: false });
  });

  it('is null if its host is too long', () => {
    expect(resolveUrl(`https://${`${long(60)}.`.repeat(40)}example/`, base)).toBeNull();
  });

  it.each(['data:image/png;base64,', 'mailto:', 'javascript:'])(
    'keeps its scheme: %s',
    (scheme) => {
      const resolved = resolveUrl(`${scheme}${'ä'.repeat(900)}`, base);
      expect(resolved?.shortened).toBe(true);
      expect(resolved?.url.href.startsWith(scheme)).toBe(true);
      expect(resolved?.url.href.length).toBeLessThanOrEqual(2_048);
    },
  );
});

it('marks a URL if its attribute is cut', () => {
  const spaces = ' '.repeat(2_000);
  expect(resolveUrl(`${spaces}${`/a`.repeat(25)}`, base)?.shortened).toBe(true);
  expect(resolveUrl(`${spaces}/a#${long(47)}`, base)?.shortened).toBe(false);
});
