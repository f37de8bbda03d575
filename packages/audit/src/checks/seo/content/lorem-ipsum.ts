import type { PageFacts } from '../../../page/page-facts.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { countFiller, fillerIn, fillerShareOf } from '../../../readings/text/filler-text.ts';
import type { Check } from '../../check.ts';

const named = /lorem[ -]?ipsum/gi;
/** The share of filler from which on it is more than an example. */
const mostlyFiller = 0.1;
/** The length of the excerpt in the value at most. */
const maxQuoted = 120;

/**
 * No filler text was left over. A page about filler text mentions it more often than it uses it.
 *
 * @remarks That filler text is neither original nor useful is our conclusion.
 */
export const loremIpsum: Check = {
  id: 'lorem-ipsum',
  category: 'seo',
  importance: 'medium',
  title: 'The page has its own text instead of placeholders',
  advice: 'Replace the “lorem ipsum” text with your own, or remove it.',
  why: 'Filler text makes a site look unfinished, and is of no use to visitors and people who search.',
  source: 'https://developers.google.com/search/docs/fundamentals/creating-helpful-content',
  run: ({ page }) => {
    const uses = countFiller(page.text);
    if (uses === 0 || isAboutFiller(page, uses)) {
      return { status: 'pass', summary: 'No “lorem ipsum” is used as placeholder text.' };
    }
    const share = fillerShareOf(page);
    const percent = Math.round(share * 100);
    return {
      status: share >= mostlyFiller ? 'fail' : 'warn',
      summary: `The text contains “lorem ipsum” ${uses === 1 ? 'once' : `${uses} times`}.`,
      value: { uses, percent, excerpt: excerptOf(page.text) },
      evidence: elementsEvidence(page.headings.filter(({ text }) => fillerIn(text) >= 0)),
    };
  },
};

/** Whether the page is about filler text: by its title, its main heading, or mentions without use. */
function isAboutFiller({ titles, headings, text }: PageFacts, uses: number): boolean {
  const names = [
    ...titles.map((title) => title.text),
    ...headings.filter(({ level }) => level === 1).map((heading) => heading.text),
  ];
  if (names.some((name) => /placeholder|dummy text|filler text|blindtext/i.test(name))) return true;
  if (names.some((name) => name.search(named) !== -1 && fillerIn(name) < 0)) return true;
  return (text.match(named)?.length ?? 0) > uses;
}

function excerptOf(text: string): string | null {
  const at = fillerIn(text);
  return at === -1 ? null : text.slice(at, at + maxQuoted).toWellFormed();
}
