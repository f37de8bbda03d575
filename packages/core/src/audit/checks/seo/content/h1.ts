import { tagsEvidence } from '../../../readings/evidence.ts';
import { type Heading, headingsOf } from '../../../readings/heading-list.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import type { Check } from '../../check.ts';

/**
 * Points of a page with several: Google knows no ideal number of headings
 * (https://developers.google.com/search/docs/fundamentals/seo-starter-guide).
 */
const pointsOfSeveral = 0.9;

/** The number of headings in the value at most. */
const maxQuoted = 25;

/**
 * One main heading. Several are valid HTML, but leave open which one is the main one. A heading by role
 * counts if no `<h1>` does.
 */
export const h1: Check = {
  id: 'h1',
  category: 'seo',
  importance: 'high',
  title: 'The page has one main heading (<h1>)',
  advice:
    'Give the page exactly one <h1> that names its topic, and use <h2> to <h6> for its sections.',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  run: ({ page }) => {
    const main = headingsOf(page).filter(({ h1, level }) => h1 || level === 1);
    const tags = main.filter(({ h1 }) => h1);
    const named = main.filter((heading) => labelOf(heading) !== '');
    // If every heading is hidden, a script probably shows one of them.
    const counted = firstOf([
      named.filter(({ h1, hiddenFromAll }) => h1 && !hiddenFromAll),
      named.filter(({ hiddenFromAll }) => !hiddenFromAll),
      named,
    ]);
    const shown = counted.length > 0 ? counted : firstOf([tags, main]);
    const evidence = tagsEvidence(shown);
    const value = counted.slice(0, maxQuoted).map(labelOf);
    if (counted.length === 1) {
      const summary = `The main heading is “${shorten(value[0] ?? '', 100)}”.`;
      return { status: 'pass', summary, value, evidence };
    }
    if (counted.length > 1) {
      const summary = `The page has ${counted.length} main headings.`;
      return { status: 'warn', points: pointsOfSeveral, summary, value, evidence };
    }
    if (main.some(({ awaitsScript }) => awaitsScript)) {
      const summary = 'The main heading is empty until a script fills it.';
      return { status: 'warn', summary, value, evidence };
    }
    const summary =
      main.length > 0 ? 'The main heading is empty.' : 'The page has no main heading (<h1>).';
    return { status: 'fail', summary, value, evidence };
  },
};

function labelOf({ text, name }: Heading): string {
  return text === '' ? name : text;
}

function firstOf(lists: readonly (readonly Heading[])[]): readonly Heading[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
