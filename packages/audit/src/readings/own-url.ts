import type { AuditFacts } from '../audit-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { isPrivateHost } from '../url/private-host.ts';
import { webUrl } from '../url/web-url.ts';
import { memoize } from './memoize.ts';

type UrlFacts = Pick<AuditFacts, 'response'>;

/** The URL of the page, parsed once for all checks. It must not be changed. */
export const ownUrlOf = memoize(({ response }: UrlFacts): URL => new URL(response.finalUrl));

/**
 * Whether a URL has a private address, such as `http://localhost:3000/`, which the page itself does not have: it was
 * written on the machine of a developer, and leads nowhere from elsewhere.
 */
export function isLeftPrivate(facts: UrlFacts, url: URL | string | null): boolean {
  const target = typeof url === 'string' ? webUrl(url) : url;
  return (
    target !== null && isPrivateHost(target.hostname) && !isPrivateHost(ownUrlOf(facts).hostname)
  );
}

/** The {@link comparableUrl} of the page. */
export const comparableOwnUrlOf = memoize((facts: UrlFacts): string =>
  comparableUrl(ownUrlOf(facts)),
);
