import type { Outcome } from '../../../outcome.ts';
import type { ElementLangFact, SourceTag } from '../../../page/page-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import {
  deprecationOf,
  languageFault,
  shorten,
  subtagFault,
} from '../../../readings/language/language-tag.ts';
import { htmlLangOf } from '../../../readings/text/language.ts';
import type { Check } from '../../check.ts';

const listed = 25;

/**
 * The language codes of the page, and of its parts that have text, are in the IANA registry. Readers
 * use only the first part of a tag: `en-US-GB` is English, but `eng` and `em` mean nothing.
 *
 * @remarks That parts of the page are checked, too, is from WCAG 3.1.2.
 */
export const langValid: Check = {
  id: 'lang-valid',
  category: 'accessibility',
  importance: 'low',
  family: 'lang',
  title: 'Language codes are valid',
  advice:
    'Use the shortest code of the language in the lang attribute, such as lang="en", lang="de-AT" or lang="zh-Hant", not “eng”, “english”, “en_US” or a country code.',
  why: 'Screen readers cannot use a wrong code, and may read the text aloud in the voice of another language.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/',
  run: (facts): Outcome => {
    const { html, langs } = facts.page;
    const declared = html?.lang?.trim() ? html.lang : htmlLangOf(facts);
    const ofPage: Language[] = html && declared ? [{ tag: html, lang: declared }] : [];
    const ofParts = langs.filter(isChecked).map((tag) => ({ tag, lang: tag.lang }));
    const all = [...ofPage, ...ofParts];
    if (all.length === 0) return { status: 'na', summary: 'The page declares no language.' };
    const faults = faultsOf(all);
    const bad = all.flatMap(({ tag, lang }) => {
      const fault = faults.get(lang) ?? null;
      return fault === null ? [] : [{ tag, fault }];
    });
    const [worst] = bad;
    if (worst !== undefined) {
      const more = bad.length > 1 ? ` (${bad.length} tags are affected)` : '';
      return {
        status: 'fail',
        summary: `The page has an invalid language code: ${worst.fault}${more}.`,
        value: [...new Set(bad.map(({ fault }) => fault))].slice(0, listed),
        evidence: bad.slice(0, listed).map(({ tag }) => tagEvidence(tag)),
      };
    }
    const remark = remarkOn(all);
    return {
      status: 'pass',
      summary:
        remark ??
        `The page declares ${shorten([...new Set(all.map(({ lang }) => lang))].join(', '), 100)}.`,
      value: [...new Set(all.map(({ lang }) => lang))].slice(0, listed),
    };
  },
};

interface Language {
  readonly tag: SourceTag;
  readonly lang: string;
}

/** Distinct codes that are looked up: as many as there are languages with a code of two letters, and more. */
const mostCodes = 1_000;

/** The fault of each distinct code, the first ones. */
function faultsOf(languages: readonly Language[]): ReadonlyMap<string, string | null> {
  const faults = new Map<string, string | null>();
  for (const { lang } of languages) {
    if (faults.size >= mostCodes) break;
    if (!faults.has(lang)) faults.set(lang, languageFault(lang));
  }
  return faults;
}

/** An empty `lang` states on purpose that the language is unknown. */
function isChecked({ lang, hasText }: ElementLangFact): boolean {
  return hasText && lang !== '';
}

/** A problem in a later part of a valid tag. Not a failure, because readers still find the language. */
function remarkOn(languages: readonly Language[]): string | null {
  const tags = new Set(languages.map(({ lang }) => lang));
  for (const lang of [...tags].slice(0, listed)) {
    const remark = subtagFault(lang) ?? deprecationOf(lang);
    if (remark !== null) {
      return `All language codes name a language, but not every part is valid: ${remark}.`;
    }
  }
  return null;
}
