import { elementsEvidence } from '../../../readings/evidence.ts';
import { missingPageTextOf } from '../../../readings/missing-page-text.ts';
import type { Check } from '../../check.ts';

const ok = 200;

/**
 * A “not found” page must not have status 200. If title and main heading agree, it costs as much as a real error
 * status.
 *
 * @remarks The phrases and the numbers of words that distinguish such pages from articles are ours.
 */
export const soft404Text: Check = {
  id: 'soft-404-text',
  category: 'seo',
  importance: 'medium',
  title: 'The page shows its content instead of an error',
  advice:
    'Configure the server to respond with status 404 or 410 if a page does not exist, instead of status 200 with an error message. Search engines keep crawling such pages.',
  why: 'Search engines may take the page for an error message and leave it out of their results.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason:
      'The title and the main heading say that the page does not exist, so search engines leave it out.',
    indexability: true,
  },
  run: (facts) => {
    if (facts.response.status !== ok) {
      return { status: 'na', summary: 'The page does not respond with status 200.' };
    }
    const found = missingPageTextOf(facts);
    if (found === null) {
      return {
        status: 'pass',
        summary: 'Title and main heading do not present the page as missing.',
      };
    }
    const { texts, isSure, words } = found;
    const [text = ''] = texts.map((fact) => fact.text);
    return {
      status: isSure ? 'fail' : 'warn',
      summary: `The server responds with status 200, but the page says “${text.slice(0, maxQuoted).toWellFormed()}”.`,
      value: { says: text, words },
      evidence: elementsEvidence(texts),
    };
  },
};

/** The length of the quote in the summary at most. */
const maxQuoted = 100;
