import { deprecationOf, languageFault, subtagFault } from '../../../language/tag-faults.ts';
import type { ElementLangFact, SourceTag } from '../../../page/page-facts.ts';
import type { Check, Outcome } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

const listed = 25;

/**
 * The language of the page, and of parts of it that have text, is one that the IANA registry knows:
 * readers go by the first part of the tag, so that `en-US-GB` is English, but `eng` and `em` nothing.
 */
export const langValid: Check = {
  id: 'lang-valid',
  category: 'seo',
  importance: 'low',
  title: 'Language codes are valid',
  advice:
    'Write the language by its shortest code, as in lang="en", lang="de-AT" or lang="zh-Hant": not “eng”, “english”, “en_US” or the code of a country.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/',
  run: ({ page: { html, langs } }): Outcome => {
    const ofPage: Language[] = html?.lang?.trim() ? [{ tag: html, lang: html.lang }] : [];
    const ofParts = langs.filter(isJudged).map((tag) => ({ tag, lang: tag.lang }));
    const all = [...ofPage, ...ofParts];
    if (all.length === 0) return { status: 'na', summary: 'The page names no language.' };
    const bad = all.flatMap(({ tag, lang }) => {
      const fault = languageFault(lang);
      return fault === null ? [] : [{ tag, fault }];
    });
    const [worst] = bad;
    if (worst !== undefined) {
      const more = bad.length > 1 ? ` (${bad.length} tags in all)` : '';
      return {
        status: 'fail',
        summary: `A language code is not valid: ${worst.fault}${more}.`,
        value: [...new Set(bad.map(({ fault }) => fault))].slice(0, listed),
        evidence: bad.slice(0, listed).map(({ tag }) => tagEvidence(tag)),
      };
    }
    const remark = remarkOn(all);
    return {
      status: 'pass',
      summary: remark ?? 'All language codes are valid.',
      value: [...new Set(all.map(({ lang }) => lang))].slice(0, listed),
    };
  },
};

interface Language {
  readonly tag: SourceTag;
  readonly lang: string;
}

/** An empty `lang` says on purpose that the language is not known. */
function isJudged({ lang, hasText }: ElementLangFact): boolean {
  return hasText && lang !== '';
}

/** What is odd about a valid tag: no fault, since its language is found all the same. */
function remarkOn(languages: readonly Language[]): string | null {
  const tags = new Set(languages.map(({ lang }) => lang));
  for (const lang of [...tags].slice(0, listed)) {
    const remark = subtagFault(lang) ?? deprecationOf(lang);
    if (remark !== null) {
      return `All language codes name a language, though not every part is right: ${remark}.`;
    }
  }
  return null;
}
