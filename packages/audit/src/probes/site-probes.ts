import type { FetchedHead } from '../fetch/fetched.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { probeLlmsTxt } from './llms-txt.ts';
import type { ProbeContext } from './probe-context.ts';
import { type Probe, type ProbeFacts, siteFiles } from './probe-facts.ts';
import type { Prober } from './prober.ts';
import { hostVariantOf, plainHttpOf, probeRoute } from './route.ts';
import { probeSecurityTxt } from './security-txt.ts';
import type { Share } from './shared-results.ts';

/** The results of requests that depend on the site, not on the contents of the page. Plain JSON. */
export type SiteProbes = Pick<
  ProbeFacts,
  'missingPage' | 'plainHttp' | 'hostVariant' | 'handshake' | 'llmsTxt' | 'securityTxt'
>;

/** The site to probe, and the means to do so. */
export interface SiteContext extends Pick<ProbeContext, 'prober' | 'userAgent' | 'cpu'> {
  /** The response of a page of the site. */
  readonly response: Pick<FetchedHead, 'finalUrl' | 'status' | 'redirects'>;
  readonly robots: Promise<RobotsTxt>;
  /** Creates the random path of a page that does not exist. */
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Sends the requests that depend only on the site: a page that does not exist, the page with `http://` and
 * with or without `www.`, a TLS handshake, `/llms.txt`, and `/.well-known/security.txt`. Other reports share the results.
 *
 * @throws if the analysis is aborted; failed requests are in the result.
 */
export async function probeSite(context: SiteContext): Promise<SiteProbes> {
  const { prober, response, robots, randomBytes } = context;
  const site = new URL(response.finalUrl);
  const share: Share = (name, ...others) => prober.share(`${name} ${site.origin}`, ...others);
  const [missingPage, plainHttp, hostVariant, handshake, [llmsTxt, securityTxt]] =
    await Promise.all([
      share('missing page', () => probeMissingPage(prober, site, randomBytes)),
      probeRoute(context, plainHttpOf(site)),
      probeRoute(context, hostVariantOf(site)),
      site.protocol === 'https:' ? share('handshake', () => prober.handshake(site)) : null,
      // Waiting for robots.txt does not count towards the time limit.
      robots.then((known) => {
        const afterRobots = { ...context, prober: prober.again(), site, robots: known };
        return Promise.all([
          share(siteFiles.llmsTxt, () => probeLlmsTxt(afterRobots)),
          share(siteFiles.securityTxt, () => probeSecurityTxt(afterRobots)),
        ]);
      }),
    ]);
  return { missingPage, plainHttp, hostVariant, handshake, llmsTxt, securityTxt };
}

/** 96 random bits, so that the path does not exist. */
const nameBytes = 12;

/** Requests a page that does not exist, at the root of a site. */
function probeMissingPage(
  prober: Prober,
  site: URL,
  randomBytes: (size: number) => Uint8Array,
): Promise<Probe> {
  const name = Buffer.from(randomBytes(nameBytes)).toString('hex');
  return prober.head(new URL(`/sitegrade-${name}`, site));
}
