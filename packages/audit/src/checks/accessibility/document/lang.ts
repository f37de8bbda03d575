import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { htmlLangOf } from '../../../readings/text/language.ts';
import type { Check } from '../../check.ts';

/**
 * The page's language, for screen readers, translators and spelling. In HTML only `lang` counts, and `xml:lang`, which
 * programs for XML read, must name the same language.
 */
export const lang: Check = {
  id: 'lang',
  category: 'accessibility',
  importance: 'medium',
  family: 'lang',
  capsFamily: true,
  title: 'The page declares its language',
  advice:
    'Add a lang attribute with the language of the text to the <html> tag, such as <html lang="en">.',
  why: 'Screen readers choose their voice by this language; if it is missing, they may read the text with a wrong pronunciation.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b5c3f8/',
  run: (facts) => {
    const { html } = facts.page;
    const xmlLang = html?.xmlLang?.trim() ?? '';
    const declared = htmlLangOf(facts);
    if (declared && html && xmlLang && primaryOf(xmlLang) !== primaryOf(declared)) {
      return {
        status: 'warn',
        summary: `The <html> tag declares ${shorten(declared)} in lang, but ${shorten(xmlLang)} in xml:lang.`,
        value: declared,
        evidence: [tagEvidence(html)],
        advice: 'Give xml:lang and lang the same value: the language of the text.',
      };
    }
    if (declared) {
      return {
        status: 'pass',
        summary: `The <html> tag declares ${shorten(declared)}.`,
        value: declared,
      };
    }
    const missing = html?.lang === undefined || html.lang === null;
    return {
      status: 'fail',
      summary: missing
        ? `The <html> tag has no lang attribute${xmlLang ? '; browsers ignore xml:lang in HTML' : ''}.`
        : 'The lang attribute of the <html> tag is empty.',
      evidence: html ? [tagEvidence(html)] : [],
    };
  },
};

/** The language of a tag, without a region or script. */
function primaryOf(tag: string): string | undefined {
  return tag.split(/[-_]/, 1)[0]?.toLowerCase();
}
