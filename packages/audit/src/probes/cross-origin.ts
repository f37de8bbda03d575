import { storedText } from '../fetch/stored-text.ts';
import { blockedByRobots, type ProbeContext } from './probe-context.ts';
import type { CrossOriginResponse, NoResponse } from './probe-facts.ts';

/** The origin of a site that cannot exist (RFC 2606 §2), so that no server has it on a list. */
const unknownOrigin = 'https://sitegrade.invalid';

/** Only the first lines of a header are kept. */
const maxLines = 10;

/**
 * Requests the page once more as a script of an unknown site does, to see what its server allows to such
 * scripts. Redirects are not followed: browsers then send another `Origin`.
 */
export async function probeCrossOrigin(
  context: Pick<ProbeContext, 'prober' | 'response' | 'site' | 'robots' | 'userAgent' | 'cpu'>,
): Promise<CrossOriginResponse | NoResponse | null> {
  const { prober, response, site } = context;
  if (response.status < 200 || response.status >= 300) return null;
  const blocked = await blockedByRobots(context, site);
  if (blocked !== null) return blocked;
  const result = await prober.read(site, { origin: unknownOrigin, redirect: 'manual', cutAt: 0 });
  if (result.kind !== 'response') return result;
  const { status, headers } = result.fetched;
  const linesOf = (name: string) => (headers.get(name) ?? []).slice(0, maxLines).map(storedText);
  return {
    kind: 'response',
    url: site.href,
    origin: unknownOrigin,
    status,
    allowOrigin: linesOf('access-control-allow-origin'),
    allowCredentials: linesOf('access-control-allow-credentials'),
  };
}
