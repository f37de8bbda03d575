import type { PagesSettings } from '../http/pages-options.ts';
import { fileNames } from './files.ts';

/** The paths of all pages, for links in the pages. */
export interface Links {
  readonly console: string;
  readonly report: (id: number) => string;
  readonly reportPdf: (id: number) => string;
  readonly website: (id: number) => string;
  readonly websiteSettings: (id: number) => string;
  /** The recipients of mails about a website. */
  readonly recipients: (websiteId: number) => string;
  readonly job: (id: number) => string;
  readonly batch: (id: number) => string;
  readonly crawl: (id: number) => string;
  readonly webhook: (id: number) => string;
  /** A page of the console: `/keys`. */
  readonly consolePage: (path: `/${string}`) => string;
  /** The path that all shared pages are below. */
  readonly share: string;
  readonly sharedReport: (token: string) => string;
  readonly sharedReportPdf: (token: string) => string;
  readonly sharedWebsite: (token: string) => string;
  readonly sharedWebsitePdf: (token: string) => string;
  /** The crawl that the score of a shared website is from. */
  readonly sharedCrawlPdf: (token: string) => string;
  /** The issues across the pages of a shared website. */
  readonly sharedIssues: (token: string) => string;
  readonly comparison: (from: string, to: string) => string;
  readonly badge: (token: string) => string;
  /** The page where a recipient of mails takes a step. */
  readonly subscription: (token: string, step: 'confirm' | 'unsubscribe') => string;
  /** The stylesheet and the script, in the folder of the group that the page belongs to. */
  readonly style: string;
  readonly script: string;
  /** The URL of a path, with the origin. */
  readonly absolute: (path: string) => string;
}

/** Pages that are mounted together. */
export type PageGroup = 'share' | 'mail' | 'console';

/**
 * The links of a response.
 *
 * @param base - The absolute URL that the routes are mounted at, without a trailing slash.
 */
export function linksOf(base: string, settings: PagesSettings, group: PageGroup): Links {
  const { origin, pathname } = new URL(base);
  // Where a host ignores duplicate slashes, `//evil.example/sitegrade` would lead to another host.
  const root = pathname.replace(/^\/+/, '/').replace(/\/+$/, '') + settings.path;
  const share = `${root}/share`;
  const files = fileNames(settings);
  const folder = group === 'console' ? root : `${root}/${group}`;
  return {
    console: root,
    report: (id) => `${root}/reports/${id}`,
    reportPdf: (id) => `${root}/reports/${id}/report.pdf`,
    website: (id) => `${root}/websites/${id}`,
    websiteSettings: (id) => `${root}/websites/${id}/settings`,
    recipients: (websiteId) => `${root}/websites/${websiteId}/recipients`,
    job: (id) => `${root}/jobs/${id}`,
    batch: (id) => `${root}/batches/${id}`,
    crawl: (id) => `${root}/crawls/${id}`,
    webhook: (id) => `${root}/webhooks/${id}`,
    consolePage: (path) => root + path,
    share,
    sharedReport: (token) => `${share}/reports/${token}`,
    sharedReportPdf: (token) => `${share}/reports/${token}/report.pdf`,
    sharedWebsite: (token) => `${share}/websites/${token}`,
    sharedWebsitePdf: (token) => `${share}/websites/${token}/website.pdf`,
    sharedCrawlPdf: (token) => `${share}/websites/${token}/crawl.pdf`,
    sharedIssues: (token) => `${share}/websites/${token}/issues`,
    comparison: (from, to) => `${share}/compare/${from}/${to}`,
    badge: (token) => `${share}/websites/${token}/badge.svg`,
    subscription: (token, step) => `${root}/mail/${token}/${step}`,
    style: `${folder}/${files.style}`,
    script: `${folder}/${files.script}`,
    absolute: (path) => origin + path,
  };
}
