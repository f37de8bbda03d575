import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';
import { type Heading, headingsOf } from './heading-list.ts';

/** Headings that are quoted in the value. */
const maxQuoted = 25;

/**
 * One main heading. Several are legal HTML, but no longer say which is the main one. One by role
 * counts where no tag is one.
 */
export const h1: Check = {
  id: 'h1',
  category: 'seo',
  importance: 'high',
  title: 'The page has one main heading',
  advice:
    'Give the page exactly one <h1> that names its subject; use <h2> to <h6> for the parts below it.',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  run: ({ page }) => {
    const main = headingsOf(page).filter(({ h1, level }) => h1 || level === 1);
    const tags = main.filter(({ h1 }) => h1);
    const named = main.filter((heading) => labelOf(heading) !== '');
    // Where everything is hidden, a script is to show it.
    const counted = firstOf([
      named.filter(({ h1, unseen }) => h1 && !unseen),
      named.filter(({ unseen }) => !unseen),
      named,
    ]);
    const shown = counted.length > 0 ? counted : firstOf([tags, main]);
    const evidence = tagsEvidence(shown);
    const value = counted.slice(0, maxQuoted).map(labelOf);
    if (counted.length === 1) {
      return { status: 'pass', summary: 'The page has one main heading.', value, evidence };
    }
    if (counted.length > 1) {
      const summary = `The page has ${counted.length} main headings.`;
      return { status: 'warn', summary, value, evidence };
    }
    if (main.some(({ awaitsScript }) => awaitsScript)) {
      const summary = 'The main heading is empty until a script fills it in.';
      return { status: 'warn', summary, value, evidence };
    }
    const summary =
      main.length > 0 ? 'The main heading is empty.' : 'The page has no main heading.';
    return { status: 'fail', summary, value, evidence };
  },
};

function labelOf({ text, name }: Heading): string {
  return text === '' ? name : text;
}

function firstOf(lists: readonly (readonly Heading[])[]): readonly Heading[] {
  return lists.find(({ length }) => length > 0) ?? [];
}
