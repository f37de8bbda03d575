import type { AuditFacts } from '../audit-facts.ts';
import { comparableUrl } from '../url/comparable-url.ts';
import { memoize } from './memoize.ts';

type UrlFacts = Pick<AuditFacts, 'response'>;

/** The URL of the page, parsed once for all checks. It must not be changed. */
export const ownUrlOf = memoize(({ response }: UrlFacts): URL => new URL(response.finalUrl));

/** The {@link comparableUrl} of the page. */
export const comparableOwnUrlOf = memoize((facts: UrlFacts): string =>
  comparableUrl(ownUrlOf(facts)),
);
