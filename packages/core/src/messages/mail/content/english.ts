import type { Result } from '@sitegrade/audit';
import type { AlertMessage } from '../../alerts/alert-message.ts';
import {
  english as alertEnglish,
  count,
  drop,
  scoreAfter,
  signed,
  type TitleFacts,
} from '../../alerts/english.ts';
import type { Digest, MailLink } from '../mail.ts';

const day = (date: Date) =>
  date.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The weeks of a history are fewer than a year has. */
const dayAndMonth = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const newFindings = (findings: number) =>
  findings === 0 ? 'no new findings' : count(findings, 'new finding', 'new findings');

const fixed = (findings: number) => `${findings.toLocaleString('en')} fixed`;

type Before = 'report' | 'crawl';

const compared = (points: number, before: string) =>
  points === 0
    ? `The same as ${before}.`
    : `${count(Math.abs(points), 'point', 'points')} ${points > 0 ? 'higher' : 'lower'} than ${before}.`;

/** Such as “score 71 (−8)”; `null` without a score. */
function score({ score, scoreChange }: Digest): string | null {
  if (score === null) return null;
  return `score ${score}${scoreChange === null ? '' : ` (${change(scoreChange)})`}`;
}

const change = (points: number) => (points === 0 ? 'unchanged' : signed(points));

/** Every text of mails, in addition to those of alerts. English is the only language. */
export const english = {
  language: 'en',
  dayAndMonth,
  more: (findings: number) => `and ${count(findings, 'more finding', 'more findings')}`,
  morePlaces: (places: number) => `and ${count(places, 'more place', 'more places')}`,
  of100: 'of 100',
  scoreText: (score: number, result: Result) => `Score ${score} of 100: ${result}.`,
  results: { good: 'Good', decent: 'Decent', bad: 'Bad' } satisfies Record<Result, string>,
  alert: {
    change: (points: number, before: Before) => compared(points, `in the ${before} before`),
    areNew: (before: Before) => `New since the ${before} before`,
    found: (findings: number, before: Before) =>
      `${count(findings, 'new finding', 'new findings')} since the ${before} before`,
    noneNew: (before: Before) => `No new findings since the ${before} before.`,
    fixed: (findings: number, before: Before) => `${fixed(findings)} since the ${before} before.`,
    /** With the site or the page first, for lists of mails. */
    subjects: {
      'report.created': (facts) => `${facts.site}: new report${scoreAfter(facts, ', ')}`,
      'report.failed': ({ site }) => `${site}: report failed`,
      'crawl.completed': (facts) => `${facts.site}: crawl completed${scoreAfter(facts, ', ')}`,
      'crawl.failed': ({ site }) => `${site}: crawl failed`,
      'findings.new': (facts) =>
        `${facts.site}: ${count(facts.newFindings, 'new finding', 'new findings')}${scoreAfter(facts, ', ')}`,
      'score.dropped': (facts) => `${facts.site}: score dropped${drop(facts)}`,
      'site.unreachable': ({ site }) => `${site} does not respond`,
      'site.recovered': ({ site }) => `${site} responds again`,
      'certificate.expiring': ({ site }) => `${site}: certificate expires soon`,
      'webhook.test': () => 'Test message',
    } satisfies Record<AlertMessage['type'], (facts: TitleFacts) => string>,
  },
  digest: {
    subject: (site: string, digest: Digest) => {
      const facts = [
        score(digest),
        digest.newFindings && newFindings(digest.newFindings.total),
        digest.fixed?.total ? fixed(digest.fixed.total) : null,
      ];
      return `${site} last week: ${facts.filter(Boolean).join(', ') || done(digest)}`;
    },
    title: (site: string) => `${site} last week`,
    week: (digest: Digest) => `${day(digest.from)} to ${day(digest.to)} · ${done(digest)}`,
    noScore: 'The website has no score yet.',
    change: (points: number) => compared(points, 'a week ago'),
    history: 'Score of the weeks before',
    historyText: (history: Digest['history']) =>
      `Score of the weeks before, since ${day(history[0]?.at ?? new Date(0))}: ${history.map(({ score }) => score).join(', ')}`,
    weekTo: 'Week to',
    score: 'Score',
    newFindings: (findings: number) => capitalized(newFindings(findings)),
    notCompared: 'Nothing was compared with the week before.',
    fixedCheck: (title: string, places: number) =>
      places === 1 ? title : `${title} (${places} places)`,
    moreFixed: alertEnglish.more,
    fixedList: (findings: number, titles: readonly string[]) =>
      `${capitalized(fixed(findings))}: ${titles.join('; ')}`,
  },
  confirmation: {
    subject: (site: string) => `Confirm alerts about ${site}`,
    title: (site: string) => `Do you want alerts about ${site}?`,
    about: (site: string, brand: string) =>
      `Someone who checks the website ${site} with ${brand} has added this address, for mails about it: when it has new problems or does not respond, for example, or with a summary of its week.`,
    onlyThen: 'Nothing else is sent to this address unless you confirm.',
    confirm: 'Confirm',
    ignore: 'If you do not want these mails, or do not know what this is, ignore this mail.',
  },
  open: {
    report: () => alertEnglish.openReport,
    crawl: () => alertEnglish.openCrawl,
    details: () => alertEnglish.openDetails,
    website: (site: string) => `Open ${site}`,
  } satisfies Record<MailLink['to'], (site: string) => string>,
  thatSite: 'the website',
  /** Who can open the link; `null` if everyone can. */
  access: {
    public: () => null,
    password: () => 'You need the password of the website.',
    login: (brand: string) => `This page is not shared: you need a login to ${brand}.`,
  } satisfies Record<MailLink['access'], (brand: string) => string | null>,
  why: (site: string, brand: string) =>
    `You get this mail because the owner of ${site} on ${brand} has added your address, and you have confirmed it.`,
  theWebsite: (site: string) => `the website ${site}`,
  unsubscribe: 'Unsubscribe',
};

/** Such as “3 reports and 1 crawl”. */
function done({ reportsCount, crawlsCount }: Digest): string {
  return `${count(reportsCount, 'report', 'reports')} and ${count(crawlsCount, 'crawl', 'crawls')}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
