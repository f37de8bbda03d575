import { describe, expect, it } from 'vitest';
import type { Digest } from '../mail.ts';
import { digestMail } from './digest-mail.tsx';
import { digestWith, mailSettings } from './fixtures/mails.ts';

const mailWith = (digest: Partial<Digest>) => digestMail(digestWith(digest), mailSettings);
const none = { total: 0, rows: [] };

describe('the subject', () => {
  it.each<[string, Partial<Digest>, string]>([
    ['all', {}, 'score 71 (−8), 12 new findings, 3 fixed'],
    ['no change', { scoreChange: 0, fixed: none }, 'score 71 (unchanged), 12 new findings'],
    ['no score before', { scoreChange: null, newFindings: null, fixed: null }, 'score 71'],
    [
      'nothing new',
      { score: null, result: null, newFindings: none, fixed: none },
      'no new findings',
    ],
    [
      'nothing known',
      { score: null, result: null, scoreChange: null, newFindings: null, fixed: null },
      '3 reports and 1 crawl',
    ],
  ])('states what is known: %s', (_what, digest, facts) => {
    expect(mailWith(digest).subject).toBe(`example.com last week: ${facts}`);
  });
});

describe('the plain text', () => {
  it('is complete', () => {
    expect(mailWith({}).text).toMatchInlineSnapshot(`
      "example.com last week
      20 Nov 2026 to 27 Nov 2026

      Score 71 of 100: decent. 8 points lower than a week ago.

      3 reports and 1 crawl last week.

      12 new findings

      * 2 of 9 images have no alternative text. (high importance)
        https://example.com/about
        line 12: “<img src="team.jpg">”

      * A link is broken. (medium importance)
        https://example.com/

      and 10 more

      3 fixed
      * The page has a title
      * The page has a meta description
      and 1 more

      Score of the last weeks
        11 Sept  64
        18 Sept  64
        25 Sept  66
        2 Oct    71
        9 Oct    70
        16 Oct   78
        23 Oct   78
        30 Oct   79
        6 Nov    83
        13 Nov   80
        20 Nov   79
        27 Nov   71

      Open example.com (you need a login):
      https://seo.example/sitegrade/websites/1

      ---
      You get this mail because the owner of the website example.com on Example SEO
      has added your address, and you have confirmed it.

      Unsubscribe:
      https://seo.example/sitegrade/mail/unsubscribe/abc
      "
    `);
  });

  it('says what is not known', () => {
    const empty = { score: null, result: null, scoreChange: null, history: [] };
    const nothing = { newFindings: null, fixed: null, reportsCount: 0, crawlsCount: 1_200 };
    expect(mailWith({ ...empty, ...nothing }).text).toMatchInlineSnapshot(`
      "example.com last week
      20 Nov 2026 to 27 Nov 2026

      The website has no score yet.

      0 reports and 1,200 crawls last week.

      Nothing was compared with the week before.

      Open example.com (you need a login):
      https://seo.example/sitegrade/websites/1

      ---
      You get this mail because the owner of the website example.com on Example SEO
      has added your address, and you have confirmed it.

      Unsubscribe:
      https://seo.example/sitegrade/mail/unsubscribe/abc
      "
    `);
  });

  it.each([
    [0, 'The same as a week ago.'],
    [1, '1 point higher than a week ago.'],
    [-8, '8 points lower than a week ago.'],
  ])('compares the score with the one of a week ago: %i', (scoreChange, sentence) => {
    expect(mailWith({ scoreChange }).text).toContain(sentence);
  });
});

describe('the HTML', () => {
  it('draws scores as cells with a background, from 0 to 100', () => {
    const at = new Date(0);
    const { html } = mailWith({ history: [0, 71, 100].map((score) => ({ at, score })) });
    const bars = [...html.matchAll(/<td bgcolor="(#\w{6})" width="(\d+)%"/g)];
    expect(bars.map(([, colour, width]) => [colour, width])).toEqual([
      ['#f4f6f8', '100'],
      ['#0b5cc4', '71'],
      ['#f4f6f8', '29'],
      ['#0b5cc4', '100'],
    ]);
  });

  it('has no history of one week', () => {
    const history = [{ at: new Date(0), score: 71 }];
    const mail = mailWith({ history });
    expect(mail.html + mail.text).not.toContain('last weeks');
  });

  it('has a link to the web only', () => {
    expect(mailWith({ link: 'javascript:alert(1)' }).html).not.toContain('Open example.com');
  });
});
