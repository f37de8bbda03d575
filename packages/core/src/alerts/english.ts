import type { Result } from '@sitegrade/audit';
import type { Importance } from '@sitegrade/audit/checks';
import type { CrawlEnd } from '../store/crawl.ts';
import type { MessageType } from '../store/delivery.ts';

const number = (value: number) => value.toLocaleString('en');

const count = (value: number, singular: string, plural: string) =>
  `${number(value)} ${value === 1 ? singular : plural}`;

const signed = (value: number) => (value > 0 ? `+${value}` : `${value}`.replace('-', '−'));

/** What the title of a message can name. */
interface TitleFacts {
  /** The domain of the website. */
  readonly site: string;
  readonly score: number | null;
  /** The score less that of the one before; `null` if they were not compared. */
  readonly change: number | null;
  readonly newFindings: number;
}

/** The end of a title, as in “: score 71 (−8)”. */
function scoreAfter({ score, change }: TitleFacts): string {
  if (score === null) return '';
  if (change === null) return `: score ${score}`;
  return `: score ${score} (${change === 0 ? 'unchanged' : signed(change)})`;
}

function drop({ score, change }: TitleFacts): string {
  if (score === null || change === null) return '';
  return ` by ${count(-change, 'point', 'points')} to ${score}`;
}

/** Every text of messages for chat services. English is the only language. */
export const english = {
  titles: {
    'report.created': (facts) => `New report on ${facts.site}${scoreAfter(facts)}`,
    'report.failed': ({ site }) => `Report on ${site} failed`,
    'crawl.completed': (facts) => `Crawl of ${facts.site} completed${scoreAfter(facts)}`,
    'crawl.failed': ({ site }) => `Crawl of ${site} failed`,
    'findings.new': (facts) =>
      `${count(facts.newFindings, 'new finding', 'new findings')} on ${facts.site}${scoreAfter(facts)}`,
    'score.dropped': (facts) => `The score of ${facts.site} dropped${drop(facts)}`,
    'webhook.test': () => 'Test message',
  } satisfies Record<MessageType, (facts: TitleFacts) => string>,
  someSite: 'a website',
  test: 'This is a test. Messages of this webhook arrive here.',
  page: 'Page: ',
  result: (result: Result) => `Result: ${result}.`,
  pagesChecked: (pages: number) =>
    pages === 0 ? 'No page was checked.' : `${count(pages, 'page was', 'pages were')} checked.`,
  ends: {
    complete: null,
    max_pages: 'The crawl stopped at its limit of pages.',
    frontier_full: 'The crawl stopped, since it found too many URLs that are no pages.',
    time_limit: 'The crawl stopped at its limit of time.',
    refused: 'The crawl stopped, since the site refused ten requests in a row, or did not respond.',
    robots_txt: 'robots.txt forbids the start page, or does not respond.',
    start_failed: 'The start page could not be fetched.',
    interrupted: 'The crawl was interrupted too often.',
  } satisfies Record<CrawlEnd, string | null>,
  sinceBefore: (what: 'report' | 'crawl', newFindings: number, fixed: number | null) => {
    const found =
      newFindings === 0 ? 'no new findings' : count(newFindings, 'new finding', 'new findings');
    return `Since the ${what} before: ${found}${fixed ? `, ${number(fixed)} fixed` : ''}.`;
  },
  importances: {
    high: 'high importance',
    medium: 'medium importance',
    low: 'low importance',
    info: 'for information',
  } satisfies Record<Importance, string>,
  line: (line: number) => `line ${line}`,
  quote: (quote: string) => `“${quote}”`,
  more: (findings: number) => `and ${number(findings)} more`,
  openReport: 'Open the report',
  openCrawl: 'Open the crawl',
  openDetails: 'Show details',
  time: (date: Date) =>
    `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`,
};
