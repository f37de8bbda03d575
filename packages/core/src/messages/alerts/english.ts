import type { Result } from '@sitegrade/audit';
import type { Importance } from '@sitegrade/audit/checks';
import type { CrawlEnd } from '../../store/crawl.ts';
import type { MessageType } from '../../store/delivery.ts';

const number = (value: number) => value.toLocaleString('en');

/** Such as “1 page”, or “1,200 pages”. */
export const count = (value: number, singular: string, plural: string) =>
  `${number(value)} ${value === 1 ? singular : plural}`;

/** Such as “+3”, or “−8”. */
export const signed = (value: number) => (value > 0 ? `+${value}` : `${value}`.replace('-', '−'));

const time = (date: Date) =>
  `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

const minuteMs = 60_000;

/** Such as “3 hours 20 minutes”, or “2 days 1 hour”. */
function duration(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minuteMs));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const parts = [
    days > 0 && count(days, 'day', 'days'),
    hours > 0 && count(hours, 'hour', 'hours'),
    days === 0 && minutes % 60 > 0 && count(minutes % 60, 'minute', 'minutes'),
  ];
  return parts.filter(Boolean).join(' ');
}

/** What the title of a message can name. */
export interface TitleFacts {
  /** The domain of the website. */
  readonly site: string;
  readonly score: number | null;
  /** The score less that of the one before; `null` if they were not compared. */
  readonly change: number | null;
  readonly newFindings: number;
}

/** The end of a title, as in “: score 71 (−8)”. */
export function scoreAfter({ score, change }: TitleFacts, separator = ': '): string {
  if (score === null) return '';
  if (change === null) return `${separator}score ${score}`;
  return `${separator}score ${score} (${change === 0 ? 'unchanged' : signed(change)})`;
}

export function drop({ score, change }: TitleFacts): string {
  if (score === null || change === null) return '';
  return ` by ${count(-change, 'point', 'points')} to ${score}`;
}

/** Every text of messages for chat services, of which mails have most, too. English is the only language. */
export const english = {
  titles: {
    'report.created': (facts) => `New report on ${facts.site}${scoreAfter(facts)}`,
    'report.failed': ({ site }) => `Report on ${site} failed`,
    'crawl.completed': (facts) => `Crawl of ${facts.site} completed${scoreAfter(facts)}`,
    'crawl.failed': ({ site }) => `Crawl of ${site} failed`,
    'findings.new': (facts) =>
      `${count(facts.newFindings, 'new finding', 'new findings')} on ${facts.site}${scoreAfter(facts)}`,
    'score.dropped': (facts) => `The score of ${facts.site} dropped${drop(facts)}`,
    'site.unreachable': ({ site }) => `${site} does not respond`,
    'site.recovered': ({ site }) => `${site} responds again`,
    'certificate.expiring': ({ site }) => `The certificate of ${site} expires soon`,
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
    frontier_full: 'The crawl stopped, since it found too many URLs that are not pages.',
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
  unreachable: (since: Date) => `Two attempts in a row have failed, the first on ${time(since)}.`,
  recovered: (ms: number) => `It did not respond for ${duration(ms)}.`,
  certificate: (expiresAt: Date) => `It expires on ${time(expiresAt)}.`,
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
  time,
};
