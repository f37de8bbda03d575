import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import type { MetaFact } from '../../../page/page-facts.ts';
import type { AuditFacts, Check, Evidence, Outcome } from '../../check.ts';
import { headerEvidence, tagEvidence } from '../../evidence.ts';

/**
 * Places that cannot be decoded from which on the declaration itself is taken to be wrong: fewer come
 * from one text that was pasted or cut in the middle of a character. Our own measure.
 */
const manyUndecodable = 10;

/**
 * The page's character encoding: declared where browsers see it in time, in one place or
 * consistently in several, UTF-8, and true.
 */
export const charset: Check = {
  id: 'charset',
  category: 'seo',
  importance: 'medium',
  title: 'The page declares its character encoding, early, as UTF-8',
  advice:
    'Save the page as UTF-8 and declare it: Content-Type: text/html; charset=utf-8, or <meta charset="utf-8"> as the first tag of the <head>.',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  run: (facts): Outcome => {
    const { charset } = facts.page;
    const { name: value, undecodable } = charset;
    const evidence = declarationsOf(facts);
    if (charset.from === 'default') {
      const label = charset.headerLabel ?? charset.metaLabel;
      const unknown = label !== null && normalizeEncoding(label) === null;
      const summary = unknown
        ? `The page declares ${label}, which is no encoding that browsers know.`
        : 'The page does not declare its encoding where browsers look for it.';
      return { status: 'fail', summary, value, evidence };
    }
    if (charset.from === 'late-meta') {
      const summary =
        'The encoding is declared after the first 1,024 bytes, too late to be relied on.';
      return { status: 'fail', summary, value, evidence };
    }
    if (undecodable > 0) {
      const places = undecodable === 1 ? 'place is' : 'places are';
      const summary = `The page is read as ${value}, but ${undecodable} ${places} no text in it: readers see � there.`;
      const status = undecodable < manyUndecodable ? 'warn' : 'fail';
      return { status, summary, value, evidence };
    }
    const other = [charset.headerLabel, charset.metaLabel].find(
      (label) => label !== null && normalizeEncoding(label) !== value,
    );
    if (other) {
      const summary = `The page declares ${other} in one place, but is read as ${value}.`;
      return { status: 'warn', summary, value, evidence };
    }
    if (value !== 'utf-8') {
      const summary = `The page is in ${value}; the web's encoding is UTF-8.`;
      return { status: 'warn', summary, value, evidence };
    }
    return { status: 'pass', summary: 'The page declares UTF-8.', value, evidence };
  },
};

function declarationsOf({ page, response }: AuditFacts): readonly Evidence[] {
  const { headerLabel, metaLabel } = page.charset;
  const contentType = headerLabel === null ? undefined : response.headers.get('content-type')?.[0];
  const meta = metaLabel === null ? undefined : page.metas.find((tag) => declares(tag));
  return [
    ...(contentType === undefined ? [] : [headerEvidence('Content-Type', contentType)]),
    ...(meta === undefined ? [] : [tagEvidence(meta)]),
  ];
}

function declares({ charset, httpEquiv, content }: MetaFact): boolean {
  if (charset !== null) return true;
  const isContentType = httpEquiv?.trim().toLowerCase() === 'content-type';
  return isContentType && content?.toLowerCase().includes('charset') === true;
}
