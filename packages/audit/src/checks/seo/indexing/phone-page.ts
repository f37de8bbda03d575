import type { Outcome } from '../../../outcome.ts';
import type { UserAgentPage } from '../../../probes/probe-facts.ts';
import { requestFailed } from '../../../probes/probe-verdicts.ts';
import {
  differencesOf,
  hasComparableText,
  seenOf,
  userAgentsNotCompared,
} from '../../../probes/user-agent-differences.ts';
import { namesText, urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * A phone gets the page that a computer gets: Google indexes the one for phones.
 *
 * @remarks That the canonical link is compared is ours.
 */
export const phonePage: Check<'min'> = {
  id: 'phone-page',
  category: 'seo',
  importance: 'medium',
  title: 'Phones get the same page as computers',
  advice:
    'Send phones the same HTML as computers, and adapt its layout with CSS. If they have another version, give it the same text, title, robots directives, canonical link and structured data.',
  why: 'Google reads the page as a phone gets it, so what only computers get does not count for its search results.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing',
  about: 'response',
  options: {
    min: {
      /** @remarks That a page with 50 percent of the words has the same content is ours. */
      default: 50,
      min: 0,
      max: 100,
      unit: 'percent',
      description: 'A smaller share of the words of the page for computers is a warning.',
    },
  },
  run: ({ probes: { userAgents } }, { min }): Outcome => {
    if (userAgents === null) return userAgentsNotCompared;
    const { phone, browser } = userAgents;
    if (browser.kind !== 'response') return requestFailed('The page', browser);
    if (phone.kind !== 'response') return requestFailed('The page', phone);
    const value = { phone: seenOf(phone), computer: seenOf(browser) };
    if (browser.refusal !== null) {
      const summary = `Not compared: the server refuses a browser at our address (HTTP ${browser.status}).`;
      return { status: 'na', summary, value };
    }
    if (phone.refusal !== null) {
      const summary = `Not compared: the server refuses a phone at our address (HTTP ${phone.status}).`;
      return { status: 'na', summary, value };
    }
    const [difference] = [
      ...differencesOf(phone, browser, ['a phone', 'a computer'], min),
      ...dataDifferences(phone, browser),
    ];
    if (difference === undefined) {
      const summary =
        'The page has the same status, title, robots directives, canonical link and structured data for a phone and a computer, and as much text.';
      return { status: 'pass', summary, value };
    }
    const isLeftOut = phone.noindex && !browser.noindex;
    return {
      status: isLeftOut ? 'fail' : 'warn',
      summary: `${difference}.`,
      value,
      evidence: [urlEvidence(phone.finalUrl)],
    };
  },
};

/** How the canonical link and the structured data differ, in sentences without a full stop. */
function dataDifferences(phone: UserAgentPage, browser: UserAgentPage): readonly string[] {
  if (!hasComparableText(browser)) return [];
  const missing = browser.types.filter((type) => !phone.types.includes(type));
  return [
    ...(phone.canonical === browser.canonical
      ? []
      : [
          `The canonical link is ${canonicalText(phone)} for a phone, and ${canonicalText(browser)} for a computer`,
        ]),
    ...(missing.length === 0
      ? []
      : [`The page for a phone lacks structured data: ${namesText(missing.slice(0, 3))}`]),
  ];
}

function canonicalText({ canonical }: UserAgentPage): string {
  return canonical === null ? 'missing' : canonical.slice(0, 100).toWellFormed();
}
