import type { Outcome } from '../../../outcome.ts';
import {
  headerEvidence,
  robotsEvidence,
  shortList,
  urlEvidence,
} from '../../../readings/evidence.ts';
import { isHtmlInstead } from '../../../readings/robots/robots-txt-faults.ts';
import type { Check } from '../../check.ts';

/** The Content-Type of /robots.txt is text/plain. */
export const robotsTxtContentType: Check = {
  id: 'robots-txt-content-type',
  category: 'seo',
  importance: 'low',
  family: 'robots-txt',
  title: 'robots.txt is a plain text file',
  advice:
    'Serve robots.txt as a text file with Content-Type: text/plain. If the site has none, respond with status 404 instead of an HTML page.',
  why: 'Search engines expect plain text here: rules in another format may be misread, and a web page in their place has none.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309.html#name-access-method',
  about: 'site',
  isAtRoot: true,
  run: ({ robots }): Outcome => {
    if (robots.kind !== 'found')
      return { status: 'na', summary: 'The site has no robots.txt that can be read.' };
    const { rules, url, contentType } = robots;
    const [written = null] = contentType === null ? [] : shortList([contentType]);
    const value = { contentType: written, html: isHtmlInstead(rules) };
    if (value.html) {
      const [first] = rules.lines;
      return {
        status: 'fail',
        summary: 'The server sends an HTML page instead of robots.txt.',
        value,
        evidence: [
          urlEvidence(url),
          ...(first === undefined ? [] : [robotsEvidence(firstTag(first.text), first.line)]),
        ],
      };
    }
    // Crawlers read robots.txt with any type, and without one.
    const type = (written ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
    if (type === '' || type === 'text/plain') {
      const summary =
        type === ''
          ? 'robots.txt is sent without a Content-Type.'
          : 'robots.txt is served as text/plain.';
      return { status: 'pass', summary, value };
    }
    return {
      status: 'warn',
      summary: `robots.txt is served as ${type} instead of text/plain.`,
      value,
      evidence: [headerEvidence('Content-Type', contentType ?? '')],
    };
  },
};

/** What follows the first tag differs with each version of a page, and is not what is wrong. */
function firstTag(line: string): string {
  const end = line.indexOf('>');
  return end === -1 ? line : line.slice(0, end + 1);
}
