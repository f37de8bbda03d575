import { describe, expect, it } from 'vitest';
import type { Digest, MailSettings } from '../mail.ts';
import { digestMail } from './digest-mail.tsx';
import { digestWith, mailSettings } from './fixtures/mails.ts';

const mailWith = (digest: Partial<Digest>, link = websiteLink) =>
  digestMail(digestWith(digest), { ...mailSettings, link });
const websiteLink: MailSettings['link'] = {
  url: 'https://seo.example/sitegrade/share/websites/abc',
  to: 'website',
  access: 'password',
};
const none = { total: 0, rows: [] };

describe('the subject', () => {
  it.each<[string, Partial<Digest>, string]>([
    ['all', {}, 'score 71 (−8), 12 new findings, 4 fixed'],
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
      20 Nov 2026 to 27 Nov 2026 · 3 reports and 1 crawl

      Score 71 of 100: decent. 8 points lower than a week ago.

      12 new findings

      * 2 of 9 images have no alternative text. (high importance)
        https://example.com/about
        line 12: “<img src="team.jpg">”

      * A link is broken. (medium importance)
        https://example.com/

      and 10 more findings

      4 fixed: The page has a title (2 places); The page has a meta description; and
      1 more

      Score of the weeks before, since 11 Sept 2026: 64, 64, 66, 71, 70, 78, 78, 79,
      83, 80, 79

      Open example.com:
      https://seo.example/sitegrade/share/websites/abc
      You need the password of the website.

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
      20 Nov 2026 to 27 Nov 2026 · 0 reports and 1,200 crawls

      The website has no score yet.

      Nothing was compared with the week before.

      Open example.com:
      https://seo.example/sitegrade/share/websites/abc
      You need the password of the website.

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

  it('has the score of the week once, and no history without other weeks', () => {
    const { to } = digestWith({});
    const mail = mailWith({ history: [{ at: to, score: 71 }] });
    expect(mail.html + mail.text).not.toContain('weeks before');
    expect(mailWith({}).html).not.toContain('>27 Nov<');
  });

  it('has a link to the web only', () => {
    const link = { ...websiteLink, url: 'javascript:alert(1)' } as const;
    expect(mailWith({}, link).html).not.toContain('Open example.com');
  });
});
