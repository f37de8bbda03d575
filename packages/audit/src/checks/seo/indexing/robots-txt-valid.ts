import { maxLines } from '../../../fetch/robots/robots-rules.ts';
import type { Outcome } from '../../../outcome.ts';
import { countText } from '../../../readings/count-text.ts';
import { robotsEvidence } from '../../../readings/evidence.ts';
import { addNote } from '../../../readings/notes.ts';
import { isLeftPrivate } from '../../../readings/own-url.ts';
import {
  faultyLines,
  isHtmlInstead,
  isUtf16,
  type RobotsFault,
} from '../../../readings/robots/robots-txt-faults.ts';
import type { Check } from '../../check.ts';

/** Descriptions of the faults, the most severe first. */
const faults: Readonly<Record<RobotsFault, string>> = {
  before_user_agent: 'a rule before the first User-agent line, which crawlers ignore',
  no_user_agent: 'a User-agent line without a name',
  path: 'a path that does not start with / or *',
  sitemap_url: 'a Sitemap that is not an absolute URL (https://…)',
  sitemap_private: 'a Sitemap with a private address, which search engines cannot reach',
  unreadable: 'text that is not a directive',
  noindex: 'Noindex, which search engines have ignored since 2019',
  colon: 'a directive without its colon',
  misspelt: 'a misspelled directive',
  dollar: 'a $ that is not at the end of its path',
};

const order = Object.keys(faults);

/** Faults that make crawlers ignore the line. */
const severe: ReadonlySet<RobotsFault> = new Set([
  'before_user_agent',
  'no_user_agent',
  'path',
  'sitemap_url',
  'sitemap_private',
]);

/**
 * Crawlers understand every line of robots.txt.
 *
 * @remarks That a sitemap needs an absolute URL is from Google and sitemaps.org.
 */
export const robotsTxtValid: Check = {
  id: 'robots-txt-valid',
  category: 'seo',
  importance: 'medium',
  family: 'robots-txt',
  title: 'robots.txt is valid',
  advice:
    'Fix the quoted lines. Each line is a name, a colon and a value. Rules follow a User-agent line, paths start with / and a Sitemap is an absolute URL: Sitemap: https://example.com/sitemap.xml.',
  why: 'Search engines skip lines that they cannot read, so a page may be opened or blocked against the wish of its owner.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309.html#name-specification',
  about: 'site',
  isAtRoot: true,
  run: (facts): Outcome => {
    const { robots, page } = facts;
    if (robots.kind !== 'found')
      return { status: 'na', summary: 'The site has no robots.txt that can be read.' };
    const { rules } = robots;
    if (isUtf16(rules.source)) {
      const summary = 'robots.txt is in UTF-16, so crawlers cannot read a line of it.';
      const advice = 'Save robots.txt as UTF-8 without a byte order mark.';
      return { status: 'fail', summary, advice, value: { encoding: 'UTF-16' } };
    }
    if (rules.lines.length === 0) return { status: 'na', summary: 'robots.txt is empty.' };
    if (isHtmlInstead(rules)) {
      return { status: 'na', summary: 'The server sends an HTML page instead of robots.txt.' };
    }
    if (rules.lines.length >= maxLines) {
      addNote(page, `only the first ${countText(maxLines)} lines of robots.txt are validated`);
    }
    const isPrivate = (url: string) => isLeftPrivate(facts, url);
    const faulty = faultyLines(rules, isPrivate, () =>
      addNote(page, 'some Sitemap lines of robots.txt are not validated: they are too long'),
    ).toSorted(
      (a, b) => order.indexOf(a.fault) - order.indexOf(b.fault) || a.line.line - b.line.line,
    );
    const value = { lines: rules.lines.length, faulty: faulty.length };
    const [worst] = faulty;
    if (worst === undefined) {
      const summary = `Lines with errors in robots.txt: 0 of ${value.lines}.`;
      return { status: 'pass', summary, value };
    }
    const more = faulty.length - 1;
    const rest =
      more === 0
        ? ''
        : more === 1
          ? ' 1 more line has an error.'
          : ` ${more} more lines have errors.`;
    return {
      status: severe.has(worst.fault) ? 'fail' : 'warn',
      summary: `Line ${worst.line.line} of robots.txt has ${faults[worst.fault]}.${rest}`,
      value,
      evidence: faulty.slice(0, 25).map(({ line }) => robotsEvidence(line.text, line.line)),
    };
  },
};
