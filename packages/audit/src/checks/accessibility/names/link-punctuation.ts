import { elementsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { linkTextsOf } from '../../../readings/link-texts.ts';
import type { Check } from '../../check.ts';

/** Texts that a screen reader may leave out: arrows, crosses and signs such as + are symbols with a name. */
const punctuation = /^[\s.,:;|_\-–—·•…'"`´“”‘’()[\]{}\u200b-\u200d\ufeff]+$/;

/**
 * Link texts have words or symbols, not only a full stop.
 *
 * @remarks That punctuation cannot describe a link, regardless of the text around it, is our conclusion.
 */
export const linkPunctuation: Check = {
  id: 'link-punctuation',
  category: 'accessibility',
  importance: 'low',
  title: 'Link texts are more than punctuation',
  advice:
    'Use the words before the link as its text: <a href="https://www.gov.uk/">the GOV.UK website</a>. instead of a link on the full stop.',
  why: 'People with screen readers hear nothing or “dot” where other visitors can see what the link is about.',
  source: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context',
  run: (facts) => {
    const links = linkTextsOf(facts);
    const found = links.filter(({ text }) => text.length <= 20 && punctuation.test(text));
    return faultsOutcome(links.length, found, {
      none: 'The page has no links with a text.',
      fault: 'Links on punctuation',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'link' : 'links'} ${count === 1 ? 'has' : 'have'} no text but punctuation: "${found[0]?.text}".`,
      value: { links: links.length, punctuation: found.length },
      evidence: () => elementsEvidence(found),
    });
  },
};
