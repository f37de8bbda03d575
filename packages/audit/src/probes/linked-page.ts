import type { Fetched } from '../fetch/fetched.ts';
import { isAllowed } from '../fetch/robots/robots-rules.ts';
import { fetchRobotsTxt, type RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { storedText } from '../fetch/stored-text.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { readPage } from '../page/read-page.ts';
import { readCanonicalLinks } from '../readings/canonical-links.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import type { ProbeContext } from './probe-context.ts';
import type { CanonicalProbe, LinkedPage, NoResponse } from './probe-facts.ts';
import { contentTypeOf, type Prober } from './prober.ts';
import { routeOf } from './route.ts';
import { maySample } from './sample.ts';

/** Only the first bytes of a page are read, which include its head. */
const readBytes = 512 * 1024;

/** Only the first robots headers and meta tags are kept. */
const maxDirectives = 10;

/** A linked page that was read. */
interface LinkedPageResult {
  readonly kind: 'response';
  readonly linked: LinkedPage;
  readonly fetched: Fetched;
  /** `null` if it is not HTML. */
  readonly page: PageFacts | null;
  /** Whether all bytes were read. */
  readonly complete: boolean;
}

/**
 * Requests another page, and reads whether search engines may index it.
 *
 * @param robots - The robots.txt of its host; `null` if unknown.
 */
export async function readLinkedPage(
  prober: Prober,
  url: URL,
  robots: RobotsTxt | null,
  { cpu }: Pick<ProbeContext, 'cpu'>,
): Promise<LinkedPageResult | NoResponse> {
  const result = await prober.read(url, { cutAt: readBytes });
  if (result.kind !== 'response') return result;
  const { fetched } = result;
  const { headers, body, finalUrl } = fetched;
  const contentType = contentTypeOf(headers);
  const isHtml = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  const declaredType = headers.get('content-type')?.at(-1) ?? null;
  const page = isHtml ? await readPage(body, declaredType, { cpu }) : null;
  const linked: LinkedPage = {
    ...routeOf(url, fetched),
    contentType,
    robotsHeaders: (headers.get('x-robots-tag') ?? []).slice(0, maxDirectives).map(storedText),
    robotsMetas: page === null ? [] : robotsMetasOf(page),
    googlebotAllowed:
      new URL(finalUrl).origin === url.origin ? isGooglebotAllowed(robots, finalUrl) : null,
  };
  return { kind: 'response', linked, fetched, page, complete: body.length < readBytes };
}

/** Whether robots.txt allows Googlebot to fetch a URL; `null` if unknown. */
export function isGooglebotAllowed(robots: RobotsTxt | null, url: string): boolean | null {
  if (robots?.kind === 'none') return true;
  if (robots?.kind !== 'found') return null;
  const { allowed, complete } = isAllowed(robots.rules, 'Googlebot', url);
  return complete ? allowed : null;
}

function robotsMetasOf({ metas }: PageFacts): readonly string[] {
  return metas
    .filter(({ inHead, name }) => inHead && /^\s*(?:robots|googlebot)\s*$/i.test(name ?? ''))
    .slice(0, maxDirectives)
    .map(({ content }) => storedText(content ?? ''));
}

/**
 * Requests the target of the canonical link, if it is another page, and before it the robots.txt of its
 * site, if it is on another site. `null` if the page is its own canonical page.
 */
export async function probeCanonical(context: ProbeContext): Promise<CanonicalProbe | null> {
  const { prober, site, userAgent } = context;
  const target = canonicalTargetOf(context);
  if (target === null) return null;
  const robots =
    target.origin === site.origin
      ? context.robots
      : await fetchRobotsTxt(prober, target, context.cpu);
  // The request for the page then fails with the same reason, which is clearer than one of robots.txt.
  const isUnknownHost = robots.kind === 'unknown' && robots.reason === 'dns_not_found';
  if (!isUnknownHost && !maySample(robots, userAgent, target)) {
    if (isGooglebotAllowed(robots, target.href) === false)
      return { kind: 'disallowed', url: target.href };
    const reason = robots.kind === 'unknown' ? robots.reason : 'robots_txt';
    return { kind: 'skipped', url: target.href, reason };
  }
  const read = await readLinkedPage(prober, target, robots, context);
  return read.kind === 'response' ? read.linked : read;
}

/** The other page that canonical links refer to. Search engines ignore conflicting links. */
function canonicalTargetOf(context: ProbeContext): URL | null {
  const urls = new Set(readCanonicalLinks(context).flatMap(({ url }) => url ?? []));
  const [target] = urls;
  if (target === undefined || urls.size > 1) return null;
  return target === comparableUrl(context.site) ? null : new URL(target);
}
