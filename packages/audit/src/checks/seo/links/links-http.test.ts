import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linksHttp } from './links-http.ts';

it('quotes links to the same site over http', async () => {
  const body =
    '<a href="http://example.com/a">a</a><a href="/b">b</a><a href="http://www.example.com/c">c</a><a href="/d">d</a>';
  expect(await outcomeOf(linksHttp, { body })).toMatchObject({
    status: 'warn',
    summary: '2 of 4 links to this site start with http://.',
    evidence: [
      { text: '<a href="http://example.com/a">' },
      { text: '<a href="http://www.example.com/c">' },
    ],
  });
});

it('counts a link to the page itself', async () => {
  const body = '<a href="http://example.com/page">a</a>';
  expect((await outcomeOf(linksHttp, { body })).status).toBe('fail');
});

it.each([
  ['other sites', '<a href="/a">a</a><a href="http://example.org/">b</a>'],
  ['email addresses', '<a href="/a">a</a><a href="http://info@example.com">info@example.com</a>'],
  ['subdomains', '<a href="/a">a</a><a href="http://old.example.com/">b</a>'],
  ['other ports', '<a href="/a">a</a><a href="http://example.com:8080/">b</a>'],
])('passes with links over http to %s', async (_name, body) => {
  expect((await outcomeOf(linksHttp, { body })).status).toBe('pass');
});

it('passes if browsers upgrade the links', async () => {
  const headers = { 'content-security-policy': 'upgrade-insecure-requests' };
  const body = '<a href="http://example.com/a">a</a>';
  expect((await outcomeOf(linksHttp, { body, headers })).status).toBe('pass');
});

it('does not apply to a page over http, or without links', async () => {
  const body = '<a href="http://example.com/a">a</a>';
  expect((await outcomeOf(linksHttp, { body, url: 'http://example.com/page' })).status).toBe('na');
  expect((await outcomeOf(linksHttp)).status).toBe('na');
});
