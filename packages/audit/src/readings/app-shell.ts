import type { Outcome } from '../outcome.ts';
import type { PageFacts, ScriptFact } from '../page/page-facts.ts';
import { headingsOf } from './heading-list.ts';
import { memoize } from './memoize.ts';
import { streamedWordsOf } from './streamed-parts.ts';
import { countPageWords } from './text/text-words.ts';

/** Pages with scripts and fewer words may be an empty shell. */
export const fewWords = 50;
/** Pages with more elements are not an empty shell, even without words. */
export const fewElements = 150;
/** From this many words, hidden text is the content of the page, not a notice or a menu. */
const muchHiddenText = 300;
/** Ids of the element that frameworks fill. */
const roots = [
  'root',
  'app',
  '__next',
  '__nuxt',
  '___gatsby',
  'svelte',
  'q-app',
  'react-root',
  'react-app',
  'app-root',
  'app-mount',
  'main-app',
  'spa',
  'ember-application',
  'vue-app',
];

/** What suggests that scripts add the content of a page, or show it. */
interface ScriptSigns {
  readonly words: number;
  readonly hiddenWords: number;
  /** The scripts with a URL. */
  readonly scripts: readonly ScriptFact[];
  /** The id of the element that a framework fills; `null` without one. */
  readonly root: string | null;
  /** Whether a `<noscript>` asks visitors to enable JavaScript. */
  readonly asks: boolean;
  /** Words in parts that React streams, and that a script shows. */
  readonly streamedWords: number;
  /** How scripts provide the content; `null` if the HTML has it, or scripts have run. */
  readonly content: 'added' | 'shown' | 'streamed' | null;
}

/** Whether the content of a page needs JavaScript, which has not run. */
export const scriptSignsOf = memoize((page: PageFacts): ScriptSigns => {
  const words = countPageWords(page);
  const scripts = codeOf(page).filter(({ src }) => src !== null);
  const root = roots.find((id) => page.ids.has(id)) ?? null;
  const asks = asksForScripts(page.noscriptText);
  const isFrameworkShell = scripts.length > 0 && (root !== null || asks);
  const isShell =
    words < fewWords &&
    page.elements < fewElements &&
    !hasMainHeading(page) &&
    (isFrameworkShell || (codeOf(page).length > 0 && isBare(page)));
  const isHidden =
    words < fewWords && page.hiddenWords >= muchHiddenText && codeOf(page).length > 0;
  const streamedWords = streamedWordsOf(page);
  const isStreamed = streamedWords > words;
  const way = isStreamed ? 'streamed' : isShell ? 'added' : isHidden ? 'shown' : null;
  const content = page.isBuilt ? null : way;
  return { words, hiddenWords: page.hiddenWords, streamedWords, scripts, root, asks, content };
});

/** The outcome of a check of content that needs JavaScript; `null` if the HTML has the content. */
export function missingContent(page: PageFacts): Outcome | null {
  if (scriptSignsOf(page).content === null) return null;
  return {
    status: 'na',
    summary: 'The content needs JavaScript, which this report does not run.',
  };
}

/** A main heading in the HTML means that the server rendered the page. */
export function hasMainHeading(page: PageFacts): boolean {
  return headingsOf(page).some(
    ({ h1, hiddenFromAll, name }) => h1 && !hiddenFromAll && name !== '',
  );
}

/** Whether a page shows nothing, unless scripts add something. */
export function isBare({ text, images, frames, media, anchors, forms }: PageFacts): boolean {
  return [images, frames, media, anchors, forms].every(({ length }) => length === 0) && text === '';
}

/** The outcome of checks that find nothing else on a blank page: what is missing there has one cause. */
export const blankContent: Outcome = {
  status: 'na',
  summary: 'The page has no visible content.',
};

/** The scripts of a page that are code, and not data. */
export function codeOf({ scripts }: PageFacts): readonly ScriptFact[] {
  return scripts.filter(({ type }) => isCode(type));
}

function isCode(type: string | null): boolean {
  return (
    type === null ||
    /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i.test(type.trim())
  );
}

/** Whether a text asks visitors to enable JavaScript; the name is the same in every language. */
function asksForScripts(text: string): boolean {
  return /java\s?script/i.test(text);
}
