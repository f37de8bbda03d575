import type { Outcome } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { compareLanguage } from '../../../readings/text/detect-language.ts';
import { declaredLanguageOf, htmlLangOf, nameOfLanguage } from '../../../readings/text/language.ts';
import type { Check } from '../../check.ts';

/**
 * The declared language of the page is the language of its text.
 *
 * @remarks How the language of a text is recognised is ours. Only clear cases fail: mixed languages, lists and short
 * texts do not apply.
 */
export const langMatchesText: Check = {
  id: 'lang-matches-text',
  category: 'accessibility',
  importance: 'low',
  family: 'lang',
  title: 'The declared language matches the text',
  advice:
    'Set the lang attribute of the <html> tag to the language of the text, such as <html lang="de"> for German. Screen readers use it to choose a voice, and browsers to offer translations.',
  why: 'Screen readers read the text aloud by the rules of another language, which makes it hard to understand.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ucwvc8/',
  run: (facts): Outcome => {
    const { page } = facts;
    const declared = htmlLangOf(facts) === '' ? null : declaredLanguageOf(page);
    if (page.html === null || declared === null) {
      return { status: 'na', summary: 'The page declares no language to compare.' };
    }
    const found = compareLanguage(page, declared);
    if (found.verdict === 'unclear') {
      return { status: 'na', summary: 'The language of the text could not be determined.' };
    }
    const declaredName = nameOfLanguage(declared);
    if (found.verdict === 'matches') {
      return {
        status: 'pass',
        summary: `The text is in ${declaredName}, as declared.`,
        value: declared,
      };
    }
    const { language, script } = found;
    // The text may be inside an element with its own lang attribute.
    if (page.langs.some(({ hasText, lang }) => hasText && isAnother(lang, declared, language))) {
      const summary = 'Parts of the page declare their own language.';
      return { status: 'na', summary };
    }
    const what = language === null ? unnamed(script) : nameOfLanguage(language);
    return {
      status: 'fail',
      summary: `The page declares ${declaredName}, but its text seems to be in ${what}.`,
      value: { declared, found: language, script },
      evidence: [tagEvidence(page.html)],
    };
  },
};

/** Whether a part of the page declares the detected language, or any other one if only the script is known. */
function isAnother(lang: string, declared: string, found: string | null): boolean {
  const [primary = ''] = lang.trim().toLowerCase().split(/[-_]/);
  if (found === 'no') return primary === 'no' || primary === 'nb' || primary === 'nn';
  return found === null ? primary !== '' && primary !== declared : primary === found;
}

function unnamed(script: string): string {
  if (script === 'latin') return 'another language';
  return `a language in ${script[0]?.toUpperCase()}${script.slice(1)} script`;
}
