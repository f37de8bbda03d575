import { comparableLanguage } from '../../../language/language-tag.ts';
import { languageFault } from '../../../language/tag-faults.ts';
import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';
import { languageVersionsOf, ownUrlOf } from './language-versions.ts';

/** What the page says of its own language, in its hreflang link and in its `<html>` tag. */
export const hreflangVsLang: Check = {
  id: 'hreflang-vs-lang',
  category: 'seo',
  importance: 'low',
  title: 'The page says the same of its language everywhere',
  advice:
    'Give the <html> tag the language that the page has in its own hreflang link: often a template still has the lang of another version.',
  source: 'https://www.w3.org/International/questions/qa-html-language-declarations',
  run: (facts) => {
    const { html } = facts.page;
    const own = ownUrlOf(facts);
    const entries = languageVersionsOf(facts).filter(
      ({ url, code, isDefault }) => url === own && !isDefault && languageFault(code) === null,
    );
    const lang = html?.lang ?? '';
    const [entry] = entries;
    if (!entry)
      return { status: 'na', summary: 'No hreflang link names the page and its language.' };
    if (html === null || languageFault(lang) !== null) {
      return { status: 'na', summary: 'The <html> tag names no valid language.' };
    }
    // Regions may differ: en-GB for one country can be written in a page that is simply en-US.
    const language = comparableLanguage(lang);
    if (entries.some(({ code }) => comparableLanguage(code) === language)) {
      return { status: 'pass', summary: `Both say that the page is in ${entry.code}.` };
    }
    return {
      status: 'warn',
      summary: `By its hreflang link the page is in ${entry.code}, by its <html> tag in ${lang}.`,
      value: { hreflang: entry.code, lang },
      evidence: [tagEvidence(html), entry.evidence],
    };
  },
};
