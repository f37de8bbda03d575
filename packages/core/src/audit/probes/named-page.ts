import type { Fetched } from '../fetch/fetched.ts';
import { isAllowed } from '../fetch/robots/robots-rules.ts';
import { fetchRobotsTxt, type RobotsTxt } from '../fetch/robots/robots-txt.ts';
import type { PageFacts } from '../page/page-facts.ts';
import { readPage } from '../page/read-page.ts';
import { readCanonicalLinks } from '../readings/canonical-links.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import type { ProbeContext } from './probe-context.ts';
import type { CanonicalProbe, NamedPage, Probe, Unanswered } from './probe-facts.ts';
import { contentTypeOf, type Prober } from './prober.ts';
import { routeOf } from './route.ts';
import { maySample } from './sample.ts';

/** Bytes that are read of a page: its head, and more. */
const readBytes = 512 * 1024;

const mostDirectives = 10;

/** A page that was read, and what is in it. */
interface ReadNamedPage {
  readonly kind: 'answered';
  readonly named: NamedPage;
  readonly fetched: Fetched;
  /** `null` where it is no HTML. */
  readonly page: PageFacts | null;
  /** Whether all of it was read. */
  readonly complete: boolean;
}

/**
 * Reads another page, as far as it tells whether it can be found.
 *
 * @param robots - The robots.txt of its host, where that is known.
 */
export async function readNamedPage(
  prober: Prober,
  url: URL,
  robots: RobotsTxt | null,
  { cpu }: Pick<ProbeContext, 'cpu'>,
): Promise<ReadNamedPage | Unanswered> {
  const asked = await prober.read(url, { cutAt: readBytes });
  if (asked.kind !== 'answered') return asked;
  const { fetched } = asked;
  const { headers, body, finalUrl } = fetched;
  const contentType = contentTypeOf(headers);
  const isHtml = contentType === 'text/html' || contentType === 'application/xhtml+xml';
  const said = headers.get('content-type')?.at(-1) ?? null;
  const page = isHtml ? await readPage(body, said, { cpu }) : null;
  const named: NamedPage = {
    ...routeOf(url, fetched),
    contentType,
    robotsHeaders: (headers.get('x-robots-tag') ?? []).slice(0, mostDirectives).map(cut),
    robotsMetas: page === null ? [] : robotsMetasOf(page),
    googlebotAllowed: new URL(finalUrl).origin === url.origin ? isOpen(robots, finalUrl) : null,
  };
  return { kind: 'answered', named, fetched, page, complete: body.length < readBytes };
}

/** Whether Googlebot may fetch a URL; `null` where its site does not say. */
function isOpen(robots: RobotsTxt | null, url: string): boolean | null {
  if (robots?.kind === 'none') return true;
  if (robots?.kind !== 'found') return null;
  const { allowed, complete } = isAllowed(robots.rules, 'Googlebot', url);
  return complete ? allowed : null;
}

function robotsMetasOf({ metas }: PageFacts): readonly string[] {
  return metas
    .filter(({ inHead, name }) => inHead && /^\s*(?:robots|googlebot)\s*$/i.test(name ?? ''))
    .slice(0, mostDirectives)
    .map(({ content }) => cut(content ?? ''));
}

function cut(text: string): string {
  return text.slice(0, 300).toWellFormed();
}

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

/** 96 bits: a path that exists nowhere. */
const nameBytes = 12;

/** Asks for a page that cannot exist, at the root of a site. */
export function probeMissingPage(
  prober: Prober,
  site: URL,
  randomBytes: (size: number) => Uint8Array,
): Promise<Probe> {
  const name = Buffer.from(randomBytes(nameBytes)).toString('hex');
  return prober.get(new URL(`/sitegrade-${name}`, site));
}
