import type { CpuAccount } from '../cpu-account.ts';
import type { FetchedPage } from '../fetch/fetched.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { PageUrls } from '../readings/page-urls.ts';
import { takeSlices } from '../time-slices.ts';
import type { Unanswered } from './probe-facts.ts';
import type { Prober } from './prober.ts';
import { maySample } from './sample.ts';

/** What each probe knows of the page that it is for. */
export interface ProbeContext {
  readonly prober: Prober;
  readonly page: Pick<PageFacts, 'links' | 'langs' | 'metas' | 'baseHref'>;
  /** The URLs that the page names. */
  readonly urls: Pick<PageUrls, 'base' | 'links' | 'resources'>;
  readonly response: Pick<FetchedPage, 'url' | 'finalUrl' | 'headers' | 'status' | 'redirects'>;
  /** Where the page is. */
  readonly site: URL;
  /** Of the page's site. */
  readonly robots: RobotsTxt;
  readonly userAgent: string;
  /** Of the analysis: what is read is charged to it, and ends with it. */
  readonly cpu: CpuAccount;
}

/**
 * Why a URL is not sampled: the page's own site keeps us out. Other sites are asked for what a page
 * of theirs would make any visitor's browser ask for, without reading their robots.txt first.
 */
export async function refusalOf(
  { site, robots, userAgent, cpu }: ProbeContext,
  url: URL,
): Promise<Unanswered | null> {
  if (url.host !== site.host || robots.kind === 'none') return null;
  // A hostile robots.txt takes milliseconds for one URL, and a page has some thirty to sample.
  await takeSlices(sliceMs, cpu).next();
  if (maySample(robots, userAgent, url)) return null;
  return { kind: 'not_asked', url: url.href, reason: 'robots_txt' };
}

/** Milliseconds of work in a turn. */
const sliceMs = 2;
