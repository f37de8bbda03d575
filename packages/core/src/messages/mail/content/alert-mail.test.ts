import { describe, expect, it } from 'vitest';
import type { AlertData, AlertFinding, AlertMessage } from '../../alerts/alert-message.ts';
import {
  brokenLink,
  expiring,
  findingWith,
  messageWith,
  typical,
  unreachable,
} from '../../alerts/fixtures/alert-messages.ts';
import { mailFindingsOf } from '../../alerts/mail-findings.ts';
import { alertMail } from './alert-mail.tsx';
import { mailSettings } from './fixtures/mails.ts';

const website = { id: 1, domain: 'example.com' };
const report = { id: 8, score: 71, result: 'decent' } as const;
const crawl = { id: 3, score: 71, result: 'decent', end: 'complete', pages: 1200 } as const;

const ofPage = { url: 'https://example.com/a', new_findings: { total: 3, rows: [] } };

const mailWith = (type: AlertMessage['type'], data: Partial<AlertData> = {}) =>
  alertMail(messageWith(type, data), mailSettings);

describe('the subject', () => {
  it.each<[AlertMessage['type'], Partial<AlertData>, string]>([
    ['report.created', { report, score_change: 3 }, 'example.com: new report, score 71 (+3)'],
    ['report.failed', {}, 'example.com: report failed'],
    ['crawl.completed', { crawl }, 'example.com: crawl completed, score 71'],
    ['crawl.failed', { crawl: { ...crawl, score: null } }, 'example.com: crawl failed'],
    [
      'findings.new',
      { report, new_findings: { total: 3, rows: [] } },
      'example.com: 3 new findings, score 71',
    ],
    ['findings.new', { new_findings: { total: 1, rows: [] } }, 'example.com: 1 new finding'],
    ['score.dropped', { report, score_change: -8 }, 'example.com: score dropped by 8 points to 71'],
    ['site.unreachable', {}, 'example.com does not respond'],
    ['site.recovered', {}, 'example.com responds again'],
    ['certificate.expiring', {}, 'example.com: certificate expires soon'],
    ['findings.new', { ...ofPage, report }, 'example.com/a: 3 new findings, score 71'],
    ['report.failed', ofPage, 'example.com/a: report failed'],
    ['findings.new', { ...ofPage, crawl }, 'example.com: 3 new findings, score 71'],
    ['site.unreachable', ofPage, 'example.com does not respond'],
  ])('of %s names the site or the page first', (type, data, subject) => {
    expect(mailWith(type, { website, ...data }).subject).toBe(subject);
  });
});

describe('the plain text', () => {
  it('is complete', () => {
    expect(alertMail(typical, mailSettings).text).toMatchInlineSnapshot(`
      "16 new findings on example.com
      27 November 2026 at 07:05 UTC

      Page: https://example.com/about

      Score 71 of 100: decent. 8 points lower than in the report before.

      2 fixed since the report before.

      New since the report before

      * 2 of 9 images have no alternative text. (high importance)
        line 12: “<img src="team.jpg">”

      * A link is broken. (medium importance)
        https://example.com/

      and 14 more findings

      Open the report:
      https://seo.example/sitegrade/reports/8
      This page is not shared: you need a login to Example SEO.

      ---
      You get this mail because the owner of the website example.com on Example SEO
      has added your address, and you have confirmed it.

      Unsubscribe:
      https://seo.example/sitegrade/mail/unsubscribe/abc
      "
    `);
  });

  it.each([unreachable, expiring])('of $type has no findings', (message) => {
    expect(alertMail(message, mailSettings).text).toMatchSnapshot();
  });

  it('says that the site is not known, and has no link without one', () => {
    const { text } = alertMail(messageWith('report.failed', {}), { ...mailSettings, link: null });
    expect(text).toContain('the owner of a website on Example SEO');
    expect(text).not.toContain('login');
  });
});

describe('the findings', () => {
  const findingsWith = (rows: readonly AlertFinding[], data: Partial<AlertData> = {}) => {
    const new_findings = mailFindingsOf(rows, 10);
    const { text } = mailWith('findings.new', { website, ...data, new_findings });
    const [, list = ''] = /\n(\* .*?)\n\nOpen/s.exec(text) ?? [];
    return list;
  };
  const onPage = (path: string, finding: Partial<AlertFinding> = {}) =>
    findingWith({ url: `https://example.com/${path}`, ...finding });

  it('name each check once, with its first places and how many more there are', () => {
    const rows = [
      ...['a', 'b', 'c', 'd'].map((path) => onPage(path, { quote: null })),
      brokenLink,
      onPage('e', { summary: 'One image has no text.' }),
    ];
    expect(findingsWith(rows)).toMatchInlineSnapshot(`
      "* 2 of 9 images have no alternative text. (high importance)
        https://example.com/a
        line 12
        https://example.com/b
        line 12
        and 3 more places

      * A link is broken. (medium importance)
        https://example.com/"
    `);
  });

  it('name a page once, and not that of the whole mail', () => {
    const rows = [onPage('a'), onPage('a', { line: 20 })];
    expect(findingsWith(rows)).toMatchInlineSnapshot(`
      "* 2 of 9 images have no alternative text. (high importance)
        https://example.com/a
        line 12: “<img src="team.jpg">”
        line 20: “<img src="team.jpg">”"
    `);
    const data = { report, url: 'https://example.com/a' };
    expect(findingsWith(rows, data)).not.toContain('https:');
  });

  it('say what was found on another page, if that differs', () => {
    const rows = [onPage('a'), onPage('b', { summary: 'One image has no text.', line: null })];
    expect(findingsWith(rows)).toContain('https://example.com/b\n  One image has no text.\n');
  });

  it('are of at most ten checks, and the rest is counted', () => {
    const rows = Array.from({ length: 24 }, (_, index) => onPage('a', { check: `c${index % 12}` }));
    const list = findingsWith(rows);
    expect(list.match(/^\* /gm)).toHaveLength(10);
    expect(list).toContain('\nand 4 more findings');
  });
});

describe('the link', () => {
  const noteOf = (access: 'public' | 'password' | 'login') => {
    const link = { url: 'https://seo.example/r', to: 'report', access } as const;
    const { text, html } = alertMail(typical, { ...mailSettings, link });
    const [, note = ''] =
      /Open the report:\nhttps:\/\/seo\.example\/r\n(.*?)\n---/s.exec(text) ?? [];
    expect(html).toContain('href="https://seo.example/r"');
    return note.trim();
  };

  it('says who can open it', () => {
    expect(noteOf('public')).toBe('');
    expect(noteOf('password')).toBe('You need the password of the website.');
    expect(noteOf('login')).toBe('This page is not shared: you need a login to Example SEO.');
  });
});

it('has the same sentences as HTML', () => {
  const { html } = alertMail(typical, mailSettings);
  expect(
    html
      .replace(/<style>.*<\/style>/s, '')
      .replace(/\s*<[^>]+>\s*/g, '\n')
      .replace(/\n+/g, '\n'),
  ).toMatchSnapshot();
});
