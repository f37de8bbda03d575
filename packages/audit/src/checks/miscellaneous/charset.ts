import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence, Outcome } from '../../outcome.ts';
import type { MetaFact } from '../../page/page-facts.ts';
import { headerEvidence, tagEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/**
 * @remarks That 10 bytes which cannot be decoded make the declaration wrong is ours: fewer come from pasted text, or
 * text that was cut inside a character.
 */
const manyUndecodable = 10;

const sources = { bom: 'a byte order mark', header: 'the Content-Type header', meta: 'a meta tag' };

/**
 * The page's character encoding: UTF-8, declared where browsers see it in time, consistent and correct.
 */
export const charset: Check = {
  id: 'charset',
  category: 'miscellaneous',
  importance: 'medium',
  reads: 'source',
  family: 'charset',
  title: 'The page declares UTF-8 as its encoding',
  advice:
    'Save the page as UTF-8 and declare it: send Content-Type: text/html; charset=utf-8, or add <meta charset="utf-8"> as the first tag in the <head>.',
  why: 'Browsers may show wrong characters, such as “Ã©” instead of “é”, which makes the text look broken.',
  source: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  run: (facts): Outcome => {
    const { charset } = facts.page;
    const { name: value, undecodable } = charset;
    const evidence = declarationsOf(facts);
    const declared = [
      { label: charset.headerLabel, encoding: charset.headerEncoding },
      { label: charset.metaLabel, encoding: charset.metaEncoding },
    ].filter(({ label }) => label !== null);
    if (charset.from === 'default') {
      const [first] = declared;
      const summary =
        first?.encoding === null
          ? `The page declares the encoding ${first.label}, which browsers do not know.`
          : 'The page does not declare its encoding where browsers look for it.';
      return { status: 'fail', summary, value, evidence };
    }
    if (charset.from === 'late-meta') {
      const summary =
        'The encoding is declared after the first 1,024 bytes, where browsers may miss it.';
      return { status: 'fail', summary, value, evidence };
    }
    if (undecodable > 0) {
      const noun = undecodable === 1 ? 'place' : 'places';
      const summary = `The page is decoded as ${value}, which fails in ${undecodable} ${noun}: visitors see � there.`;
      const status = undecodable < manyUndecodable ? 'warn' : 'fail';
      return { status, summary, value, evidence };
    }
    const other = declared.find(({ encoding }) => encoding !== value);
    if (other?.label) {
      const summary = `The page declares ${other.label} in one place, but browsers read it as ${value}.`;
      return { status: 'warn', summary, value, evidence };
    }
    if (value !== 'utf-8') {
      const summary = `The page is encoded in ${value} instead of UTF-8.`;
      return { status: 'warn', summary, value, evidence };
    }
    return {
      status: 'pass',
      summary: `UTF-8 is declared by ${sources[charset.from]}.`,
      value,
      evidence,
    };
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
