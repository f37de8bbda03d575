import type { AuditFacts } from '../audit-facts.ts';
import { memoize } from './text/memoize.ts';

/** The URL of the page, parsed once for all checks. It must not be changed. */
export const ownUrlOf = memoize(
  ({ response }: Pick<AuditFacts, 'response'>): URL => new URL(response.finalUrl),
);
