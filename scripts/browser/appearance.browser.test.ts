import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  acceptFindings,
  cancelJob,
  createJobs,
  findAcceptedInReport,
  getReport,
  issueApiKey,
  listAcceptedFindings,
  revokeApiKey,
  updateWebsite,
} from '@sitegrade/core';
import type { AttemptOutcome, NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCrawls } from './add-crawls.ts';
import { addRecipients, alerts } from './add-recipients.ts';
import { addWebhooks } from './add-webhooks.ts';
import { findViolations } from './find-violations.ts';
import { sampleReport } from './sample-report.ts';
import { ownerId, shareWebsite } from './share-website.ts';
import { submit } from './submit.ts';
import { useBrowser } from './use-browser.ts';
import { cookieLogin, type PagesServer, usePages } from './use-pages.ts';

/** Where pictures go: only people look at them, so no one takes them without it. */
const folder = process.env.SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });

const widths = [360, 390, 800, 1_280];
const schemes = ['light', 'dark'] as const;
/** The width of A4 in CSS pixels. */
const paperWidth = 794;
/** How much of a page pictures show, in pixels: the API reference is over 100,000 pixels high. */
const maxPictureHeight = 10_000;

/** As long as titles are stored. */
const longTitle = 'A title that never ends because no one stops the editor '
  .repeat(6)
  .slice(0, 300)
  .trim();

const visit = useBrowser();

interface Look {
  /** The name of the pictures. */
  readonly name: string;
  readonly path: string;
  /** The user who is logged in. */
  readonly user?: string;
  /** What to do on the page before it is looked at. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Finds what axe-core objects to and what is too wide, and takes pictures in all widths, schemes and in print. */
async function look(origin: string, { name, path, user, prepare }: Look): Promise<void> {
  const problems: string[] = [];
  const { page } = await visit(origin, { ...(user && { cookies: { user } }) });
  await page.goto(path);
  await prepare?.(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const scrollWidth = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (scrollWidth > width) problems.push(`${scrollWidth} px wide in a window of ${width} px`);
    for (const colorScheme of folder ? schemes : []) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `${name}-${width}-${colorScheme}.png`);
    }
  }
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    // Nothing but colours depends on the scheme.
    const rules = colorScheme === 'dark' ? { only: ['color-contrast'] } : {};
    const violations = await findViolations(page, rules);
    problems.push(...violations.map((violation) => `${colorScheme}: ${violation}`));
  }
  if (folder) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.pdf({ path: join(folder, `${name}.pdf`), preferCSSPageSize: true });
    await page.setViewportSize({ width: paperWidth, height: 1_123 });
    await page.emulateMedia({ media: 'print' });
    await takePicture(page, `${name}-print.png`);
  }
  expect(problems).toEqual([]);
}

/** Takes a picture of the whole page, or of the beginning of a very long one. */
async function takePicture(page: Page, name: string): Promise<void> {
  if (!folder) return;
  const height = await page.evaluate<number>('document.documentElement.scrollHeight');
  const { width = paperWidth } = page.viewportSize() ?? {};
  if (height > maxPictureHeight) await page.setViewportSize({ width, height: maxPictureHeight });
  await page.screenshot({ path: join(folder, name), fullPage: height <= maxPictureHeight });
}

