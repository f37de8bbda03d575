import type { FetchedPage } from '../fetch/fetched.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import type { CpuAccount } from '../limits/cpu-account.ts';
import { takeSlices } from '../limits/time-slices.ts';
import type { PageFacts } from '../page/page-facts.ts';
import type { PageUrls } from '../readings/page-urls.ts';
import type { NoResponse } from './probe-facts.ts';
import type { Prober } from './prober.ts';
import { maySample } from './sample.ts';

/** The page to probe, and the means to do so. */
export interface ProbeContext {
  readonly prober: Prober;
  readonly page: Pick<PageFacts, 'links' | 'langs' | 'metas' | 'baseHref'>;
  /** The URLs in the page. */
  readonly urls: Pick<PageUrls, 'base' | 'links' | 'otherLinks' | 'resources'>;
  readonly response: Pick<FetchedPage, 'url' | 'finalUrl' | 'headers' | 'status' | 'redirects'>;
  /** The final URL of the page. */
  readonly site: URL;
  /** The robots.txt of the page's site. */
  readonly robots: RobotsTxt;
  readonly userAgent: string;
  /** The CPU budget of the analysis; reading responses counts towards it. */
  readonly cpu: CpuAccount;
}

/**
 * The result for a URL that the robots.txt of the page's site disallows; `null` if it may be requested.
 * For other sites, only URLs that browsers of visitors load are requested, without their robots.txt.
 */
export async function blockedByRobots(
  { site, robots, userAgent, cpu }: Pick<ProbeContext, 'site' | 'robots' | 'userAgent' | 'cpu'>,
  url: URL,
): Promise<NoResponse | null> {
  if (url.host !== site.host || robots.kind === 'none') return null;
  // With a hostile robots.txt, each of about 30 comparisons takes milliseconds.
  await takeSlices(sliceMs, cpu).next();
  if (maySample(robots, userAgent, url)) return null;
  return { kind: 'skipped', url: url.href, reason: 'robots_txt' };
}

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 2;
