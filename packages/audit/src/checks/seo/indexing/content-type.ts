import type { Outcome } from '../../../outcome.ts';
import { headerEvidence, shortList } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/** Content types of pages (https://html.spec.whatwg.org/multipage/iana.html). */
const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** The server sends the page as HTML, with no contradicting type. */
export const contentType: Check = {
  id: 'content-type',
  category: 'seo',
  importance: 'medium',
  title: 'The page is served as HTML',
  advice:
    'Send one Content-Type header with the type and the encoding: Content-Type: text/html; charset=utf-8.',
  why: 'Browsers that have to guess what they received may show source text, wrong characters or a download instead of the page.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Type',
  run: ({ response }): Outcome => {
    const lines = response.headers.get('content-type') ?? [];
    const evidence = lines.map((line) => headerEvidence('Content-Type', line));
    const types = new Set(lines.flatMap((line) => line.split(',')).flatMap(essenceOf));
    const value = shortList(types);
    if (types.size === 0) {
      return {
        status: 'fail',
        summary: 'The response has no usable Content-Type header, so browsers must guess the type.',
        value,
        evidence,
      };
    }
    if (![...types].some((type) => htmlTypes.has(type))) {
      return {
        status: 'fail',
        summary: `The page is served as ${value[0]} instead of text/html.`,
        value,
        evidence,
      };
    }
    if (types.size > 1) {
      return {
        status: 'warn',
        summary: `The server sends ${types.size} different content types for the page.`,
        value,
        evidence,
      };
    }
    return { status: 'pass', summary: `The Content-Type is ${value[0]}.`, value };
  },
};

/**
 * A type and subtype, with white space around them. Parameters may be anything.
 * Source: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
 */
const mimeType = /^[\t\n\r ]*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)[\t\n\r ]*(?:;|$)/;

function essenceOf(value: string): string[] {
  const essence = mimeType.exec(value)?.[1]?.toLowerCase();
  return essence === undefined || essence === '*/*' ? [] : [essence];
}
