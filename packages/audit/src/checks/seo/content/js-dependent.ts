import type { RenderedFacts } from '../../../audit-facts.ts';
import type { Outcome } from '../../../outcome.ts';
import { fewWords, scriptSignsOf } from '../../../readings/app-shell.ts';
import { countText } from '../../../readings/count-text.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import { renderedOf } from '../../../readings/rendered-page.ts';
import { countPageWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

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
    'Render the page on the server or at build time, so that its text, links and headings are in the HTML.',
  why: 'Not every crawler runs scripts, so some see an almost empty page; visitors also wait longer until they can read it.',
  source:
    'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  gate: {
    cap: 49,
    triggeredBy: 'warn',
    reason: 'We did not see the content: it needs JavaScript, which this report does not run.',
    indexability: false,
    partial: true,
  },
  run: (facts) => {
    const rendered = renderedOf(facts);
    if (rendered !== null) return comparedOutcome(rendered);
    const { page } = facts;
    const signs = scriptSignsOf(page);
    const { words, hiddenWords, streamedWords, scripts, root, asks, content } = signs;
    const value = { words, hiddenWords, scripts: scripts.length, root, asksForJavaScript: asks };
    const count = `${words} ${words === 1 ? 'word' : 'words'}`;
    if (content === null) {
      const others =
        streamedWords === 0
          ? ''
          : ` A script of React shows ${streamedWords} more, which this report did not check.`;
      return { status: 'pass', summary: `The HTML contains ${count} of text.${others}`, value };
    }
    const has = words === 0 ? 'no text' : `only ${count}`;
    const evidence = tagsEvidence(scripts);
    if (content === 'added') {
      const summary = `Without JavaScript the page has ${has}; scripts add the rest.`;
      return { status: 'warn', summary, value, evidence };
    }
    if (content === 'streamed') {
      return {
        status: 'warn',
        summary: `Without JavaScript the page shows ${has}; a script of React shows ${countText(streamedWords)} more, which this report did not check.`,
        value,
        evidence,
        advice:
          'Load what the main content needs before the page is sent, outside of <Suspense>. In Next.js, remove loading.tsx from pages that search engines should read completely.',
      };
    }
    return {
      status: 'warn',
      summary: `Without JavaScript the page shows ${has}; ${countText(hiddenWords)} words are hidden until a script shows them.`,
      value,
      evidence,
      advice:
        'Remove the hidden attribute, display: none or visibility: hidden from the element around the content, so that the content is visible before scripts run.',
    };
  },
};

/** What a page that was rendered shows without scripts, and with them. */
function comparedOutcome({ source, built }: RenderedFacts): Outcome {
  const signs = scriptSignsOf(source.page);
  const [before, after] = [signs.words, countPageWords(built.page)];
  const value = {
    words: before,
    renderedWords: after,
    hiddenWords: signs.hiddenWords,
    scripts: signs.scripts.length,
    root: signs.root,
    asksForJavaScript: signs.asks,
  };
  const isShell = signs.content !== null;
  if (!isShell && (after < fewWords || before * 2 >= after)) {
    const summary = `Without JavaScript, the page has ${countText(before)} of its ${countText(after)} words.`;
    return { status: 'pass', summary, value };
  }
  const summary =
    after > before
      ? `Without JavaScript, the page has only ${countText(before)} of its ${countText(after)} words.`
      : `The page has only ${countText(after)} words, also after its scripts have run in a browser.`;
  return { status: 'warn', summary, value, evidence: tagsEvidence(signs.scripts) };
}
