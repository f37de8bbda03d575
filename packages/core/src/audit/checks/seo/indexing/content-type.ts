import { MIMEType } from 'whatwg-mimetype';
import type { Check, Outcome } from '../../check.ts';
import { headerEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/** What a page may be called (https://html.spec.whatwg.org/multipage/iana.html). */
const htmlTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** The server says that the page is HTML, and says nothing else besides. */
export const contentType: Check = {
  id: 'content-type',
  category: 'seo',
  importance: 'medium',
  title: 'The page is served as HTML',
  advice:
    'Send one header that names the type and the encoding: Content-Type: text/html; charset=utf-8.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Content-Type',
  run: ({ response }): Outcome => {
    const lines = response.headers.get('content-type') ?? [];
    const evidence = lines.map((line) => headerEvidence('Content-Type', line));
    const types = new Set(lines.flatMap((line) => line.split(',')).flatMap(essenceOf));
    const value = shortList(types);
    if (types.size === 0) {
      return {
        status: 'fail',
        summary: 'The server does not say that the page is HTML: programs have to guess.',
        value,
        evidence,
      };
    }
    if (![...types].some((type) => htmlTypes.has(type))) {
      return { status: 'fail', summary: `The page is served as ${value[0]}.`, value, evidence };
    }
    if (types.size > 1) {
      return {
        status: 'warn',
        summary: `The server gives the page ${types.size} different types.`,
        value,
        evidence,
      };
    }
    return { status: 'pass', summary: `The page is served as ${value[0]}.`, value };
  },
};

/** RFC 6838 §4.2: at most 127 characters each, with space around them. */
const longestType = 300;

function essenceOf(value: string): string[] {
  const [type = ''] = value.split(';', 1);
  // The parser tries each run of white space from each of its characters.
  const essence = type.length > longestType ? undefined : MIMEType.parse(type)?.essence;
  return essence === undefined || essence === '*/*' ? [] : [essence];
}
