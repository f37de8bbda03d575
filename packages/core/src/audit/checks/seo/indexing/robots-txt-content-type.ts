import { looksLikeHtml } from '../../../fetch/looks-like-html.ts';
import type { RobotsRules } from '../../../fetch/robots-rules.ts';
import type { Check, Outcome } from '../../check.ts';
import { headerEvidence, robotsEvidence, urlEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/** Whether an HTML page came in the place of robots.txt: many sites answer anything with their own page. */
export function isHtmlInstead({ lines }: RobotsRules): boolean {
  const [first] = lines;
  // The name of a tag may end with its line.
  return first !== undefined && looksLikeHtml(Buffer.from(`${first.text}\n`));
}

/** What /robots.txt answers with is a text, and says so. */
export const robotsTxtContentType: Check = {
  id: 'robots-txt-content-type',
  category: 'seo',
  importance: 'low',
  title: 'robots.txt is a plain text',
  advice:
    'Serve robots.txt as a text file with Content-Type: text/plain. Where there is none let the server answer with 404, not with a page.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309.html#name-access-method',
  run: ({ robots }): Outcome => {
    if (robots.kind !== 'found')
      return { status: 'na', summary: 'There is no robots.txt to read.' };
    const { rules, url, contentType } = robots;
    const [written = null] = contentType === null ? [] : shortList([contentType]);
    const value = { contentType: written, html: isHtmlInstead(rules) };
    if (value.html) {
      const [first] = rules.lines;
      return {
        status: 'fail',
        summary: 'The server answers with an HTML page where robots.txt should be.',
        value,
        evidence: [
          urlEvidence(url),
          ...(first === undefined ? [] : [robotsEvidence(first.text, first.line)]),
        ],
      };
    }
    // Crawlers read it whatever it is called; without a type they have nothing to doubt.
    const type = (written ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
    if (type === '' || type === 'text/plain') {
      return { status: 'pass', summary: 'robots.txt is a plain text.', value };
    }
    return {
      status: 'warn',
      summary: `robots.txt is served as ${type} instead of text/plain.`,
      value,
      evidence: [headerEvidence('Content-Type', contentType ?? '')],
    };
  },
};
