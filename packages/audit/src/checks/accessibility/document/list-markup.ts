import { maxEvidence, urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Lines in a row from which on they are certainly a list. */
const least = 3;

/** A line of a dialogue begins with a hyphen, too, but ends like a sentence. */
const bullet = /^(?:[•◦‣▪●■➢➤✓✔]|[*-] (?!.*[.!?…"”]$))\s*\S/;
const number = /^(\d{1,2})[.)] ?\p{L}/u;

/**
 * Lists are marked as lists.
 *
 * @remarks What is certainly a list is ours: three lines in a row that begin with the same bullet, or with the numbers
 * 1, 2 and 3. A table of contents, which has typed numbers in its links, is a list already.
 */
export const listMarkup: Check = {
  id: 'list-markup',
  category: 'accessibility',
  importance: 'info',
  title: 'Lists are marked up as lists',
  advice:
    'Use <ul> with <li> instead of typed bullets, and <ol> instead of typed numbers. Screen readers then say how many entries there are.',
  why: 'Screen readers say how many entries a real list has; typed bullets are read as plain text that just goes on.',
  source: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H48',
  run: ({ page }) => {
    const links = new Set(page.listLinks.map(({ anchor }) => page.anchors[anchor]?.text));
    const found = typedLists(page.text).filter((line) => !links.has(line));
    const value = { lists: found.length };
    if (found.length === 0) {
      return { status: 'pass', summary: 'No lines in a row begin with typed bullets.', value };
    }
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'list has' : 'lists have'} typed bullets or numbers: "${found[0]?.slice(0, 80)}".`,
      value,
      evidence: found.slice(0, maxEvidence).map((line) => urlEvidence(line.slice(0, 200))),
    };
  },
};

/** The first line of each run of lines with the same bullet, or with numbers from 1 on. */
function typedLists(text: string): readonly string[] {
  const found: string[] = [];
  let run: { mark: string; first: string; length: number } | null = null;
  for (const line of text.split('\n')) {
    const digits = number.exec(line)?.[1];
    const mark = digits === undefined ? (bullet.test(line) ? (line[0] ?? '') : null) : 'number';
    const follows: boolean =
      run !== null &&
      mark === run.mark &&
      (digits === undefined || Number(digits) === run.length + 1);
    if (run !== null && follows) run.length++;
    else if (mark === null || (digits !== undefined && digits !== '1')) run = null;
    else run = { mark, first: line, length: 1 };
    if (run?.length === least) found.push(run.first);
  }
  return found;
}
