import type { OtherLink, PageLink } from '../readings/page-urls.ts';
import { isUnfollowable } from '../url/unfollowable-url.ts';
import { probeAlternates } from './alternates.ts';
import { findBlockedFiles, isImageElement } from './blocked-files.ts';
import { probeCrossOrigin } from './cross-origin.ts';
import { probeFavicon } from './favicon.ts';
import { probeCanonical } from './linked-page.ts';
import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import type { Probe, ProbeFacts, ProbeOf } from './probe-facts.ts';
import { probeResources } from './resources.ts';
import { belongsTo, distinctUrls, spread, withoutFragment } from './sample.ts';
import { probeSharedImage } from './shared-image.ts';
import type { SiteProbes } from './site-probes.ts';
import { compareUserAgents } from './user-agents.ts';

/** The page to probe, and the means to do so. */
interface ProbesOptions extends Omit<ProbeContext, 'site'> {
  /** The results for the site of the page. */
  readonly site: Promise<SiteProbes>;
  /** The result for `/favicon.ico` if it was requested before, otherwise `null`. */
  readonly favicon: Probe | null;
  /** Whether the page is requested again as an AI assistant and as a browser. Default: `false`. */
  readonly compareUserAgents?: boolean;
}

/** Only a sample of the links and images is requested. */
const maxRequested = { internal: 10, external: 5, images: 5 } as const;

/**
 * Sends additional requests to check what the page's own response does not show, all at once except for
 * the limits of the prober. The requests to a host are sent in the order below: those of checks that count
 * towards the score first, samples last, which are skipped when the time limit is reached.
 *
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function runProbes(options: ProbesOptions): Promise<ProbeFacts> {
  const { prober, page, urls, response, favicon } = options;
  const site = new URL(response.finalUrl);
  const context: ProbeContext = { ...options, site };

  const [
    siteProbes,
    canonical,
    alternates,
    crossOrigin,
    favicons,
    blockedFiles,
    userAgents,
    samples,
  ] = await Promise.all([
    options.site,
    probeCanonical(context),
    probeAlternates(context),
    probeCrossOrigin(context),
    probeFavicon(prober, page.links, urls.base, site, favicon),
    findBlockedFiles(context),
    options.compareUserAgents ? compareUserAgents(context) : null,
    probeSamples(context),
  ]);
  const [links, images, resources, sharedImage] = samples;
  return {
    ...siteProbes,
    favicons,
    links,
    images,
    canonical,
    alternates,
    resources,
    blockedFiles,
    userAgents,
    sharedImage,
    crossOrigin,
  };
}

/** The probes of checks that do not count towards the score. */
function probeSamples(context: ProbeContext) {
  return Promise.all([
    probeLinks(context),
    probeImages(context),
    probeResources(context),
    probeSharedImage(context),
  ]);
}

async function probeLinks(context: ProbeContext): Promise<ProbeFacts['links']> {
  const { urls, response, site, cpu } = context;
  const self = [new URL(response.url), site];
  const resolved = [...urls.links, ...urls.otherLinks].filter(isFollowable);
  const links = await distinctUrls(resolved, ({ tag }) => tag.href, self, cpu);
  const isOwn = ({ url }: { readonly url: URL }) => url.host === site.host;
  const [internal, external] = [links.filter(isOwn), links.filter((link) => !isOwn(link))];
  const chosen = [
    ...spread(internal, maxRequested.internal),
    ...spread(external, maxRequested.external),
  ];
  return {
    internal: internal.length,
    external: external.length,
    sample: await Promise.all(
      chosen.map((link) =>
        probeHead<PageLink['tag'] | OtherLink['tag']>(context, link, link.kind !== 'external'),
      ),
    ),
  };
}

async function probeImages(context: ProbeContext): Promise<ProbeFacts['images']> {
  const { urls, response, site, cpu } = context;
  const self = [new URL(response.url), site];
  const resolved = urls.resources.filter(isImageElement);
  const images = await distinctUrls(resolved, ({ tag }) => tag.src, self, cpu);
  const chosen = spread(images, maxRequested.images);
  return {
    total: images.length,
    sample: await Promise.all(
      chosen.map((image) => probeHead(context, image, belongsTo(site, image.url))),
    ),
  };
}

type ResolvedLink = (PageLink | OtherLink) & { readonly url: URL };

function isFollowable(link: PageLink | OtherLink): link is ResolvedLink {
  return link.url !== null && !(link.comparable !== null && isUnfollowable(link.comparable));
}

async function probeHead<Tag>(
  context: ProbeContext,
  element: { readonly tag: Tag; readonly url: URL },
  own: boolean,
): Promise<ProbeOf<Tag>> {
  const { tag } = element;
  const url = withoutFragment(element.url);
  const probe = (await blockedByRobots(context, url)) ?? (await context.prober.head(url));
  return { tag, own, probe };
}
