import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  brokenLink,
  findingWith,
  longest,
  messageWith,
  typical,
  unreachable,
} from '../../packages/core/src/messages/alerts/fixtures/alert-messages.ts';
import { mailFindingsOf } from '../../packages/core/src/messages/alerts/mail-findings.ts';
import { alertMail } from '../../packages/core/src/messages/mail/content/alert-mail.tsx';
import { confirmationMail } from '../../packages/core/src/messages/mail/content/confirmation-mail.tsx';
import { digestMail } from '../../packages/core/src/messages/mail/content/digest-mail.tsx';
import {
  digestWith,
  mailSettings,
} from '../../packages/core/src/messages/mail/content/fixtures/mails.ts';
import { findViolations } from './find-violations.ts';
import { useBrowser } from './use-browser.ts';

const { brand } = mailSettings;
const confirmUrl = 'https://seo.example/sitegrade/mail/confirm/abc';
const sharedCrawl = {
  url: 'https://seo.example/sitegrade/share/websites/abc/issues',
  to: 'crawl',
  access: 'password',
} as const;
const crawled = messageWith('crawl.completed', {
  website: { id: 1, domain: 'example.com' },
  url: 'https://example.com/',
  crawl: { id: 3, score: 84, result: 'good', end: 'max_pages', pages: 500 },
  score_change: 5,
  new_findings: mailFindingsOf(
    [
      ...['/', '/about', '/a/page/with/a/long/path/that/breaks'].map((path) =>
        findingWith({ url: `https://example.com${path}`, summary: `Found on ${path}` }),
      ),
      brokenLink,
    ],
    10,
  ),
  fixed_count: 3,
});
const mails = {
  alert: alertMail(typical, mailSettings),
  crawl: alertMail(crawled, { ...mailSettings, link: sharedCrawl }),
  unreachable: alertMail(unreachable, mailSettings),
  long: alertMail(longest('W'), mailSettings),
  digest: digestMail(digestWith({}), mailSettings),
  confirmation: confirmationMail({ domain: 'example.com', confirmUrl, brand }),
};

/** Mail programs show a mail within a page of theirs, which has landmarks. */
const rulesOfPages = ['region', 'landmark-one-main'];

const titleColour = "getComputedStyle(document.querySelector('h1')).color";
const titleColours = { light: 'rgb(27, 33, 41)', dark: 'rgb(230, 234, 239)' };

const screenshots = process.env.SCREENSHOTS;

describe.each(Object.entries(mails))('the mail: %s', (name, { html }) => {
  const visit = useBrowser();

  it.each([
    [390, 'light'],
    [390, 'dark'],
    [800, 'light'],
    [800, 'dark'],
  ] as const)('is legible at %i px, %s', async (width, colorScheme) => {
    const { page } = await visit('https://nothing.invalid', { width, colorScheme });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(html);
    if (screenshots) {
      await mkdir(screenshots, { recursive: true });
      const path = join(screenshots, `mail-${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    expect(await findViolations(page, { but: rulesOfPages })).toEqual([]);
    expect(await page.evaluate(titleColour)).toBe(titleColours[colorScheme]);
    expect(requests).toEqual([]);
  });

  it('is legible in a mail program that reads no stylesheet', async () => {
    const { page } = await visit('https://nothing.invalid', { width: 390, colorScheme: 'dark' });
    await page.setContent(html.replace(/<style>.*?<\/style>/s, ''));
    expect(await findViolations(page, { but: rulesOfPages })).toEqual([]);
  });
});
