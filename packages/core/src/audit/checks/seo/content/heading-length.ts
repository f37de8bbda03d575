import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';
import { headingsOf } from './heading-list.ts';

/** Characters, as in Screaming Frog: https://www.screamingfrog.co.uk/seo-spider/issues/ */
const longest = 70;
/** The deepest level that counts. */
const deepest = 2;

/** Main headings and those below them are short enough to be taken in at a glance. */
export const headingLength: Check = {
  id: 'heading-length',
  category: 'seo',
  importance: 'info',
  title: 'Headings are short',
  advice: `Say the subject of the quoted headings in ${longest} characters or fewer; the rest can be the first sentence below.`,
  source: 'https://www.w3.org/WAI/tutorials/page-structure/headings/',
  run: ({ page }) => {
    const headings = headingsOf(page).filter(
      ({ level, text, unseen }) => level <= deepest && text !== '' && !unseen,
    );
    const { length } = headings;
    if (length === 0) {
      return { status: 'na', summary: 'The page has no headings of the first two levels.' };
    }
    const long = headings
      .map(({ tag, text }) => ({ tag, characters: charactersOf(text) }))
      .filter(({ characters }) => characters > longest)
      .sort((a, b) => b.characters - a.characters);
    const value = { headings: length, long: long.length, longest: long[0]?.characters ?? null };
    if (long.length === 0) {
      return { status: 'pass', summary: `No heading is over ${longest} characters.`, value };
    }
    return {
      status: 'warn',
      summary: `${long.length} of ${length} headings ${long.length === 1 ? 'is' : 'are'} over ${longest} characters.`,
      value,
      evidence: tagsEvidence(long),
    };
  },
};

/** Code points of the composed form, so that no script counts as longer than it looks. */
function charactersOf(text: string): number {
  if (text.length <= longest || !/[^\0-\u02ff]/.test(text)) return text.length;
  let characters = 0;
  const composed = text.normalize('NFC');
  for (let at = 0; at < composed.length; at++) {
    // The second half of a pair, or half of none.
    if ((composed.charCodeAt(at) & 0xfc00) !== 0xdc00) characters++;
  }
  return characters;
}
