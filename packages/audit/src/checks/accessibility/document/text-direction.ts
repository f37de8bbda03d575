import type { ElementLangFact, PageFacts } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * Languages that are written from right to left unless their tag names another script.
 * Source: the Suppress-Script fields of https://www.iana.org/assignments/language-subtag-registry
 */
const rtlLanguages = new Set(['ar', 'dv', 'fa', 'he', 'iw', 'ji', 'ps', 'ur', 'yi']);

/** Words from which on a text is more than a name in a list of languages. */
const leastWords = 3;

const rtlLetters = /[\u0591-\u07ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

/**
 * Texts in Arabic, Hebrew, Persian, Urdu and others like them have a direction. A single phrase within a line needs
 * none: browsers find its direction from its letters.
 *
 * @remarks Which texts are checked is ours: those of at least 3 words in a block, marked with such a language.
 */
export const textDirection: Check = {
  id: 'text-direction',
  category: 'accessibility',
  importance: 'low',
  title: 'Texts in Arabic, Hebrew or Persian have their direction',
  advice:
    'Add dir="rtl" next to the lang attribute: <html lang="ar" dir="rtl">, or <p lang="he" dir="rtl"> for a part. Without it, punctuation and numbers move to the wrong end of the line.',
  why: 'Punctuation and numbers may appear in the wrong place, which makes sentences hard to read.',
  source: 'https://www.w3.org/International/questions/qa-html-dir',
  run: ({ page }) => {
    const parts = page.langs.filter(isRtlPart);
    const isRtlPage = isRtlLanguage(page.html?.lang ?? '') && isWrittenRtl(page.text);
    const texts = parts.length + (isRtlPage ? 1 : 0);
    if (texts === 0) {
      return { status: 'na', summary: 'No text is marked as Arabic, Hebrew, Persian or Urdu.' };
    }
    const rootDir = page.html?.dir ?? null;
    const without = parts.filter(({ dir }) => !isTurned(dir ?? rootDir));
    const isPageWithout = isRtlPage && rootDir === null && !page.turnsText;
    const value = { texts, without: without.length + (isPageWithout ? 1 : 0) };
    if (value.without === 0) {
      return { status: 'pass', summary: `Such texts without a direction: 0 of ${texts}.`, value };
    }
    return {
      status: 'warn',
      summary: isPageWithout
        ? `The page is in the language ${page.html?.lang}, and no tag says that its text runs from right to left.`
        : `${without.length} of ${texts} texts from right to left ${without.length === 1 ? 'has' : 'have'} no dir="rtl": ${without[0]?.lang}.`,
      value,
      evidence: tagsEvidence([...(isPageWithout && page.html ? [page.html] : []), ...without]),
    };
  },
};

function isRtlPart({ lang, isBlock, isRtlText, words }: ElementLangFact): boolean {
  return isBlock && isRtlText && words >= leastWords && isRtlLanguage(lang);
}

function isRtlLanguage(lang: string): boolean {
  const [language = '', next = ''] = lang.trim().toLowerCase().split('-', 2);
  return rtlLanguages.has(language) && (next.length !== 4 || /^(?:arab|hebr|thaa)$/.test(next));
}

/** Whether most letters of a text are of such a script: a tag may be wrong. */
function isWrittenRtl(text: PageFacts['text']): boolean {
  const sample = text.slice(0, 5_000);
  return (sample.match(rtlLetters)?.length ?? 0) * 2 > sample.length / 2;
}

function isTurned(dir: ElementLangFact['dir']): boolean {
  return dir === 'rtl' || dir === 'auto';
}
