import type { Check } from '../../check.ts';
import { mediaTypeOf } from './media-type.ts';

/** Without the right doctype browsers lay the page out as those of the nineties did. */
export const doctype: Check = {
  id: 'doctype',
  category: 'seo',
  importance: 'low',
  title: 'The page starts with the HTML doctype',
  advice: 'Put <!DOCTYPE html> into the first line of the page, before anything else.',
  source: 'https://developer.chrome.com/docs/lighthouse/best-practices/doctype',
  run: ({ page: { doctype, mode }, response }) => {
    // XML has one mode, and needs no doctype for it.
    if (mediaTypeOf(response.headers) === 'application/xhtml+xml') {
      return { status: 'na', summary: 'The page is served as XML, which needs no doctype.' };
    }
    const evidence = doctype === null ? [] : [{ kind: 'html', text: doctype } as const];
    if (mode === 'no-quirks') {
      return { status: 'pass', summary: 'The page has a doctype of today.', value: mode, evidence };
    }
    if (mode === 'limited-quirks') {
      const summary =
        'The doctype is one of old HTML: browsers lay tables out in the old way (limited quirks mode).';
      return { status: 'warn', summary, value: mode, evidence };
    }
    const summary =
      doctype === null
        ? 'The page has no doctype at its start: browsers lay it out in the old way (quirks mode).'
        : 'The doctype makes browsers lay the page out in the old way (quirks mode).';
    return { status: 'fail', summary, value: mode, evidence };
  },
};
