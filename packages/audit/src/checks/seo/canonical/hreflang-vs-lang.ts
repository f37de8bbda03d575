import { tagEvidence } from '../../../readings/evidence.ts';
import { comparableLanguage, languageFault } from '../../../readings/language/language-tag.ts';
import { languageVersionsOf } from '../../../readings/language-versions.ts';
import { comparableOwnUrlOf } from '../../../readings/own-url.ts';
import type { Check } from '../../check.ts';

/**
 * The language of the page in its own hreflang link and in its `<html>` tag.
 *
 * @remarks That both should agree is our conclusion.
 */
export const hreflangVsLang: Check = {
  id: 'hreflang-vs-lang',
  category: 'seo',
  importance: 'low',
  family: 'hreflang',
  title: 'hreflang and lang name the same language',
  advice:
    'Set the lang attribute of the <html> tag to the language in the page’s own hreflang link. Often a template still has the lang of another version.',
  why: 'Search engines and screen readers get different statements about the language, and one of them is wrong.',
  source: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  run: (facts) => {
    const { html } = facts.page;
    const pageUrl = comparableOwnUrlOf(facts);
    const entries = languageVersionsOf(facts).filter(
      ({ url, code, isDefault }) => url === pageUrl && !isDefault && languageFault(code) === null,
    );
    const lang = html?.lang ?? '';
    const [entry] = entries;
    if (!entry) return { status: 'na', summary: 'No valid hreflang link points to this page.' };
    if (html === null || languageFault(lang) !== null) {
      return { status: 'na', summary: 'The <html> tag has no valid lang attribute.' };
    }
    // Regions may differ: the version for en-GB may have a page with lang="en-US".
    const language = comparableLanguage(lang);
    if (entries.some(({ code }) => comparableLanguage(code) === language)) {
      return { status: 'pass', summary: `hreflang and lang both declare ${entry.code}.` };
    }
    return {
      status: 'warn',
      summary: `The hreflang link declares ${entry.code}, the <html> tag ${lang}.`,
      value: { hreflang: entry.code, lang },
      evidence: [tagEvidence(html), entry.evidence],
    };
  },
};
