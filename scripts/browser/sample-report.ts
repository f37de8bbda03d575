import { createReport, type Report } from '@sitegrade/core';
import type { NewReport } from '@sitegrade/core/store';
import type { PagesServer } from './use-pages.ts';

/** The origin of the sample site in reports that tests insert: the same in every run. */
const origin = 'https://bicycles.example';

/**
 * What an analysis of a page of the sample site finds, to insert as a report of the website
 * `bicycles.example`.
 */
export async function sampleReport(
  { context, site }: PagesServer,
  path: string,
): Promise<
  Omit<NewReport, 'ownerId' | 'shareToken' | 'createdAt' | 'websiteShareToken' | 'defaultPrivacy'>
> {
  const report = await createReport(context, 'analyst', { url: site.url + path });
  const { id: _, shareToken, websiteId, createdAt, ...found } = replaceOrigin(report, site.url);
  return { ...found, domain: new URL(origin).host };
}

function replaceOrigin(report: Report, siteUrl: string): Report {
  const { host, hostname } = new URL(siteUrl);
  const text = JSON.stringify(report)
    .replaceAll(siteUrl, origin)
    .replaceAll(host, new URL(origin).host)
    .replaceAll(hostname, new URL(origin).host);
  return JSON.parse(text);
}
