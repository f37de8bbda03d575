import { expect, it } from 'vitest';
import { crawlDelayMs } from './crawl-delay.ts';
import { parseRobotsTxt } from './robots-rules.ts';

const of = (text: string, agent = 'sitegrade') =>
  crawlDelayMs(parseRobotsTxt(new TextEncoder().encode(text)), agent);

it.each([
  ['1', 1_000],
  ['0.25', 250],
  ['.5', 500],
  ['2.', 2_000],
  ['10', 10_000],
  ['11', 10_000],
  ['999999999', 10_000],
  ['0', 0],
  ['-1', 0],
  ['1e1', 0],
  ['5s', 0],
  ['', 0],
  ['1 # comment', 1_000],
])('%s is %d ms', (value, ms) => {
  expect(of(`User-agent: *\nCrawl-delay: ${value}`)).toBe(ms);
});

it('is that of our own group, or else of *', () => {
  const text = 'User-agent: *\nCrawl-delay: 9\n\nUser-agent: SiteGrade/1.0\nCrawl-Delay: 2';
  expect(of(text)).toBe(2_000);
  expect(of(text, 'acmebot')).toBe(9_000);
  expect(of('User-agent: *\nCrawl-delay: 9\nUser-agent: sitegrade\nDisallow: /x')).toBe(0);
  expect(of('User-agent: other\nCrawl-delay: 9')).toBe(0);
  expect(of('Crawl-delay: 9')).toBe(0);
});

it('is the largest of several', () => {
  expect(of('User-agent: *\nCrawl-delay: 1\nCrawl-delay: 3\nUser-agent: *\nCrawldelay: 2')).toBe(
    3_000,
  );
});

it('is for all agents above it, and not for later ones', () => {
  const text = 'User-agent: a\nUser-agent: b\nCrawl-delay: 4\nUser-agent: c\nDisallow: /';
  expect(['a', 'b', 'c'].map((agent) => of(text, agent))).toEqual([4_000, 4_000, 0]);
  expect(of('User-agent: a\nDisallow: /\nCrawl-delay: 4', 'a')).toBe(4_000);
});