describe('pages', () => {
  const server = usePages('Fastify', { authenticate: cookieLogin, docs: true, alerts });
  let paths: Awaited<ReturnType<typeof addPages>>;

  beforeAll(async () => {
    paths = await addPages(server());
  });

  it.each([
    ['report', () => paths.bad],
    ['report-loading', () => `${paths.bad}#loading`],
    ['report-previews', () => `${paths.bad}#previews`],
    ['report-facts', () => `${paths.bad}#facts`],
    ['report-good', () => paths.good],
    ['report-filtered', () => `${paths.bad}?status=fail&category=seo`],
    ['website', () => paths.website],
    ['comparison', () => paths.comparison],
    ['website-crawled', () => paths.crawled],
    ['issues', () => `${paths.crawled}/issues`],
    ['issue', () => `${paths.crawled}/issues/broken-links`],
    ['password', () => paths.password],
    ['not-found', () => '/sitegrade/share/reports/missing'],
    ['reference', () => '/api/v1/docs'],
  ])('%s', async (name, path) => {
    await look(server().url, { name, path: path() });
  });

  it.each([
    ['console-start', () => ''],
    ['console-reports', () => '/reports'],
    ['console-report', () => `/reports/${paths.badId}`],
    ['console-comparison', () => `/reports/${paths.badId}/compare/${paths.beforeId}`],
    ['console-website', () => `/websites/${paths.websiteId}`],
    ['console-website-settings', () => `/websites/${paths.websiteId}/settings`],
    ['console-websites-worse', () => '?show=worse&order=last_look'],
    ['console-delete', () => `/websites/${paths.websiteId}/delete`],
    ['console-renew', () => `/reports/${paths.badId}/renew-link`],
    ['console-jobs', () => '/jobs'],
    ['console-batch', () => `/batches/${paths.batchId}`],
    ['console-batch-waiting', () => `/batches/${paths.waitingId}`],
    ['console-batch-cancel', () => `/batches/${paths.batchId}/cancel`],
    ['console-job', () => `/jobs/${paths.failedJobId}`],
    ['console-crawls', () => '/crawls'],
    ['console-crawl', () => `/crawls/${paths.crawlId}`],
    ['console-crawl-findings', () => `/crawls/${paths.crawlId}?view=findings`],
    ['console-crawl-pages', () => `/crawls/${paths.crawlId}?view=pages`],
    ['console-crawl-skipped', () => `/crawls/${paths.crawlId}?view=pages&state=skipped`],
    ['console-crawl-structure', () => `/crawls/${paths.crawlId}?view=structure`],
    ['console-crawl-about', () => `/crawls/${paths.crawlId}?view=about`],
    ['console-crawl-first', () => `/crawls/${paths.firstCrawlId}`],
    ['console-crawl-running', () => `/crawls/${paths.runningCrawlId}`],
    ['console-crawl-failed', () => `/crawls/${paths.failedCrawlId}`],
    ['console-crawl-page', () => `/crawls/${paths.crawlId}/pages/1`],
    ['console-crawl-page-redirected', () => `/crawls/${paths.crawlId}/pages/${paths.redirectedId}`],
    ['console-crawl-issue', () => `/crawls/${paths.crawlId}/issues/broken-links`],
    ['console-crawl-comparison', () => `/crawls/${paths.crawlId}/compare/${paths.firstCrawlId}`],
    ['console-crawl-delete', () => `/crawls/${paths.crawlId}/delete`],
    ['console-website-crawled', () => `/websites/${paths.crawledId}`],
    ['console-schedule-new', () => `/websites/${paths.websiteId}/schedule`],
    ['console-schedule', () => `/websites/${paths.crawledId}/schedule`],
    ['console-schedule-delete', () => `/websites/${paths.crawledId}/schedule/delete`],
    ['console-recipients', () => `/websites/${paths.websiteId}/recipients`],
    ['console-recipients-none', () => `/websites/${paths.crawledId}/recipients`],
    ['console-recipient', () => `/websites/${paths.websiteId}/recipients/${paths.recipientId}`],
    [
      'console-recipient-unconfirmed',
      () =>
        `/websites/${paths.websiteId}/recipients/${paths.unconfirmedId}?done=confirmation_sent&recipient=${paths.unconfirmedId}`,
    ],
    [
      'console-recipient-unsubscribed',
      () => `/websites/${paths.websiteId}/recipients/${paths.unsubscribedId}`,
    ],
    [
      'console-recipient-delete',
      () => `/websites/${paths.websiteId}/recipients/${paths.unconfirmedId}/delete`,
    ],
    ['console-accept', () => `/reports/${paths.badId}/accept?check=image-alt`],
    ['console-accepted-none', () => `/websites/${paths.crawledId}/accepted`],
    ['console-webhooks', () => '/webhooks'],
    ['console-webhook', () => `/webhooks/${paths.webhookId}`],
    ['console-webhook-disabled', () => `/webhooks/${paths.disabledWebhookId}`],
    ['console-webhook-rotate', () => `/webhooks/${paths.webhookId}/rotate`],
    ['console-webhook-delete', () => `/webhooks/${paths.webhookId}/delete`],
    ['console-website-issues', () => `/websites/${paths.websiteId}/issues`],
    ['console-not-found', () => '/reports/0'],
  ])('%s', async (name, path) => {
    await look(server().url, { name, path: `/sitegrade${path()}`, user: ownerId });
  });

  it.each([
    [390, 844],
    [1_280, 800],
  ])('show three things to fix on the first screen of %i by %i pixels', async (width, height) => {
    const { page } = await visit(server().url, { width, cookies: { user: ownerId } });
    await page.setViewportSize({ width, height });
    for (const path of [`/sitegrade/reports/${paths.badId}`, paths.bad, paths.longTitle]) {
      await page.goto(path);
      expect([path, await page.locator('.fix-first li').count()]).toEqual([path, 3]);
      const third = await page.locator('.fix-first li').nth(2).boundingBox();
      expect(third && third.y + third.height).toBeLessThanOrEqual(height);
    }
  });

  it('show at most three lines of a title', async () => {
    const { page } = await visit(server().url, { width: 390 });
    await page.goto(paths.longTitle);
    const heading = page.getByRole('heading', { level: 1 });
    expect((await heading.innerText()).length).toBe(longTitle.length);
    const { height = 0 } = (await heading.boundingBox()) ?? {};
    const lineHeight = 'parseFloat(getComputedStyle(document.querySelector("h1")).lineHeight)';
    expect(Math.round(height / (await page.evaluate<number>(lineHeight)))).toBe(3);
  });

  it('console-url-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('URL of the page').fill('ftp://example.com/');
      await submit(page, 'Create report');
    };
    const name = 'console-url-wrong';
    await look(server().url, { name, path: '/sitegrade', user: 'new', prepare });
  });

  it('give an error the width of a phone, and never break an option in two', async () => {
    const { page } = await visit(server().url, { width: 390, cookies: { user: 'new' } });
    await page.goto('/sitegrade');
    await page.getByLabel('URL of the page').fill('http://127.0.0.1/');
    await submit(page, 'Create report');
    const error = page.getByRole('alert');
    expect(await error.innerText()).toContain('--allow-localhost');
    expect((await error.boundingBox())?.width).toBeGreaterThan(300);
    for (const width of [390, 380, 370, 360, 350, 340, 330, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const rects = "document.querySelector('.error .flag').getClientRects().length";
      expect(await page.evaluate<number>(rects)).toBe(1);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await takePicture(page, 'console-url-this-machine-390.png');
  });

  it('console-jobs-wrong', async () => {
    const prepare = async (page: Page) => {
      const lines = ['https://example.com/', '', 'ftp://example.com/', `https://${'x'.repeat(99)}`];
      await page.getByLabel('URLs of the pages').fill(lines.join('\n'));
      await submit(page, 'Create reports');
    };
    await look(server().url, {
      name: 'console-jobs-wrong',
      path: '/sitegrade/jobs',
      user: 'new',
      prepare,
    });
  });

  it('console-crawls-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('URL of the start page').fill('https://example.com/');
      await page.getByLabel('Number of pages').fill('0');
      await page.getByText('Include or exclude pages').click();
      await page.getByLabel('Include only').fill('/blog/\n\nblog');
      await submit(page, 'Start the crawl');
    };
    const path = '/sitegrade/crawls';
    await look(server().url, { name: 'console-crawls-wrong', path, user: 'new', prepare });
  });

  it('console-schedule-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('How often').selectOption('month');
      await page.getByLabel('Day of the month').fill('31');
      await page.getByLabel('Time zone').fill('Berlin');
      await page.getByLabel('Number of pages').fill('0');
      await submit(page, 'Save the schedule');
    };
    const path = `/sitegrade/websites/${paths.websiteId}/schedule`;
    await look(server().url, { name: 'console-schedule-wrong', path, user: ownerId, prepare });
  });

  it('console-recipients-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('Address').fill('Ann <ann@example.com>');
      for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
      await submit(page, 'Add a recipient');
    };
    const path = `/sitegrade/websites/${paths.websiteId}/recipients`;
    await look(server().url, { name: 'console-recipients-wrong', path, user: ownerId, prepare });
  });

  it('ask for the importance of findings only where some are sent', async () => {
    const { page } = await visit(server().url, { cookies: { user: ownerId } });
    await page.goto(`/sitegrade/websites/${paths.websiteId}/recipients`);
    const importance = page.getByLabel('Importance of new findings');
    expect(await importance.isVisible()).toBe(true);
    await page.getByRole('checkbox', { name: /^New findings/ }).uncheck();
    expect(await importance.isVisible()).toBe(false);
    await page.getByRole('checkbox', { name: /^On Monday/ }).check();
    expect(await importance.isVisible()).toBe(true);
  });

  it('console-accept-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('All that the check finds').check();
      await page.getByLabel('Path of the pages').fill('prices');
      await page.getByLabel('Reason').fill(' ');
      await submit(page, 'Accept this finding');
    };
    const path = `/sitegrade/reports/${paths.badId}/accept?check=image-alt`;
    await look(server().url, { name: 'console-accept-wrong', path, user: ownerId, prepare });
  });

  it('console-accepted', async () => {
    const { context } = server();
    const shared = { reason: 'From the shop of a partner, who will not change it.' };
    const { websiteId, beforeId } = paths;
    const report = await getReport(context, ownerId, beforeId);
    const { findings } = await findAcceptedInReport(context, ownerId, report);
    const [first, second] = findings;
    if (first === undefined || second === undefined) throw new Error('There are no findings.');
    const { pathname: path } = new URL(report.finalUrl);
    const places = first.places.slice(0, 1).map(({ fingerprint, evidence }) => ({
      fingerprint,
      quote: evidence?.text,
    }));
    await acceptFindings(context, ownerId, websiteId, {
      ...shared,
      check: first.check,
      path,
      places,
      expires: '2099-12-31',
    });
    await acceptFindings(context, ownerId, websiteId, {
      ...shared,
      check: second.check,
      path: `${path}$`,
    });
    const user = ownerId;
    const inReport = { name: 'console-report-accepted', path: `/sitegrade/reports/${beforeId}` };
    await look(server().url, { ...inReport, user });
    const list = `/sitegrade/websites/${websiteId}/accepted`;
    await look(server().url, { name: 'console-accepted', path: list, user });
    const { rows } = await listAcceptedFindings(context, ownerId, websiteId);
    const remove = `${list}/${rows[0]?.id}/delete`;
    await look(server().url, { name: 'console-accepted-delete', path: remove, user });
  });

  it('console-webhook-created', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('URL').fill('https://example.com/hooks/sitegrade');
      await submit(page, 'Create a webhook');
    };
    const name = 'console-webhook-created';
    await look(server().url, { name, path: '/sitegrade/webhooks', user: 'creator', prepare });
  });

  it('console-webhooks-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('URL').fill('http://example.com/');
      for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
      await page.getByRole('radio', { name: 'Only these' }).check();
      await submit(page, 'Create a webhook');
    };
    const name = 'console-webhooks-wrong';
    await look(server().url, { name, path: '/sitegrade/webhooks', user: ownerId, prepare });
  });

  it.each([
    ['console-no-webhooks', '/sitegrade/webhooks', 'new'],
    ['console-no-crawls', '/sitegrade/crawls', 'new'],
    ['console-no-jobs', '/sitegrade/jobs', 'new'],
    ['console-no-websites', '/sitegrade', 'new'],
    ['console-no-reports', '/sitegrade/reports', 'new'],
    ['console-closed', '/sitegrade', undefined],
  ])('%s', async (name, path, user) => {
    await look(server().url, { name, path, ...(user && { user }) });
  });

  it('password-wrong', async () => {
    const prepare = async (page: Page) => {
      await page.getByLabel('Password').fill('wrong');
      await page.getByLabel('Password').press('Enter');
      await page.getByRole('alert').waitFor();
    };
    await look(server().url, { name: 'password-wrong', path: paths.password, prepare });
  });
});

