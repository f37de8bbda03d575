import { accessibilityClaims } from './accessibility-claims.ts';
import { contentClaims } from './content-claims.ts';
import { indexingClaims } from './indexing-claims.ts';
import { renderedClaims } from './rendered-claims.ts';
import type { SourceClaims } from './source-claim.ts';
import { structuredDataClaims } from './structured-data-claims.ts';
import { technicalClaims } from './technical-claims.ts';

/**
 * What the source of each check says: a check without an entry, or whose source has changed, fails a test. They are
 * for the catalogue and its readers, and no part of the packages.
 */
export const sourceClaims: SourceClaims = {
  ...indexingClaims,
  ...contentClaims,
  ...structuredDataClaims,
  ...accessibilityClaims,
  ...technicalClaims,
  ...renderedClaims,
};
