import type { Check } from '../../check.ts';
import { breadcrumbMarkup } from './breadcrumb-markup.ts';
import { jsonLdValid } from './json-ld-valid.ts';
import { ogImage } from './og-image.ts';
import { openGraph } from './open-graph.ts';
import { productDataAgrees } from './product-data-agrees.ts';
import { ratingOwnOrganization } from './rating-own-organization.ts';
import { richResults } from './rich-results.ts';
import { richResultsIndexable } from './rich-results-indexable.ts';
import { sameAs } from './same-as.ts';
import { schemaTypesKnown } from './schema-types-known.ts';
import { structuredDataIdentity } from './structured-data-identity.ts';
import { structuredDataPresent } from './structured-data-present.ts';
import { structuredDataReferences } from './structured-data-references.ts';
import { structuredDataValues } from './structured-data-values.ts';
import { twitterCard } from './twitter-card.ts';
import { videoStructuredData } from './video-structured-data.ts';

/** Structured data, and what the page looks like where it is shared. */
export const structuredDataChecks: readonly Check[] = [
  structuredDataPresent,
  jsonLdValid,
  schemaTypesKnown,
  richResults,
  structuredDataValues,
  structuredDataReferences,
  structuredDataIdentity,
  sameAs,
  ratingOwnOrganization,
  productDataAgrees,
  richResultsIndexable,
  videoStructuredData,
  breadcrumbMarkup,
  openGraph,
  ogImage,
  twitterCard,
];