describe('pages with API keys', () => {
  const server = usePages('Fastify');

  it('sign-in', async () => {
    await look(server().url, { name: 'sign-in', path: '/sitegrade' });
  });

  it('keys', async () => {
    const { context } = server();
    const { key } = await issueApiKey(context, ownerId, { name: 'Console' });
    const { apiKey } = await issueApiKey(context, ownerId, { name: 'Old script' });
    await revokeApiKey(context, ownerId, apiKey.id);
    const signIn = async (page: Page) => {
      await page.getByLabel('API key').fill(key);
      await submit(page, 'Sign in');
    };
    const path = '/sitegrade/keys';
    await look(server().url, { name: 'keys', path, prepare: signIn });
    const issue = async (page: Page) => {
      await signIn(page);
      await submit(page, 'Issue a key');
    };
    await look(server().url, { name: 'key-issued', path, prepare: issue });
    const revoke = async (page: Page) => {
      await signIn(page);
      await page.getByRole('link', { name: 'Revoke Console' }).click();
      await page.waitForURL('**/revoke');
    };
    await look(server().url, { name: 'key-revoke', path, prepare: revoke });
  });
});

describe('pages with a long name', () => {
  const name = 'The Association of Independent Bicycle Workshops of the North';
  const server = usePages('Fastify', { pages: { name: name.slice(0, 60) } });

  it('keep their navigation whole and on one line', async () => {
    const { key } = await issueApiKey(server().context, ownerId, { name: 'Console' });
    for (const width of [1_280, 800, 660, 390]) {
      const { page } = await visit(server().url, { width });
      await page.goto('/sitegrade');
      await page.getByLabel('API key').fill(key);
      await submit(page, 'Sign in');
      await takePicture(page, `long-name-${width}.png`);
      const found = await page.evaluate<object>(navigation);
      expect([width, found]).toEqual([width, { tops: 1, isCut: false, signOutLines: 1 }]);
    }
  });
});

