import type { Check, Outcome } from '../../check.ts';
import { robotsEvidence } from '../../evidence.ts';
import { isHtmlInstead } from './robots-txt-content-type.ts';
import { faultyLines, type RobotsFault } from './robots-txt-faults.ts';

/** What each fault is, in words; the worst first. */
const faults: Readonly<Record<RobotsFault, string>> = {
  before_user_agent: 'a rule before the first User-agent, which applies to nobody',
  no_user_agent: 'a User-agent without a name',
  path: 'a path that does not begin with / or *',
  sitemap_url: 'a Sitemap that is not a whole address with https://',
  unreadable: 'a line that is no directive',
  unknown: 'a directive that crawlers do not know',
  misspelt: 'a misspelt directive',
  dollar: 'a $ that is not at the end of its path',
};

const order = Object.keys(faults);

/** Faults by which a line is ignored that was meant to count. */
const severe: ReadonlySet<RobotsFault> = new Set([
  'before_user_agent',
  'no_user_agent',
  'path',
  'sitemap_url',
]);

/** Every line of robots.txt is one that crawlers understand. */
export const robotsTxtValid: Check = {
  id: 'robots-txt-valid',
  category: 'seo',
  importance: 'medium',
  title: 'robots.txt is valid',
  advice:
    'Mend the quoted lines. Each is a name, a colon and a value; rules come after a User-agent line, paths begin with / and a Sitemap is a whole address: Sitemap: https://example.com/sitemap.xml.',
  source: 'https://www.rfc-editor.org/rfc/rfc9309.html#name-specification',
  run: ({ robots }): Outcome => {
    if (robots.kind !== 'found')
      return { status: 'na', summary: 'There is no robots.txt to read.' };
    const { rules } = robots;
    if (rules.lines.length === 0) return { status: 'na', summary: 'robots.txt is empty.' };
    if (isHtmlInstead(rules)) {
      return { status: 'na', summary: 'There is an HTML page where robots.txt should be.' };
    }
    const faulty = faultyLines(rules).toSorted(
      (a, b) => order.indexOf(a.fault) - order.indexOf(b.fault) || a.line.line - b.line.line,
    );
    const value = { lines: rules.lines.length, faulty: faulty.length };
    const [worst] = faulty;
    if (worst === undefined) return { status: 'pass', summary: 'robots.txt is valid.', value };
    const more = faulty.length - 1;
    const rest = more === 0 ? '' : more === 1 ? ' There is 1 more.' : ` There are ${more} more.`;
    return {
      status: severe.has(worst.fault) ? 'fail' : 'warn',
      summary: `Line ${worst.line.line} of robots.txt has ${faults[worst.fault]}.${rest}`,
      value,
      evidence: faulty.slice(0, 25).map(({ line }) => robotsEvidence(line.text, line.line)),
    };
  },
};
