import { maySample } from '../probes/sample.ts';
import type { SiteFacts } from '../report/site-facts.ts';

/**
 * Whether robots.txt of the site allows a crawl to request a URL; never one of another origin. With a hostile
 * robots.txt, it takes milliseconds for each URL.
 *
 * @param userAgent - `network.userAgent`, which contains our product token. Without its own group, the
 * groups of `*` apply.
 */
export function isCrawlAllowed(
  { origin, robots }: Pick<SiteFacts, 'origin' | 'robots'>,
  url: URL,
  userAgent: string,
): boolean {
  return url.origin === origin && maySample(robots, userAgent, url);
}
