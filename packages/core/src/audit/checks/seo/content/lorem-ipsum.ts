import type { Evidence } from '../../../outcome.ts';
import type { PageFacts } from '../../../page/page-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { countPageWords, splitWords } from '../../../readings/text/text-words.ts';
import type { Check } from '../../check.ts';

/** The filler in use: the words that follow distinguish it from a mention. */
const filler = /lorem ipsum,? dolor sit/gi;
const named = /lorem[ -]?ipsum/gi;
/** Words of filler text, to measure its share of the page. */
const fillerWords = new Set(
  'lorem ipsum dolor sit amet consectetur consectetuer adipiscing adipisicing elit sed eiusmod tempor incididunt labore dolore magna aliqua enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip commodo consequat duis aute irure reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur excepteur sint occaecat cupidatat proident sunt culpa officia deserunt mollit anim laborum vestibulum pellentesque curabitur vivamus phasellus'.split(
    ' ',
  ),
);
/** The share of filler from which on it is more than an example. */
const mostlyFiller = 0.1;
/** The length of the excerpt in the value at most. */
const maxQuoted = 120;

/** No filler text was left over. A page about filler text mentions it more often than it uses it. */
export const loremIpsum: Check = {
  id: 'lorem-ipsum',
  category: 'seo',
  importance: 'medium',
  title: 'The page has no placeholder text',
  advice: 'Replace the “lorem ipsum” text with your own, or remove it.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  run: ({ page }) => {
    const uses = page.text.match(filler)?.length ?? 0;
    const descriptions = page.metas.filter(
      ({ name, content }) => name?.toLowerCase() === 'description' && hasFiller(content),
    );
    if (uses + descriptions.length === 0 || isAboutFiller(page, uses)) {
      return { status: 'pass', summary: 'No “lorem ipsum” is used as placeholder text.' };
    }
    const share = uses === 0 ? 0 : fillerShareOf(page);
    const percent = Math.round(share * 100);
    const evidence: Evidence[] = [
      ...descriptions,
      ...page.headings.filter(({ text }) => hasFiller(text)),
    ].map(tagEvidence);
    return {
      status: share >= mostlyFiller ? 'fail' : 'warn',
      summary:
        uses === 0
          ? 'The meta description is placeholder text.'
          : `The text contains “lorem ipsum” ${uses === 1 ? 'once' : `${uses} times`}.`,
      value: { uses, percent, excerpt: excerptOf(page.text) },
      evidence,
    };
  },
};

function hasFiller(text: string | null): boolean {
  return text !== null && text.search(filler) !== -1;
}

/** Whether the page is about filler text: by its title, its main heading, or mentions without use. */
function isAboutFiller({ titles, headings, text }: PageFacts, uses: number): boolean {
  const names = [
    ...titles.map((title) => title.text),
    ...headings.filter(({ level }) => level === 1).map((heading) => heading.text),
  ];
  if (names.some((name) => /placeholder|dummy text|filler text|blindtext/i.test(name))) return true;
  if (names.some((name) => name.search(named) !== -1 && !hasFiller(name))) return true;
  return (text.match(named)?.length ?? 0) > uses;
}

function fillerShareOf(page: PageFacts): number {
  const found = splitWords(page.text).filter((word) => fillerWords.has(word)).length;
  return found / Math.max(1, countPageWords(page));
}

function excerptOf(text: string): string | null {
  const at = text.search(filler);
  return at === -1 ? null : text.slice(at, at + maxQuoted).toWellFormed();
}
