import { baseUrlOf } from '../../page/base-url.ts';
import type { PageFacts } from '../../page/page-facts.ts';
import type { FetchedPage } from '../fetched.ts';
import type { Fetcher } from '../fetcher.ts';
import type { RobotsTxt } from '../robots-txt.ts';
import { probeFavicon } from './favicon.ts';
import { mapSome } from './map-some.ts';
import { maySample } from './may-sample.ts';
import { probeMissingPage } from './missing-page.ts';
import type { ProbeFacts, ProbeOf } from './probe-facts.ts';
import { createProber, type ProbeTimes } from './prober.ts';
import { type NamedUrl, namedUrls, spread } from './sample.ts';

/** What the probes are about, and what they may use. */
export interface ProbesOptions {
  readonly fetcher: Fetcher;
  readonly page: Pick<PageFacts, 'anchors' | 'images' | 'links' | 'baseHref'>;
  readonly response: Pick<FetchedPage, 'url' | 'finalUrl'>;
  readonly robots: RobotsTxt;
  readonly userAgent: string;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly times?: ProbeTimes;
}

/** Links and images that are asked for. */
const most = { internal: 10, external: 5, images: 5 } as const;

/** Sampled at a time on the site itself, where the other probes need connections, too. */
const atOnce = 2;

/**
 * Makes the few requests that tell more of a page than its own bytes: a page that does not exist, the
 * icon, some of its links and images. Other sites are asked for a link or an image by HEAD, as any
 * visitor's click would, without reading their robots.txt first.
 *
 * @throws only what the fetcher throws when aborted; whatever the sites do is in the result.
 */
export async function runProbes(options: ProbesOptions): Promise<ProbeFacts> {
  const { fetcher, page, response, robots, userAgent, randomBytes } = options;
  const prober = createProber(fetcher, options.times);
  const site = new URL(response.finalUrl);
  const base = baseUrlOf(page.baseHref, response.finalUrl);
  const isOwn = ({ url }: { readonly url: URL }) => url.host === site.host;

  const sample = async <Tag>({ tag, url }: NamedUrl<Tag>): Promise<ProbeOf<Tag>> => {
    if (!isOwn({ url }) || maySample(robots, userAgent, url)) {
      return { tag, probe: await prober.head(url) };
    }
    return { tag, probe: { kind: 'not_asked', url: url.href, reason: 'robots_txt' } };
  };
  const sampleAll = async <Tag>(named: readonly NamedUrl<Tag>[]) => {
    const [own, foreign] = await Promise.all([
      mapSome(named.filter(isOwn), atOnce, sample),
      Promise.all(named.filter((one) => !isOwn(one)).map(sample)),
    ]);
    return [...own, ...foreign];
  };

  const self = [new URL(response.url), site];
  const links = await namedUrls(page.anchors, ({ href }) => href, base, self);
  const [internal, external] = [links.filter(isOwn), links.filter((link) => !isOwn(link))];
  const images = await namedUrls(page.images, ({ src }) => src, base, self);
  const [missingPage, favicons, sampledLinks, sampledImages] = await Promise.all([
    probeMissingPage(prober, site, randomBytes),
    probeFavicon(prober, page.links, base, site),
    sampleAll([...spread(internal, most.internal), ...spread(external, most.external)]),
    sampleAll(spread(images, most.images)),
  ]);
  return {
    missingPage,
    favicons,
    links: { internal: internal.length, external: external.length, sample: sampledLinks },
    images: { total: images.length, sample: sampledImages },
  };
}
