import { isAllowed } from '../fetch/robots/robots-rules.ts';
import { takeSlices } from '../limits/time-slices.ts';
import type { ImageFact } from '../page/page-facts.ts';
import type { PageResource } from '../readings/page-urls.ts';
import { isTrackingPixel } from '../readings/tracking-pixel.ts';
import type { ProbeContext } from './probe-context.ts';
import { type BlockedFile, maxComparedFiles, type ProbeFacts } from './probe-facts.ts';
import { hrefOf, isFile } from './resources.ts';
import { distinctUrls } from './sample.ts';

/** Milliseconds of work before yielding to the event loop. */
const sliceMs = 2;

/** Cloudflare's own scripts. It advises to block them in robots.txt (https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/). */
const notNeeded = /^\/cdn-cgi\//;

/**
 * The scripts, style sheets and images of the page that its robots.txt blocks for Googlebot, which then
 * sees another page than visitors. Sends no requests. Files on other hosts have their own robots.txt.
 */
export async function findBlockedFiles(
  context: Pick<ProbeContext, 'urls' | 'site' | 'robots' | 'cpu'>,
): Promise<ProbeFacts['blockedFiles']> {
  const { urls, site, robots, cpu } = context;
  if (robots.kind !== 'found') return { checked: 0, blocked: [] };
  if (!isAllowed(robots.rules, 'Googlebot', site).allowed) return { checked: 0, blocked: [] };

  const isOwn = ({ url }: PageResource) =>
    url.origin === site.origin && !notNeeded.test(url.pathname);
  const ownResources = urls.resources.filter(isOwn);
  const files = await distinctUrls(ownResources.filter(isFile), hrefOf, [], cpu);
  const images = await distinctUrls(
    ownResources.filter(isImageElement),
    ({ tag }) => tag.src,
    [],
    cpu,
  );
  const compared = [...files, ...images].slice(0, maxComparedFiles);
  const blocked: BlockedFile[] = [];
  const slices = takeSlices(sliceMs, cpu);
  for (const { tag, url } of compared) {
    if (slices.isOver()) await slices.next();
    const { allowed, complete, line, text } = isAllowed(robots.rules, 'Googlebot', url);
    if (!allowed && complete) blocked.push({ tag, url: url.href, line, text });
  }
  return { checked: compared.length, blocked };
}

/** Images that visitors see. Posters of videos and sources of `<picture>` are not sampled. */
export function isImageElement(
  resource: PageResource,
): resource is PageResource & { readonly tag: ImageFact } {
  return resource.kind === 'image' && 'alt' in resource.tag && !isTrackingPixel(resource.tag);
}
