import type { Check } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

/** One main heading. Several are legal HTML, but no longer say which is the main one. */
export const h1: Check = {
  id: 'h1',
  category: 'seo',
  importance: 'high',
  title: 'The page has one main heading',
  advice:
    'Give the page exactly one <h1> that names its subject; use <h2> to <h6> for the parts below it.',
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  run: ({ page }) => {
    const all = page.headings.filter(({ level }) => level === 1);
    const named = all.filter(({ text }) => text !== '');
    const evidence = (named.length > 0 ? named : all).map(tagEvidence);
    const value = named.map(({ text }) => text);
    if (named.length === 1) {
      return { status: 'pass', summary: 'The page has one main heading.', value, evidence };
    }
    if (named.length > 1) {
      const summary = `The page has ${named.length} main headings.`;
      return { status: 'warn', summary, value, evidence };
    }
    return {
      status: 'fail',
      summary: all.length > 0 ? 'The main heading is empty.' : 'The page has no main heading.',
      value,
      evidence,
    };
  },
};
