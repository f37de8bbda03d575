import { describe, expect, it } from 'vitest';
import { type CrossSiteRules, isCrossSite } from './cross-site.ts';

const strict: CrossSiteRules = { publicUrl: undefined, sameSite: false, withoutHeaders: 'refuse' };

/** A POST to `host` with these headers. */
function sent(headers: readonly (readonly [string, string])[], host = 'a.test', method = 'POST') {
  const authorization = headers.find(([name]) => name === 'Authorization')?.[1];
  return {
    host,
    incoming: {
      method,
      headers: authorization === undefined ? {} : { authorization },
      rawHeaders: headers.flat(),
    },
  };
}

const site = (value: string) => ['Sec-Fetch-Site', value] as const;
const origin = (value: string) => ['Origin', value] as const;
const bearer = ['Authorization', 'Bearer abc'] as const;

describe('isCrossSite', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('allows %s from everywhere', (method) => {
    expect(isCrossSite(sent([site('cross-site')], 'a.test', method), strict)).toBe(false);
    expect(isCrossSite(sent([], 'a.test', method), strict)).toBe(false);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'get'])('checks %s', (method) => {
    expect(isCrossSite(sent([site('cross-site')], 'a.test', method), strict)).toBe(true);
  });

  it('allows requests with a Bearer token, and no other credentials', () => {
    const from = [site('cross-site'), origin('https://evil.test')];
    expect(isCrossSite(sent([bearer, ...from]), strict)).toBe(false);
    expect(isCrossSite(sent([['Authorization', 'bEARER abc'], ...from]), strict)).toBe(false);
    for (const other of ['Basic abc', 'Bearer', 'Bearerabc', '', 'Negotiate bearer abc']) {
      expect(isCrossSite(sent([['Authorization', other], ...from]), strict)).toBe(true);
    }
  });

  it.each([
    ['same-origin', false, false],
    ['none', false, false],
    ['same-site', true, false],
    ['cross-site', true, true],
    ['', true, true],
    ['Same-Origin', true, true],
    ['same-origin, none', true, true],
  ])('Sec-Fetch-Site %j is cross-site: %s; with sameSite: %s', (value, alone, withSameSite) => {
    expect(isCrossSite(sent([site(value)]), strict)).toBe(alone);
    expect(isCrossSite(sent([site(value)]), { ...strict, sameSite: true })).toBe(withSameSite);
  });

  it('lets Sec-Fetch-Site decide, regardless of Origin', () => {
    expect(isCrossSite(sent([site('same-origin'), origin('null')]), strict)).toBe(false);
    expect(isCrossSite(sent([site('cross-site'), origin('https://a.test')]), strict)).toBe(true);
  });

  it('refuses headers that are sent twice', () => {
    expect(isCrossSite(sent([site('none'), site('none')]), strict)).toBe(true);
    const twice = [origin('https://a.test'), origin('https://a.test')];
    expect(isCrossSite(sent(twice), strict)).toBe(true);
  });

  it.each([
    ['https://a.test', 'a.test'],
    ['http://a.test', 'a.test'],
    ['https://A.Test', 'a.TEST'],
    ['https://a.test:443', 'a.test'],
    ['https://a.test', 'a.test:443'],
    ['http://a.test:80', 'a.test'],
    ['http://a.test', 'a.test:80'],
    ['http://a.test:3000', 'a.test:3000'],
    ['http://[::1]:3000', '[::1]:3000'],
    ['http://127.0.0.1', '127.0.0.1'],
  ])('Origin %s is the site of the host %s', (from, host) => {
    expect(isCrossSite(sent([origin(from)], host), strict)).toBe(false);
  });

  it.each([
    ['https://evil.test', 'a.test'],
    ['https://sub.a.test', 'a.test'],
    ['https://a.test.evil.test', 'a.test'],
    ['https://a.test:8443', 'a.test'],
    ['https://a.test', 'a.test:8443'],
    ['https://a.test', 'a.test:80'],
    ['http://a.test', 'a.test:443'],
    ['http://a.test:3000', 'a.test:3001'],
    ['null', 'a.test'],
    ['null', 'null'],
    ['', ''],
    ['a.test', 'a.test'],
    ['//a.test', 'a.test'],
    ['https://', ''],
    ['https://a.test/', 'a.test'],
    ['https://a.test/path', 'a.test'],
    ['https://a.test?', 'a.test'],
    ['https://a.test#', 'a.test'],
    ['https://user@a.test', 'a.test'],
    ['https://evil.test\\@a.test', 'a.test'],
    ['https://a.test https://a.test', 'a.test'],
    ['https://a.test, https://a.test', 'a.test'],
    ['https://a.test:99999', 'a.test'],
    ['ftp://a.test', 'a.test'],
    ['chrome-extension://a.test', 'a.test'],
    ['file://a.test', 'a.test'],
    ['https://a.test', ''],
    ['https://a.test', 'user@a.test'],
    ['https://a.test', 'a.test/x'],
    ['http://localhost', ''],
  ])('Origin %j is another site than the host %j', (from, host) => {
    expect(isCrossSite(sent([origin(from)], host), strict)).toBe(true);
  });

  it('allows the origin of publicUrl, with its scheme, in addition to the host of the request', () => {
    const rules = { ...strict, publicUrl: 'https://Public.test/tools' };
    const isOther = (from: string, more = rules) =>
      isCrossSite(sent([origin(from)], 'inner.test:3000'), more);
    expect(isOther('https://public.test')).toBe(false);
    expect(isOther('https://public.test:443')).toBe(false);
    expect(isOther('http://inner.test:3000')).toBe(false);
    expect(isOther('http://public.test')).toBe(true);
    expect(isOther('https://public.test:8443')).toBe(true);
    expect(isOther('https://inner.test')).toBe(true);
    expect(isOther('http://p.test:8080', { ...rules, publicUrl: 'http://p.test:8080/' })).toBe(
      false,
    );
  });

  it('does what withoutHeaders says if neither header was sent', () => {
    expect(isCrossSite(sent([]), strict)).toBe(true);
    expect(isCrossSite(sent([]), { ...strict, withoutHeaders: 'allow' })).toBe(false);
    const allowing = { ...strict, withoutHeaders: 'allow' } as const;
    expect(isCrossSite(sent([origin('null')]), allowing)).toBe(true);
  });
});
