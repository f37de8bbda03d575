import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { urlFormat } from './url-format.ts';

const of = (path: string) => outcomeOf(urlFormat, { url: `https://example.com${path}` });

it.each([
  '/',
  '/opening-hours',
  '/caf%C3%A9',
  '/%E6%9D%B1%E4%BA%AC',
  '/a?utm_source=News%20Letter&PAGE=2',
  '/a?sid=12&session=spring&phpsessid=',
  '/50%25-off',
  '/%zz',
  '/a?url=https://example.org/',
  '/web/2013/https://example.org/',
  '/en-US/docs',
  '/docs/zh-Hant-TW/a',
  '/pt_BR',
  '/news/rye-bread-prices-0e86_story.html',
])('passes %s', async (path) => {
  expect((await of(path)).status).toBe('pass');
});

it.each([
  ['/opening_hours', 'underscores'],
  ['/Opening', 'upper-case'],
  ['/en-US/Opening', 'upper-case'],
  ['/EN/a', 'upper-case'],
  ['/en-QQQ', 'upper-case'],
  ['/xx-US', 'upper-case'],
  ['/my_page', 'underscores'],
  ['/%C3%84pfel', 'upper-case'],
  ['/opening%20hours', 'spaces'],
  ['/a//b', 'two slashes'],
  ['/a?PHPSESSID=1', 'session'],
  ['/a;jsessionid=1?b=2', 'session'],
  [`/a?sid=${'a1'.repeat(13)}`, 'session'],
  [`/(S(${'a1'.repeat(12)}))/a`, 'session'],
])('warns about %s', async (path, fault) => {
  const outcome = await of(path);
  expect(outcome).toMatchObject({
    status: 'warn',
    evidence: [{ kind: 'url', text: `https://example.com${path}` }],
  });
  expect(outcome.summary).toContain(fault);
});

it('counts the characters that people see', async () => {
  const rest = 150 - 'https://example.com/'.length;
  expect(await of(`/${'a'.repeat(rest)}`)).toMatchObject({
    status: 'pass',
    value: { length: 150 },
  });
  expect(await of(`/${'a'.repeat(rest + 1)}`)).toMatchObject({
    status: 'warn',
    value: { length: 151, faults: ['151 characters, more than the 150 of this report'] },
  });
  expect((await of(`/${'ж'.repeat(rest)}`)).status).toBe('pass');
});
