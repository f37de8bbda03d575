import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** The page's language, for screen readers, translators and spelling. */
export const lang: Check = {
  id: 'lang',
  category: 'seo',
  importance: 'medium',
  title: 'The page names its language',
  advice: 'Add the language of the text to the <html> tag, such as <html lang="en">.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b5c3f8/',
  run: ({ page: { html } }) => {
    const declared = html?.lang?.trim();
    if (declared) {
      return { status: 'pass', summary: `The page's language is ${declared}.`, value: declared };
    }
    return {
      status: 'fail',
      summary:
        html?.lang === undefined || html.lang === null
          ? 'The <html> tag has no lang attribute.'
          : 'The lang attribute of the <html> tag is empty.',
      evidence: html ? [tagEvidence(html)] : [],
    };
  },
};
