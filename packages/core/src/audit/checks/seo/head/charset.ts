import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import type { Check, Outcome } from '../../check.ts';

/**
 * The page's character encoding: declared where browsers see it in time, in one place or
 * consistently in several, and UTF-8.
 */
export const charset: Check = {
  id: 'charset',
  category: 'seo',
  importance: 'medium',
  title: 'The page declares its character encoding, early, as UTF-8',
  advice:
    'Save the page as UTF-8 and declare it: Content-Type: text/html; charset=utf-8, or <meta charset="utf-8"> as the first tag of the <head>.',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  run: ({ page: { charset } }): Outcome => {
    const value = charset.name;
    if (charset.from === 'default') {
      return { status: 'fail', summary: 'The page does not declare its encoding.', value };
    }
    if (charset.from === 'late-meta') {
      const summary =
        'The encoding is declared after the first 1,024 bytes, too late to be relied on.';
      return { status: 'fail', summary, value };
    }
    const other = [charset.headerLabel, charset.metaLabel].find(
      (label) => label !== null && normalizeEncoding(label) !== value,
    );
    if (other) {
      return {
        status: 'warn',
        summary: `The page declares ${other} in one place, but is read as ${value}.`,
        value,
      };
    }
    if (value !== 'utf-8') {
      return {
        status: 'warn',
        summary: `The page is in ${value}; the web's encoding is UTF-8.`,
        value,
      };
    }
    return { status: 'pass', summary: 'The page declares UTF-8.', value };
  },
};
