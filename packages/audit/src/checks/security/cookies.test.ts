import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { cookies } from './cookies.ts';

const of = (lines: string | readonly string[], url = 'https://example.com/page') =>
  outcomeOf(cookies, { url, headers: { 'set-cookie': lines } });

it.each([
  'id=1; Secure',
  'PHPSESSID=abc; path=/; secure; HttpOnly; SameSite=Lax',
  '__Host-session=abc; Path=/; Secure; HttpOnly; SameSite=Strict',
  '__Host-a=1; Secure; Path=/; Domain=',
  '__Secure-a=1; Secure; Path=/shop; Domain=example.com',
  'XSRF-TOKEN=abc; Secure; SameSite=Lax',
  'csrftoken=abc; Secure',
  'csrf_session=abc; Secure',
  'author=ann; Secure',
  'user_side=left; Secure',
  'theme=dark; Secure; SameSite=None; Partitioned',
])('passes %s', async (line) => {
  expect((await of(line)).status).toBe('pass');
});

it.each([
  ['theme=dark', 'warn', 'secure'],
  ['PHPSESSID=abc; Secure; HttpOnly', 'warn', 'same_site'],
  ['PHPSESSID=abc; Secure; HttpOnly; SameSite=unknown', 'warn', 'same_site'],
  ['PHPSESSID=abc; Secure; SameSite=Lax', 'fail', 'http_only'],
  ['PHPSESSID=abc; HttpOnly; SameSite=Lax', 'fail', 'secure'],
  ['theme=dark; SameSite=None', 'fail', 'refused'],
  ['__Secure-a=1', 'fail', 'refused'],
  ['__Host-a=1; Secure', 'fail', 'host_prefix'],
  ['__Host-a=1; Secure; Path=/shop', 'fail', 'host_prefix'],
  ['__Host-a=1; Secure; Path=/; Domain=example.com', 'fail', 'host_prefix'],
])('%s: %s', async (line, status, fault) => {
  const [name] = line.split('=');
  expect(await of(line)).toMatchObject({
    status,
    value: { cookies: 1, faults: [`${name}: ${fault}`] },
  });
});

it('never repeats a value, nor what is another at each request', async () => {
  const line =
    'PHPSESSID=s3cret=; Expires=Wed, 03 Jun 2026 10:00:00 GMT; path=/; Max-Age=9; HttpOnly';
  const outcome = await of(line);
  expect(outcome.evidence).toEqual([
    { kind: 'header', text: 'Set-Cookie: PHPSESSID=…; path=/; HttpOnly' },
  ]);
  expect(JSON.stringify(outcome)).not.toMatch(/s3cret|2026/);
});

it('names the worst first', async () => {
  const outcome = await of(['a=1', 'b=2', 'session=3; Secure; SameSite=Lax']);
  expect(outcome).toMatchObject({
    status: 'fail',
    summary: 'The cookie session can be read by scripts (no HttpOnly). 2 more cookies need fixing.',
    value: { faults: ['session: http_only', 'a: secure', 'b: secure'] },
    evidence: [{ text: 'Set-Cookie: session=…; Secure; SameSite=Lax' }, {}, {}],
  });
});

it.each([
  'gone=; Max-Age=0',
  'gone=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT',
  'gone=; expires=Thu, 01-Jan-70 00:00:01 GMT',
  'gone=; expires=Mon, 01 Jun 2026 12:00:00 GMT',
  '=nameless',
  '',
])('does not apply to %j, which sets no cookie', async (line) => {
  expect((await of(line)).status).toBe('na');
});

it.each([
  'session',
  'JSESSIONID',
  'ASP.NET_SessionId',
  '_gh_sess',
  'connect.sid',
  'SID',
  'wp_logged_in_1',
])('recognises %s as a session cookie', async (name) => {
  expect((await of(`${name}=1; Secure; SameSite=Lax`)).status).toBe('fail');
});

it('does not apply without cookies', async () => {
  expect((await outcomeOf(cookies)).status).toBe('na');
});

it('does not require Secure over http, where it is not available', async () => {
  const url = 'http://example.com/';
  expect((await of('theme=dark', url)).status).toBe('pass');
  expect((await of('session=1; SameSite=Lax', url)).status).toBe('fail');
});