/** On how many lines the navigation is, and whether some of it can only be scrolled to. */
const navigation = `(() => {
  const menu = document.querySelector('.menu');
  const signOut = document.querySelector('.sign-out button');
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(signOut);
  const height = signOut.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  return {
    tops: new Set([...menu.children].map((link) => link.getBoundingClientRect().top)).size,
    isCut: menu.scrollWidth > menu.clientWidth,
    signOutLines: Math.round(height / parseFloat(lineHeight)),
  };
})()`;

describe('pages of a host', () => {
  /** A wordmark of this proportion. */
  const wordmark = (width: number, colour: string) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 10"><rect width="100%" height="100%" fill="${colour}"/></svg>`)}`;
  const [logo, logoDark] = [wordmark(50, '#123'), wordmark(50, '#def')];
  const pages = {
    name: 'Acme Tools',
    accent: '#ffcc00',
    logo,
    logoDark,
    footer: 'Acme Ltd., 1 Main Street',
    brand: (owner: string) => (owner === 'eve' ? { logo: wordmark(300, '#123') } : undefined),
  };
  const server = usePages('Fastify', { pages });

  it('keep their contrast in any accent colour', async () => {
    const { paths } = await shareWebsite(server(), 'public');
    await look(server().url, { name: 'white-label', path: paths.report });
  });

  /** The images at the top that are shown. */
  const shownLogos = `[...document.querySelectorAll('.brand img')]
    .filter((image) => image.checkVisibility())
    .map((image) => [image.src, image.clientWidth, image.clientHeight,
      getComputedStyle(image).backgroundColor])`;

  it.each([
    [390, 234],
    [1_280, 256],
  ])('have one logo, as wide as it is and no wider than fits: at %i px', async (width, most) => {
    const { paths } = await shareWebsite(server(), 'public');
    const other = await shareWebsite(server(), 'public', { ownerId: 'eve' });
    const clear = 'rgba(0, 0, 0, 0)';
    for (const colorScheme of schemes) {
      const { page } = await visit(server().url, { width, colorScheme });
      await page.goto(paths.report);
      const shown = colorScheme === 'light' ? logo : logoDark;
      expect(await page.evaluate(shownLogos)).toEqual([[shown, 140, 28, clear]]);
      await page.emulateMedia({ media: 'print' });
      expect(await page.evaluate(shownLogos)).toEqual([[logo, 140, 28, clear]]);
      await page.emulateMedia({ media: null });
      await page.goto(other.paths.report);
      const background = colorScheme === 'light' ? clear : 'rgb(255, 255, 255)';
      expect(await page.evaluate(shownLogos)).toEqual([
        [wordmark(300, '#123'), most, 28, background],
      ]);
    }
  });
});

