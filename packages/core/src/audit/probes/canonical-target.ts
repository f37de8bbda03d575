import { fetchRobotsTxt } from '../fetch/robots/robots-txt.ts';
import { readCanonicalLinks } from '../readings/canonical-links.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { maySample } from './may-sample.ts';
import { isOpen, readNamedPage } from './named-page.ts';
import type { ProbeContext } from './probe-context.ts';
import type { CanonicalProbe } from './probe-facts.ts';

/**
 * Reads the page that the canonical link names, where that is another one, and first the robots.txt
 * of its site, where that is another one, too.
 */
export async function probeCanonical(context: ProbeContext): Promise<CanonicalProbe | null> {
  const { prober, site, userAgent } = context;
  const target = canonicalTargetOf(context);
  if (target === null) return null;
  const robots =
    target.origin === site.origin
      ? context.robots
      : await fetchRobotsTxt(prober, target, context.cpu);
  // Where there is no such host, robots.txt cannot say so, and nobody is bothered by asking again.
  const isNowhere = robots.kind === 'unknown' && robots.reason === 'dns_not_found';
  if (!isNowhere && !maySample(robots, userAgent, target)) {
    if (isOpen(robots, target.href) === false) return { kind: 'disallowed', url: target.href };
    const reason = robots.kind === 'unknown' ? robots.reason : 'robots_txt';
    return { kind: 'not_asked', url: target.href, reason };
  }
  const read = await readNamedPage(prober, target, robots, context);
  return read.kind === 'answered' ? read.named : read;
}

/** The one other page that canonical links name: search engines ignore several. */
function canonicalTargetOf(context: ProbeContext): URL | null {
  const urls = new Set(readCanonicalLinks(context).flatMap(({ url }) => url ?? []));
  const [target] = urls;
  if (target === undefined || urls.size > 1) return null;
  return target === comparableUrl(context.site) ? null : new URL(target);
}
