import type { Fetcher } from '../fetch/fetcher.ts';
import type { ImageFact } from '../page/page-facts.ts';
import type { PageLink, PageResource } from '../readings/page-urls.ts';
import { probeAlternates } from './alternates.ts';
import { probeFavicon } from './favicon.ts';
import { probeLlmsTxt } from './llms-txt.ts';
import { probeCanonical, probeMissingPage } from './named-page.ts';
import { type ProbeContext, refusalOf } from './probe-context.ts';
import type { ProbeFacts, ProbeOf } from './probe-facts.ts';
import { createProber, type ProbeTimes } from './prober.ts';
import { probeResources } from './resources.ts';
import { hostTwinOf, plainHttpOf, probeRoute } from './route.ts';
import { namedUrls, spread, withoutFragment } from './sample.ts';
import { probeSharedImage } from './shared-image.ts';

/** What the probes are about, and what they may use. */
interface ProbesOptions
  extends Pick<ProbeContext, 'page' | 'urls' | 'response' | 'robots' | 'userAgent' | 'cpu'> {
  readonly fetcher: Fetcher;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly times?: ProbeTimes;
}

/** Links and images that are asked for. */
const most = { internal: 10, external: 5, images: 5 } as const;

/**
 * Makes the few requests that tell more of a page than its own bytes. Each host gets them in the
 * order below, a few at a time: what weighs in the score comes first, and samples, which weigh
 * nothing, go without an answer where time is up.
 *
 * @throws only what the fetcher throws when aborted; whatever the sites do is in the result.
 */
export async function runProbes(options: ProbesOptions): Promise<ProbeFacts> {
  const { fetcher, page, urls, response, randomBytes } = options;
  const prober = createProber(fetcher, options.times);
  const site = new URL(response.finalUrl);
  const context: ProbeContext = { ...options, prober, site };

  const [
    missingPage,
    canonical,
    plainHttp,
    hostTwin,
    handshake,
    alternates,
    favicons,
    [links, images, resources, sharedImage, llmsTxt],
  ] = await Promise.all([
    probeMissingPage(prober, site, randomBytes),
    probeCanonical(context),
    probeRoute(context, plainHttpOf(site)),
    probeRoute(context, hostTwinOf(site)),
    site.protocol === 'https:' ? prober.handshake(site) : null,
    probeAlternates(context),
    probeFavicon(prober, page.links, urls.base, site),
    probeSamples(context),
  ]);
  return {
    missingPage,
    favicons,
    links,
    images,
    plainHttp,
    hostTwin,
    handshake,
    canonical,
    alternates,
    resources,
    sharedImage,
    llmsTxt,
  };
}

/** What weighs nothing. */
function probeSamples(context: ProbeContext) {
  return Promise.all([
    probeLinks(context),
    probeImages(context),
    probeResources(context),
    probeSharedImage(context),
    probeLlmsTxt(context),
  ]);
}

async function probeLinks(context: ProbeContext): Promise<ProbeFacts['links']> {
  const { urls, response, site, cpu } = context;
  const self = [new URL(response.url), site];
  const resolved = urls.links.filter((link): link is NamedLink => link.url !== null);
  const links = await namedUrls(resolved, ({ tag }) => tag.href, self, cpu);
  const isOwn = ({ url }: { readonly url: URL }) => url.host === site.host;
  const [internal, external] = [links.filter(isOwn), links.filter((link) => !isOwn(link))];
  const chosen = [...spread(internal, most.internal), ...spread(external, most.external)];
  return {
    internal: internal.length,
    external: external.length,
    sample: await Promise.all(chosen.map((link) => probeHead(context, link))),
  };
}

async function probeImages(context: ProbeContext): Promise<ProbeFacts['images']> {
  const { urls, response, site, cpu } = context;
  const self = [new URL(response.url), site];
  const resolved = urls.resources.filter(isImageElement);
  const images = await namedUrls(resolved, ({ tag }) => tag.src, self, cpu);
  const chosen = spread(images, most.images);
  return {
    total: images.length,
    sample: await Promise.all(chosen.map((image) => probeHead(context, image))),
  };
}

type NamedLink = PageLink & { readonly url: URL };
type PageImage = PageResource & { readonly tag: ImageFact };

/** What videos and pictures load besides is not sampled. */
function isImageElement(resource: PageResource): resource is PageImage {
  return resource.kind === 'image' && 'alt' in resource.tag;
}

async function probeHead<Tag>(
  context: ProbeContext,
  named: { readonly tag: Tag; readonly url: URL },
): Promise<ProbeOf<Tag>> {
  const { tag } = named;
  const url = withoutFragment(named.url);
  return { tag, probe: (await refusalOf(context, url)) ?? (await context.prober.head(url)) };
}