/** A public website with two months of reports, and one with a password. */
async function addPages(server: PagesServer) {
  const { store, context } = server;
  const bad = await sampleReport(server, '/prices');
  const good = await sampleReport(server, '/');
  const decent = await sampleReport(server, '/guides/chain-copy');
  const day = 24 * 3_600_000;
  const ago = (days: number) => new Date(Date.now() - days * day);
  const add = (part: Parameters<typeof newReport>[0], days: number) =>
    store.reports.create(newReport({ ownerId, ...part, createdAt: ago(days) }));
  for (let days = 60; days > 3; days -= 3) {
    await add({ ...bad, score: 45 + ((days * 7) % 40), result: 'decent' }, days);
  }
  const goodReport = await add(good, 2);
  await add(decent, 2);
  const { url, finalUrl } = bad;
  const before = await add({ ...decent, url, finalUrl }, 1);
  const badReport = await add(bad, 0);
  const change = { privacy: 'public' } as const;
  const website = await updateWebsite(context, ownerId, badReport.websiteId, change);
  const locked = await shareWebsite(server, 'password');
  const long = await shareWebsite(server, 'public', { ...bad, title: longTitle });
  const share = '/sitegrade/share';
  return {
    ...(await addJobs(server, { ...bad, ownerId })),
    ...(await addCrawls(server)),
    ...(await addWebhooks(server, website.id)),
    ...(await addRecipients(server, website.id)),
    badId: badReport.id,
    beforeId: before.id,
    websiteId: website.id,
    bad: `${share}/reports/${badReport.shareToken}`,
    good: `${share}/reports/${goodReport.shareToken}`,
    website: `${share}/websites/${website.shareToken}`,
    comparison: `${share}/compare/${before.shareToken}/${badReport.shareToken}`,
    password: locked.paths.report,
    longTitle: long.paths.report,
  };
}

