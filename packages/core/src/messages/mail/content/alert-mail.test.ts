import { describe, expect, it } from 'vitest';
import type { AlertData, AlertMessage } from '../../alerts/alert-message.ts';
import {
  expiring,
  messageWith,
  typical,
  unreachable,
} from '../../alerts/fixtures/alert-messages.ts';
import { alertMail } from './alert-mail.tsx';
import { mailSettings } from './fixtures/mails.ts';

const website = { id: 1, domain: 'example.com' };
const report = { id: 8, score: 71, result: 'decent' } as const;
const crawl = { id: 3, score: 71, result: 'decent', end: 'complete', pages: 1200 } as const;

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
  ])('of %s names the site first', (type, data, subject) => {
    expect(mailWith(type, { website, ...data }).subject).toBe(subject);
  });
});

describe('the plain text', () => {
  it('is complete', () => {
    expect(alertMail(typical, mailSettings).text).toMatchInlineSnapshot(`
      "16 new findings on example.com: score 71 (−8)

      Page: https://example.com/about

      Result: decent. Since the report before: 16 new findings, 2 fixed.

      * 2 of 9 images have no alternative text. (high importance)
        https://example.com/about
        line 12: “<img src="team.jpg">”

      * A link is broken. (medium importance)
        https://example.com/

      and 14 more

      Open the report (you need a login):
      https://seo.example/sitegrade/reports/8

      27 November 2026 at 07:05 UTC

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
    const { text } = mailWith('report.failed');
    expect(text).toContain('the owner of a website on Example SEO');
    expect(text).not.toContain('login');
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
