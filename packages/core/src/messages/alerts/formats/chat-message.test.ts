import { describe, expect, it } from 'vitest';
import type { AlertData, AlertMessage } from '../alert-message.ts';
import { findingWith, messageWith, typical } from '../fixtures/alert-messages.ts';
import { chatMessageOf } from './chat-message.ts';

const website = { id: 1, domain: 'example.com' };
const report = { id: 8, score: 71, result: 'decent' } as const;
const crawl = { id: 3, score: 71, result: 'decent', end: 'complete', pages: 1200 } as const;
const error = { code: 'page_unreachable', reason: 'timeout', message: 'No response in 10 s.' };
const url = 'https://example.com/about';

const written = (type: AlertMessage['type'], data: Partial<AlertData>) => {
  const { title, text } = chatMessageOf(messageWith(type, data));
  return [title, text];
};

describe('the title and the sentences', () => {
  it.each<[AlertMessage['type'], Partial<AlertData>, string, string]>([
    [
      'report.created',
      { website, url, report },
      'New report on example.com: score 71',
      'Result: decent.',
    ],
    [
      'report.failed',
      { website, url, error },
      'Report on example.com failed',
      'No response in 10 s.',
    ],
    [
      'crawl.completed',
      {
        website,
        url,
        crawl,
        score_change: 3,
        new_findings: { total: 0, rows: [] },
        fixed_count: 1,
      },
      'Crawl of example.com completed: score 71 (+3)',
      'Result: decent. 1,200 pages were checked. Since the crawl before: no new findings, 1 fixed.',
    ],
    [
      'crawl.failed',
      {
        website,
        url,
        crawl: { ...crawl, score: null, result: null, end: 'interrupted', pages: 0 },
        error,
      },
      'Crawl of example.com failed',
      'No page was checked. No response in 10 s.',
    ],
    [
      'findings.new',
      {
        website,
        url,
        report,
        score_change: -8,
        new_findings: { total: 3, rows: [] },
        fixed_count: 0,
      },
      '3 new findings on example.com: score 71 (−8)',
      'Result: decent. Since the report before: 3 new findings.',
    ],
    [
      'score.dropped',
      { website, url, report, score_change: -8 },
      'The score of example.com dropped by 8 points to 71',
      'Result: decent.',
    ],
    [
      'site.unreachable',
      { website, url, error, unreachable_since: '2026-11-27T06:54:00.000Z' },
      'example.com does not respond',
      'Two attempts in a row have failed, the first on 27 November 2026 at 06:54 UTC. No response in 10 s.',
    ],
    [
      'site.recovered',
      { website, url, report, unreachable_since: '2026-11-25T06:05:00.000Z' },
      'example.com responds again',
      'It did not respond for 2 days 1 hour. Result: decent.',
    ],
    [
      'certificate.expiring',
      { website, url, report, certificate_expires_at: '2026-12-03T23:59:59.000Z' },
      'The certificate of example.com expires soon',
      'It expires on 3 December 2026 at 23:59 UTC. Result: decent.',
    ],
    ['webhook.test', {}, 'Test message', 'This is a test. Messages of this webhook arrive here.'],
  ])('of %s', (type, data, title, text) => {
    expect(written(type, data)).toEqual([title, text]);
  });

  it.each([
    ['2026-11-27T03:45:30.000Z', '3 hours 20 minutes'],
    ['2026-11-27T07:05:29.999Z', '1 minute'],
    ['2026-11-27T06:05:30.000Z', '1 hour'],
    ['2026-11-26T07:05:30.000Z', '1 day'],
    ['2026-11-25T05:00:00.000Z', '2 days 2 hours'],
  ])('say how long a site did not respond: since %s, %s', (unreachable_since, duration) => {
    const [, text] = written('site.recovered', { website, unreachable_since });
    expect(text).toBe(`It did not respond for ${duration}.`);
  });

  it('count one as one', () => {
    const one = { website, score_change: -1, new_findings: { total: 1, rows: [] } };
    expect(written('findings.new', { ...one, report })).toEqual([
      '1 new finding on example.com: score 71 (−1)',
      'Result: decent. Since the report before: 1 new finding.',
    ]);
    expect(written('score.dropped', { ...one, crawl: { ...crawl, pages: 1 } })).toEqual([
      'The score of example.com dropped by 1 point to 71',
      'Result: decent. 1 page was checked. Since the crawl before: 1 new finding.',
    ]);
  });

  it('state a score that has not changed, and why a crawl stopped', () => {
    const stopped = { ...crawl, end: 'time_limit' } as const;
    expect(written('crawl.completed', { website, crawl: stopped, score_change: 0 })).toEqual([
      'Crawl of example.com completed: score 71 (unchanged)',
      'Result: decent. 1,200 pages were checked. The crawl stopped at its limit of time.',
    ]);
  });

  it.each([
    ['the host of the URL', { url: 'http://example.com:8080/a' }, 'example.com:8080'],
    ['the host of a URL without a scheme', { url: 'example.com/a' }, 'example.com'],
    ['a website, if nothing is known', {}, 'a website'],
  ])('name %s', (_what, data, site) => {
    expect(written('report.failed', data)[0]).toBe(`Report on ${site} failed`);
  });
});

