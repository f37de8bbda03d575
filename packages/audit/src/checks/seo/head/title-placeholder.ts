import { elementsEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { placeholderIn } from '../../../readings/placeholder-text.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/**
 * The title was written for this page, and not left over from a template or an editor.
 *
 * @remarks The list of placeholders is ours.
 */
export const titlePlaceholder: Check = {
  id: 'title-placeholder',
  category: 'seo',
  importance: 'high',
  family: 'title',
  title: 'The title describes this page',
  advice:
    'Replace the text of the <title> with words that describe this page, such as “Rye bread, baked daily – Ann’s bakery”. If your shop or CMS writes it, correct its template or fill in the field for the SEO title.',
  why: 'A vague or automatic title leaves people in search results and browser tabs in the dark about what this page offers.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  run: (facts) => {
    const found = titleOf(facts.page);
    if (!found) return { status: 'na', summary: 'The page has no title.' };
    const placeholder = placeholderIn(found.text, facts);
    if (placeholder === null) {
      return { status: 'pass', summary: 'The title is not a placeholder.' };
    }
    return {
      status: placeholder.kind === 'broken' ? 'fail' : 'warn',
      summary: `The title is “${shorten(found.text, 100)}”: ${placeholder.reason}.`,
      value: found.text,
      evidence: elementsEvidence([found]),
    };
  },
};
