import type { Evidence } from '../../../outcome.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** Pages with scripts and fewer words may be an empty shell. */
const fewWords = 50;
/** Pages with more elements are not an empty shell, even without words. */
const fewElements = 150;
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

/**
 * The text of a page is in its HTML, and not added by scripts. Google runs scripts with a delay; many
 * others, such as the previews of messengers and most AI crawlers, do not.
 */
export const jsDependent: Check = {
  id: 'js-dependent',
  category: 'seo',
  importance: 'medium',
  title: 'The text is readable without JavaScript',
  advice:
    'Render the page on the server or at build time, so that its text, links and headings are in the HTML. This report sees the page without JavaScript, so other findings may describe the empty page.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  run: ({ page }) => {
    const words = countPageWords(page);
    const scripts = page.scripts.filter(({ src, type }) => src !== null && isCode(type));
    const root = roots.find((id) => page.ids.has(id)) ?? null;
    const asks = asksForScripts(page.noscriptText);
    const value = { words, scripts: scripts.length, root, asksForJavaScript: asks };
    const isShell =
      words < fewWords &&
      page.elements < fewElements &&
      scripts.length > 0 &&
      (root !== null || asks || isBareShell(page));
    if (!isShell) {
      const summary = `The HTML contains ${words} ${words === 1 ? 'word' : 'words'} of text.`;
      return { status: 'pass', summary, value };
    }
    const evidence: Evidence[] = scripts.map(tagEvidence);
    const has = words === 0 ? 'no text' : `only ${words} ${words === 1 ? 'word' : 'words'}`;
    return {
      status: 'warn',
      summary: `Without JavaScript the page has ${has}; scripts add the rest.`,
      value,
      evidence,
    };
  },
};

/** Whether a page shows nothing until its scripts run. */
function isBareShell({ text, images, frames, media, anchors, forms }: PageFacts): boolean {
  return [images, frames, media, anchors, forms].every(({ length }) => length === 0) && text === '';
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
