import type { Outcome } from '../../outcome.ts';
import { tagEvidence } from '../../readings/evidence.ts';
import { linksTo, unknownLinks } from '../../readings/legal-links.ts';
import { personalDataOf } from '../../readings/personal-data.ts';
import type { Check } from '../check.ts';

/**
 * A page that collects data about its visitors links to its privacy policy.
 *
 * @remarks That forms for personal data need one, too, is from privacy law.
 */
export const privacyLink: Check = {
  id: 'privacy-link',
  category: 'security',
  importance: 'medium',
  family: 'legal-links',
  title: 'The page links to a privacy policy',
  advice:
    'Write down which data the site collects, why and who receives it, and link to that page from the footer of every page.',
  why: 'Visitors want to know what happens to their data, and privacy laws and Google Analytics ask sites to say so.',
  source: 'https://support.google.com/analytics/answer/7318509',
  run: (facts): Outcome => {
    const data = personalDataOf(facts);
    if (data === null) {
      return {
        status: 'na',
        summary: 'The page has no tracker that we know and no form field for personal data.',
      };
    }
    if (linksTo(facts, 'privacy')) {
      return { status: 'pass', summary: 'A link or a button names a privacy policy.' };
    }
    const unknown = unknownLinks(facts);
    if (unknown !== null) return unknown;
    if (linksTo(facts, 'legal')) {
      return { status: 'pass', summary: 'A link names legal information.' };
    }
    return {
      status: 'warn',
      summary: `The page has ${data.what}, but no link whose text or URL names a privacy policy.`,
      evidence: [tagEvidence(data.tag)],
    };
  },
};
