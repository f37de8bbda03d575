import { documentWriteMark } from '../../page/facts/script-marks.ts';
import { tagsEvidence } from '../../readings/evidence.ts';
import { isClassicScript } from '../../readings/media-type.ts';
import type { Check } from '../check.ts';

/**
 * No inline script of the page certainly loads a file with `document.write` while the page is read.
 *
 * @remarks What document.write() writes is not visible here, so that the check has no weight.
 */
export const documentWrite: Check = {
  id: 'document-write',
  category: 'performance',
  importance: 'info',
  reads: 'source',
  title: 'Inline scripts load files in another way than document.write()',
  advice:
    'Replace document.write() in the quoted scripts: load scripts with <script async src="…">, and write other tags into the HTML. If the script is from a service, ask for its asynchronous version.',
  why: 'On a slow connection, scripts that are added in this way can delay the page by many seconds.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/no-document-write',
  run: ({ page }) => {
    const inline = page.scripts.filter(({ src, type }) => src === null && isClassicScript(type));
    if (inline.length === 0) return { status: 'na', summary: 'The page has no inline scripts.' };
    const writing = inline.filter(({ marks }) => marks.includes(documentWriteMark));
    const value = { scripts: inline.length, writing: writing.length };
    if (writing.length === 0) {
      const summary = `No direct call of document.write() that loads a file was found in ${inline.length} inline ${inline.length === 1 ? 'script' : 'scripts'}.`;
      return { status: 'pass', summary, value };
    }
    const summary = `${writing.length} of ${inline.length} inline ${inline.length === 1 ? 'script' : 'scripts'} ${writing.length === 1 ? 'writes' : 'write'} the tag of a script, style sheet, frame or image with document.write() while browsers read the page.`;
    return { status: 'warn', summary, value, evidence: tagsEvidence(writing) };
  },
};
