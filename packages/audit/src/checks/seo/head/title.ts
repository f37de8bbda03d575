import { missingContent } from '../../../readings/app-shell.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { isVisible } from '../../../readings/text-length.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/** Search results show the title of a page. */
export const title: Check = {
  id: 'title',
  category: 'seo',
  importance: 'high',
  family: 'title',
  capsFamily: true,
  title: 'The page has a title',
  advice: 'Add a <title> to the <head> that describes this page in a few words.',
  why: 'The title is the text of the browser tab and usually the headline in search results, where people decide what to open.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/2779a5/',
  gate: {
    cap: 79,
    triggeredBy: 'fail',
    reason: 'The page has no title, the text that search results and browser tabs show.',
    indexability: false,
  },
  run: ({ page }) => {
    const found = titleOf(page);
    if (found) {
      return {
        status: 'pass',
        summary: `The title is “${shorten(found.text, 100)}”.`,
        value: found.text,
        evidence: elementsEvidence([found]),
      };
    }
    const missing = missingContent(page);
    if (missing) return missing;
    const [empty, ...others] = page.titles;
    if (empty === undefined) return { status: 'fail', summary: 'The page has no <title>.' };
    const ignored = others.find(({ text }) => isVisible(text));
    return {
      status: 'fail',
      summary:
        ignored === undefined
          ? 'The <title> is empty.'
          : `The first <title> is empty, and browsers ignore the others: “${shorten(ignored.text, 100)}” is not shown.`,
      evidence: elementsEvidence([empty, ...(ignored ? [ignored] : [])]),
    };
  },
};
