import type { PageFacts } from '../../../page/page-facts.ts';
import { countPageWords } from '../../../text/count-page-words.ts';
import type { Check, Evidence } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** Words below which a page that loads scripts may be a shell for them. */
const fewWords = 50;
/** Elements above which there is more than a shell, if without words. */
const fewElements = 150;
/** What frameworks call the element that they fill. */
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
 * The text of a page is in the page, and not for scripts to fetch. Google runs them, with a delay;
 * many others, such as the previews of messengers and most crawlers of language models, do not.
 */
export const jsDependent: Check = {
  id: 'js-dependent',
  category: 'seo',
  importance: 'medium',
  title: 'The text is there without JavaScript',
  advice:
    'Render the page on the server or when the site is built, so that its text, links and headings are in the HTML. This report sees what readers without JavaScript see, so other findings may be of the empty page.',
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
      return { status: 'pass', summary: 'The text of the page is in its HTML.', value };
    }
    const evidence: Evidence[] = scripts.map(tagEvidence);
    const has = words === 0 ? 'no text' : `only ${words} ${words === 1 ? 'word' : 'words'}`;
    return {
      status: 'warn',
      summary: `Without JavaScript the page has ${has}: scripts are to fill it in.`,
      value,
      evidence,
    };
  },
};

/** Whether a page has nothing at all to show but what its scripts will make. */
function isBareShell({ text, images, frames, media, anchors, forms }: PageFacts): boolean {
  return [images, frames, media, anchors, forms].every(({ length }) => length === 0) && text === '';
}

function isCode(type: string | null): boolean {
  return (
    type === null ||
    /^\s*(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?\s*$/i.test(type)
  );
}

/** Whether a text tells people to turn scripts on: in every language it is called by its name. */
function asksForScripts(text: string): boolean {
  return /java\s?script/i.test(text);
}
