import type { Outcome } from '../../../outcome.ts';
import { descriptionOf } from '../../../readings/descriptions.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { placeholderIn } from '../../../readings/placeholder-text.ts';
import { comparableText } from '../../../readings/text/comparable-text.ts';
import { titleOf } from '../../../readings/title.ts';
import type { Check } from '../../check.ts';

/**
 * The description was written for this page, and says more than its title.
 *
 * @remarks The list of placeholders, and that a copy of the title is one, are ours.
 */
export const descriptionPlaceholder: Check = {
  id: 'description-placeholder',
  category: 'seo',
  importance: 'medium',
  family: 'description',
  title: 'The meta description describes this page',
  advice:
    'Replace the content of <meta name="description"> with one or two sentences that say what this page offers. If your shop or CMS writes it, correct its template or fill in the field for the description.',
  why: 'People may read this text in search results before they click, and an automatic one does not say what the page offers.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  run: (facts): Outcome => {
    const found = descriptionOf(facts.page);
    if (!found) return { status: 'na', summary: 'The page has no meta description.' };
    const { text, tag } = found;
    const placeholder = placeholderIn(text, facts);
    const title = titleOf(facts.page)?.text ?? '';
    // A title that is a placeholder is reported, and explains the description.
    const repeatsTitle = comparableText(text) === comparableText(title);
    if (repeatsTitle && placeholder === null) {
      return {
        status: 'warn',
        summary: 'The meta description has the same text as the title.',
        value: text,
        evidence: [tagEvidence(tag)],
      };
    }
    if (placeholder === null || repeatsTitle) {
      return { status: 'pass', summary: 'The meta description is not a placeholder.' };
    }
    return {
      status: placeholder.kind === 'broken' ? 'fail' : 'warn',
      summary: `The meta description is “${shorten(text, 100)}”: ${placeholder.reason}.`,
      value: text,
      evidence: [tagEvidence(tag)],
    };
  },
};
