import type { PageFacts } from '../../page/page-facts.ts';
import { functionWordsOf, scriptsOfLanguages, stopWords } from './language.ts';
import { type Script, scriptsOf } from './scripts.ts';
import { textWordsOf } from './text-words.ts';

/** Whether a page's text is in the language that it declares; `unclear` if unknown. */
type LanguageVerdict =
  | { readonly verdict: 'matches' }
  | { readonly verdict: 'unclear' }
  /** The language of the text, or only a script that the declared language does not use. */
  | { readonly verdict: 'differs'; readonly language: string | null; readonly script: Script };

// These limits were chosen with real pages and mixtures of two languages.
/** Shorter texts, in words, are unclear. */
const minWords = 100;
/** Shorter texts in another script, in letters, are unclear. */
const minLetters = 300;
/** The minimum share of function words of a language: prose has 0.3 to 0.5. */
const clearShare = 0.2;
/** Minimum ratio of the share of the other language to that of the declared one. */
const clearRatio = 4;
/** Minimum ratio of the best share to the second best, to name the language. */
const nameRatio = 1.3;
/** The minimum share of letters in the main script of a text. */
const minMainScriptShare = 0.8;
/** The maximum share of letters in a script that the text does not use. */
const maxOtherScriptShare = 0.05;

const unclear: LanguageVerdict = { verdict: 'unclear' };
const matches: LanguageVerdict = { verdict: 'matches' };

/** Compares the language of a page's text with a declared one, by scripts and by function words. */
export function compareLanguage(page: PageFacts, declared: string): LanguageVerdict {
  const declaredScripts = scriptsOfLanguages.get(declared);
  if (!declaredScripts) return unclear;
  const scripts = scriptsOf(page);
  const all = Object.values(scripts).reduce((sum, count) => sum + count, 0);
  if (all === 0) return unclear;
  const ownLetters = declaredScripts.reduce((sum, script) => sum + scripts[script], 0);
  const [main, letters] = mainScriptOf(scripts);

  const eastAsian = eastAsianLanguageOf(scripts);
  if (eastAsian !== null && (declared === 'ja' || declared === 'zh')) {
    if (eastAsian === declared) return matches;
    return { verdict: 'differs', language: eastAsian, script: main };
  }
  // A page in another script may contain Latin names, code and URLs. Whether the text is in a Latin
  // language depends on the function words.
  if (main !== 'latin' && !declaredScripts.includes(main)) {
    const clear = letters >= minLetters && letters >= minMainScriptShare * all;
    if (!clear) return unclear;
    return { verdict: 'differs', language: eastAsian ?? soleLanguageOf(page, main), script: main };
  }
  if (main !== 'latin' && !stopWords.has(declared)) {
    return isSoleLanguage(main) && letters >= minMainScriptShare * all ? matches : unclear;
  }
  // Many languages use Latin: one without a word list cannot be recognised.
  const isRecognisable = stopWords.has(declared) || ownLetters <= maxOtherScriptShare * all;
  return isRecognisable ? compareFunctionWords(page, declared, main) : unclear;
}

function compareFunctionWords(page: PageFacts, declared: string, main: Script): LanguageVerdict {
  const { words, shares } = functionWordsOf(textWordsOf(page));
  const [first, second] = shares;
  if (!first || words < minWords || first[1] < clearShare) return unclear;
  if (first[0] === declared) return matches;
  const declaredShare = shares.find(([language]) => language === declared)?.[1] ?? 0;
  if (first[1] < declaredShare * clearRatio) return unclear;
  const isSole = second === undefined || first[1] >= second[1] * nameRatio;
  return { verdict: 'differs', language: isSole ? first[0] : null, script: main };
}

/**
 * Japanese has kana in every sentence, Chinese has none. `null` for short texts and for a share in
 * between.
 */
function eastAsianLanguageOf(scripts: Readonly<Record<Script, number>>): 'ja' | 'zh' | null {
  const kana = scripts.hiragana + scripts.katakana;
  const all = Object.values(scripts).reduce((sum, count) => sum + count, 0);
  const eastAsian = kana + scripts.han;
  if (eastAsian < minLetters || eastAsian < all / 2) return null;
  if (scripts.hiragana >= 0.2 * eastAsian) return 'ja';
  return kana <= 0.01 * eastAsian ? 'zh' : null;
}

/** The language of a script, if only one language uses it, or the function words show it. */
function soleLanguageOf(page: PageFacts, script: Script): string | null {
  const languages = languagesIn(script);
  if (languages.length === 1) return languages[0] ?? null;
  const [first] = functionWordsOf(textWordsOf(page)).shares;
  if (!first || first[1] < clearShare) return null;
  // Related languages share many words with Russian, but differ in letters.
  if (first[0] === 'ru' && (!/ы/i.test(page.text) || /[іїєўјљњ]/i.test(page.text))) return null;
  return languages.includes(first[0]) ? first[0] : null;
}

function isSoleLanguage(script: Script): boolean {
  return languagesIn(script).length === 1;
}

function languagesIn(script: Script): readonly string[] {
  return [...scriptsOfLanguages].flatMap(([language, scripts]) =>
    scripts.includes(script) ? [language] : [],
  );
}

/** The most frequent script and its letters; the scripts of Japanese count as one. */
function mainScriptOf(scripts: Readonly<Record<Script, number>>): readonly [Script, number] {
  const { han, hiragana, katakana } = scripts;
  let main: readonly [Script, number] = ['latin', scripts.latin];
  for (const [script, letters] of Object.entries(scripts) as [Script, number][]) {
    if (letters > main[1]) main = [script, letters];
  }
  const eastAsian: readonly Script[] = ['han', 'hiragana', 'katakana'];
  return eastAsian.includes(main[0]) ? [main[0], han + hiragana + katakana] : main;
}
