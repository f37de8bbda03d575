import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { mediaTypeOf } from '../../../readings/media-type.ts';
import type { Check } from '../../check.ts';

/** The page's language, for screen readers, translators and spelling. */
export const lang: Check = {
  id: 'lang',
  category: 'seo',
  importance: 'medium',
  family: 'lang',
  capsFamily: true,
  title: 'The page declares its language',
  advice:
    'Add a lang attribute with the language of the text to the <html> tag, such as <html lang="en">.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b5c3f8/',
  run: ({ page: { html }, response }) => {
    const xmlLang = html?.xmlLang?.trim() ?? '';
    // `xml:lang` only has an effect in pages served as XML.
    const isXml = mediaTypeOf(response.headers) === 'application/xhtml+xml';
    const declared = html?.lang?.trim() || (isXml ? xmlLang : '');
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