/** A batch with jobs in all states, and one that waits for a worker. */
async function addJobs({ store, context, site }: PagesServer, report: Partial<NewReport>) {
  const { url } = site;
  const long = `${url}/${'a-very-long-path/'.repeat(12)}`;
  const paths = ['/prices', '/missing', '/busy', ...Array.from({ length: 30 }, (_, n) => `/${n}`)];
  const urls = [...paths.map((path) => url + path), long];
  const { batchId, jobs } = await createJobs(context, ownerId, { urls });
  const claim = async () => {
    const claimed = await store.jobs.claim({
      token: randomUUID(),
      leaseMs: 3_600_000,
      perHost: 99,
      now: context.now(),
    });
    if (claimed === undefined) throw new Error('No job is due.');
    return claimed.lease;
  };
  const end = async (outcome: AttemptOutcome) => {
    await store.jobs.end(await claim(), outcome, context.now());
  };
  await store.reports.createOnce(newReport({ ...report, createdAt: context.now() }), await claim());
  await end({
    kind: 'failed',
    error: { code: 'page_unreachable', message: 'The page did not respond.' },
  });
  const error = { code: 'overloaded', message: 'Creating the report took too long.' } as const;
  await end({ kind: 'retry', error, delayMs: 3_600_000 });
  for (let running = 0; running < 3; running += 1) await claim();
  await cancelJob(context, ownerId, jobs.at(-2)?.id ?? 0);
  const minuteAgo = { ownerId, isBatch: true, createdAt: new Date(Date.now() - 60_000) };
  const waiting = await store.jobs.create({
    ...minuteAgo,
    urls: [`${url}/first`, `${url}/second`],
    maxQueued: 100,
  });
  if (waiting.outcome !== 'created') throw new Error('The quota is exceeded.');
  return {
    batchId,
    waitingId: waiting.jobs[0]?.batchId ?? 0,
    failedJobId: jobs[1]?.id ?? 0,
  };
}
