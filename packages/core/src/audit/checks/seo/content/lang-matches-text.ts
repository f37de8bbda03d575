import { compareLanguage } from '../../../text/detect-language.ts';
import { declaredLanguageOf } from '../../../text/language.ts';
import { nameOfLanguage } from '../../../text/language-names.ts';
import type { Check, Outcome } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/**
 * The language that the page declares is that of its text. Said only where function words or the
 * script leave no doubt: a mixture of languages, a list or a short text is none of our business.
 */
export const langMatchesText: Check = {
  id: 'lang-matches-text',
  category: 'seo',
  importance: 'low',
  title: 'The declared language is that of the text',
  advice:
    'Write the language of the text into the lang attribute of the <html> tag, such as <html lang="de"> for German: screen readers choose a voice by it, and browsers offer to translate by it.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ucwvc8/',
  run: ({ page }): Outcome => {
    const declared = declaredLanguageOf(page);
    if (page.html === null || declared === null) {
      return { status: 'na', summary: 'The page declares no language to compare.' };
    }
    const found = compareLanguage(page, declared);
    if (found.verdict === 'unclear') {
      return { status: 'na', summary: 'The text does not tell for sure what language it is in.' };
    }
    const own = nameOfLanguage(declared);
    if (found.verdict === 'matches') {
      return { status: 'pass', summary: `The text is in ${own}, as declared.`, value: declared };
    }
    const { language, script } = found;
    // The text may be within an element that says what it is in.
    if (page.langs.some(({ hasText, lang }) => hasText && isAnother(lang, declared, language))) {
      const summary = 'Parts of the page declare a language of their own.';
      return { status: 'na', summary };
    }
    const what = language === null ? unnamed(script) : nameOfLanguage(language);
    return {
      status: 'fail',
      summary: `The page declares ${own}, but its text seems to be in ${what}.`,
      value: { declared, found: language, script },
      evidence: [tagEvidence(page.html)],
    };
  },
};

/** Whether a part of the page declares the language that was found; any other where none has a name. */
function isAnother(lang: string, declared: string, found: string | null): boolean {
  const [primary = ''] = lang.trim().toLowerCase().split(/[-_]/);
  if (found === 'no') return primary === 'no' || primary === 'nb' || primary === 'nn';
  return found === null ? primary !== '' && primary !== declared : primary === found;
}

function unnamed(script: string): string {
  if (script === 'latin') return 'another language';
  return `a language in ${script[0]?.toUpperCase()}${script.slice(1)} script`;
}
