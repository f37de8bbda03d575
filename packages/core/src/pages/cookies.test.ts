import { expect, it } from 'vitest';
import { cookieValues, setCookie } from './cookies.ts';

const withCookies = (...lines: readonly string[]) => ({
  header: (name: string) => (name === 'cookie' ? lines : []),
});

it.each([
  [['a=1'], ['1']],
  [['b=2; a=1'], ['1']],
  [
    ['a=1; a=2', 'a=3'],
    ['1', '2', '3'],
  ],
  [['aa=1; a', ' =a'], []],
  [['a=x=y'], ['x=y']],
  [[], []],
])('reads the cookie a of %j as %j', (lines, values) => {
  expect(cookieValues(withCookies(...lines), 'a')).toEqual(values);
});

it('writes a cookie that scripts and other sites do not get', () => {
  const cookie = {
    name: 'a',
    value: '1.x',
    path: '/sitegrade/share',
    expiresAt: new Date('2026-11-22T10:00:00Z'),
  };
  expect(setCookie({ ...cookie, secure: true })).toBe(
    'a=1.x; Path=/sitegrade/share; Expires=Sun, 22 Nov 2026 10:00:00 GMT; HttpOnly; SameSite=Lax; Secure',
  );
  expect(setCookie({ ...cookie, secure: false })).not.toContain('Secure');
});

it('does not let a mount path add attributes', () => {
  const path = '/teams/a;Path=/;Domain=example.com/sitegrade';
  const cookie = setCookie({ name: 'a', value: '1', path, expiresAt: new Date(0), secure: false });
  expect(cookie.split('; ')).toEqual([
    'a=1',
    'Path=/teams/a%3BPath=/%3BDomain=example.com/sitegrade',
    'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'HttpOnly',
    'SameSite=Lax',
  ]);
});