describe('the findings', () => {
  const rowsOf = (total: number, count: number) => ({
    total,
    rows: Array.from({ length: count }, () => findingWith({})),
  });
  const shown = (new_findings: AlertData['new_findings']) =>
    chatMessageOf(messageWith('findings.new', { new_findings }));

  it('have what was found, its importance, page, line and quote', () => {
    expect(chatMessageOf(typical).findings).toEqual([
      {
        title: '2 of 9 images have no alternative text.',
        importance: 'high importance',
        page: { text: 'example.com/about', url: 'https://example.com/about' },
        line: 'line 12',
        quote: '“<img src="team.jpg">”',
      },
      {
        title: 'A link is broken.',
        importance: 'medium importance',
        page: { text: 'example.com', url: 'https://example.com/' },
        line: null,
        quote: null,
      },
    ]);
  });

  it('are at most ten, and the rest is counted', () => {
    const { findings, more } = shown(rowsOf(1024, 25));
    expect([findings.length, more]).toEqual([10, 'and 1,014 more']);
    expect(shown(rowsOf(10, 10)).more).toBeNull();
  });

  it('are named by their check without a title, and have no empty quote', () => {
    const rows = [findingWith({ summary: '', title: '\u200b', quote: ' \n' })];
    const [finding] = shown({ total: 1, rows }).findings;
    expect([finding?.title, finding?.quote]).toEqual(['images.alt', null]);
  });
});

describe('the links', () => {
  const linked = (data: Partial<AlertData>) => chatMessageOf(messageWith('report.created', data));
  const link = 'https://seo.example/reports/8';

  it.each([
    [{ report }, 'Open the report'],
    [{ crawl }, 'Open the crawl'],
    [{ error }, 'Show details'],
  ])('name what they lead to', (data, text) => {
    expect(linked({ ...data, link }).link).toEqual({ text, url: link });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com/',
    'example.com/a',
    '//x',
    '',
  ])('are not made of %j', (unsafe) => {
    const { link: made, page } = linked({ url: unsafe, link: unsafe });
    expect([made, page?.url]).toEqual([null, null]);
  });

  it('are not made of long URLs, which are cut', () => {
    const page = `https://example.com/${'a'.repeat(280)}`;
    expect(linked({ url: page }).page?.url).toBe(page);
    expect(linked({ url: `${page}a` }).page).toEqual({
      text: `example.com/${'a'.repeat(67)}…`,
      url: null,
    });
    expect(linked({ link: `https://example.com/${'a'.repeat(2_029)}` }).link).toBeNull();
  });

  it('name a page only where the message is about one', () => {
    expect(linked({ url, report }).page).toEqual({ text: 'example.com/about', url });
    expect(linked({ url, crawl }).page).toBeNull();
  });
});

it('states when it happened', () => {
  expect(chatMessageOf(typical).time).toBe('27 November 2026 at 07:05 UTC');
});
