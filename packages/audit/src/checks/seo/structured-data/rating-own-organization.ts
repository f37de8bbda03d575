import type { Outcome } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { ownOrganizationsOf } from '../../../readings/structured-data/own-organizations.ts';
import { isA } from '../../../readings/structured-data/page-entities.ts';
import type { Check } from '../../check.ts';

/** Types that Google shows with stars although they are of the site's own: things that it sells. */
const sold = ['Product', 'SoftwareApplication', 'Course', 'Event', 'CreativeWork'] as const;

/** The site marks up no ratings of its own organization: Google shows no stars for them. */
export const ratingOwnOrganization: Check = {
  id: 'rating-own-organization',
  category: 'seo',
  importance: 'low',
  family: 'structured-data',
  title:
    'Ratings in the structured data are about something other than the site’s own organization',
  advice:
    'Remove aggregateRating and review from the organization in the structured data, or mark up ratings of the products that the page shows. Google shows no stars for ratings that a business publishes about itself.',
  why: 'Google shows no stars for ratings that an organization controls about itself, so they gain nothing in search results.',
  source:
    'https://developers.google.com/search/docs/appearance/structured-data/review-snippet#self-serving',
  run: (facts): Outcome => {
    const organizations = ownOrganizationsOf(facts).filter(
      (entity) => !sold.some((type) => isA(entity, type)),
    );
    if (organizations.length === 0) {
      const summary = 'The structured data does not describe the organization of the site.';
      return { status: 'na', summary };
    }
    const rated = organizations.filter(
      ({ properties }) => properties.has('aggregateRating') || properties.has('review'),
    );
    if (rated.length === 0) {
      return { status: 'pass', summary: 'The organization of the site has no ratings.' };
    }
    const [type = 'Organization'] = rated[0]?.types ?? [];
    return {
      status: 'warn',
      summary: `The structured data rates the site’s own organization (${type}), for which Google shows no stars.`,
      evidence: rated.slice(0, 25).map(({ item }) => tagEvidence(item.tag())),
    };
  },
};
