import { mediaTypeOf } from '../../readings/media-type.ts';
import type { Check } from '../check.ts';

/** Without the right doctype browsers imitate the layout rules of the 1990s. */
export const doctype: Check = {
  id: 'doctype',
  category: 'miscellaneous',
  importance: 'low',
  reads: 'source',
  title: 'The page starts with the HTML doctype',
  advice: 'Make <!DOCTYPE html> the first line of the page, before anything else.',
  why: 'Browsers imitate the faults of very old ones, so the page may look different from its design.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/doctype',
  run: ({ page: { doctype, mode }, response }) => {
    // XML has only one layout mode.
    if (mediaTypeOf(response.headers) === 'application/xhtml+xml') {
      return { status: 'na', summary: 'The page is served as XML, which needs no doctype.' };
    }
    const evidence = doctype === null ? [] : [{ kind: 'html', text: doctype } as const];
    if (mode === 'no-quirks') {
      return {
        status: 'pass',
        summary: 'The doctype puts browsers in standards mode.',
        value: mode,
        evidence,
      };
    }
    if (mode === 'limited-quirks') {
      const summary =
        'The doctype is outdated: browsers lay out tables by old rules (limited quirks mode).';
      return { status: 'warn', summary, value: mode, evidence };
    }
    const summary =
      doctype === null
        ? 'The page has no doctype at its start, so browsers lay it out by old rules (quirks mode).'
        : 'The doctype makes browsers lay out the page by old rules (quirks mode).';
    return { status: 'fail', summary, value: mode, evidence };
  },
};
