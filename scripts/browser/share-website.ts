import { type Report, updateWebsite, type Website } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import { newReport } from '@sitegrade/testing';
import type { PagesServer } from './use-pages.ts';

/** The owner of reports, if a test does not name another one. */
export const ownerId = 'ann';
/** The password of websites that have one. */
export const password = 'correct horse battery staple';

/** A website with two reports of the same page, and the paths of its shared pages. */
interface SharedWebsite {
  readonly report: Report;
  readonly website: Website;
  readonly paths: {
    readonly report: string;
    readonly website: string;
    readonly comparison: string;
  };
}

let websites = 0;

/** Adds a website with this privacy. Its second report is `part`, its first one a better one. */
export async function shareWebsite(
  { store, context }: Pick<PagesServer, 'store' | 'context'>,
  privacy: Website['privacy'],
  part: Partial<NewReport> = {},
): Promise<SharedWebsite> {
  websites += 1;
  const domain = `site-${websites}.example`;
  const url = `https://${domain}/`;
  const title = `Title of ${domain}`;
  const common = { ownerId, domain, url, finalUrl: url, title, ...part };
  const earlier = await store.reports.create(
    newReport({ ...common, score: 90, result: 'good', checks: {}, createdAt: minutesAgo(9) }),
  );
  const report = await store.reports.create(newReport({ createdAt: minutesAgo(3), ...common }));
  const change = { privacy, ...(privacy === 'password' && { password }) };
  const website = await updateWebsite(context, common.ownerId, report.websiteId, change);
  return {
    report,
    website,
    paths: {
      report: `/sitegrade/share/reports/${report.shareToken}`,
      website: `/sitegrade/share/websites/${website.shareToken}`,
      comparison: `/sitegrade/share/compare/${earlier.shareToken}/${report.shareToken}`,
    },
  };
}

function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * 60_000);
}
