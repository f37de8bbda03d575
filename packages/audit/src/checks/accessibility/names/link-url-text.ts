import { elementsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { linkTextsOf } from '../../../readings/link-texts.ts';
import type { Check } from '../../check.ts';

/**
 * @remarks That the host alone is short enough to be read out is ours, and so is the exception for DOIs, which are
 * shown as URLs on purpose (https://www.crossref.org/display-guidelines/).
 */
const url = /^(?:https?:\/\/|www\.)(?!(?:dx\.)?doi\.org\/)[^\s/]{1,100}\/\S{10,}$/i;

/** Link texts are words, not long URLs, which screen readers spell letter by letter. */
export const linkUrlText: Check = {
  id: 'link-url-text',
  category: 'accessibility',
  importance: 'info',
  title: 'Link texts are words instead of URLs',
  advice:
    'Use the name of the page as the link text: <a href="https://…">Guide to rye bread</a>. A short address such as example.com is fine.',
  why: 'Long addresses are tedious to listen to with a screen reader, and say little to other visitors, too.',
  source: 'https://webaim.org/techniques/hypertext/link_text',
  run: (facts) => {
    const links = linkTextsOf(facts);
    const found = links.filter(({ text }) => url.test(text));
    return faultsOutcome(links.length, found, {
      none: 'The page has no links with a text.',
      fault: 'Links that read as a URL',
      summary: (count, all) =>
        `${count} of ${all} ${all === 1 ? 'link' : 'links'} ${count === 1 ? 'has' : 'have'} a URL as text: ${found[0]?.text.slice(0, 80)}.`,
      value: { links: links.length, urls: found.length },
      evidence: () => elementsEvidence(found),
    });
  },
};
