import { isAllowed } from '../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';

/**
 * Whether a site's robots.txt lets us sample one of its URLs. Nobody asked for those, so we keep to
 * it as a crawler does: also a site whose robots.txt does not come, or is too complex to compare
 * whole, is left alone (RFC 9309 §2.3.1.4).
 *
 * @param userAgent - The `User-Agent` header that we send.
 */
export function maySample(robots: RobotsTxt, userAgent: string, url: URL): boolean {
  if (robots.kind === 'none') return true;
  if (robots.kind !== 'found') return false;
  const { allowed, complete } = isAllowed(robots.rules, productOf(userAgent), url);
  return allowed && complete;
}

/** `Mozilla/5.0 (compatible; sitegrade)` → `sitegrade`, `AcmeBot/2.0` → `AcmeBot`: the name to look for. */
export function productOf(userAgent: string): string {
  const compatible = /\(compatible;\s*([a-z_-]+)/i.exec(userAgent)?.[1];
  return compatible ?? /^[a-z_-]+/i.exec(userAgent)?.[0] ?? '*';
}
