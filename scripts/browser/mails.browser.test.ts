import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  longest,
  typical,
  unreachable,
} from '../../packages/core/src/messages/alerts/fixtures/alert-messages.ts';
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
const mails = {
  alert: alertMail(typical, mailSettings),
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
    [700, 'light'],
    [700, 'dark'],
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
