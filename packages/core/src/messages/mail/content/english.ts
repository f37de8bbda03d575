import type { Result } from '@sitegrade/audit';
import { english as alertEnglish, count, signed } from '../../alerts/english.ts';
import type { Digest } from '../mail.ts';

const day = (date: Date) =>
  date.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The weeks of a history are fewer than a year has. */
const dayAndMonth = (date: Date) =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

const newFindings = (findings: number) =>
  findings === 0 ? 'no new findings' : count(findings, 'new finding', 'new findings');

const fixed = (findings: number) => `${findings.toLocaleString('en')} fixed`;

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
  more: alertEnglish.more,
  results: { good: 'Good', decent: 'Decent', bad: 'Bad' } satisfies Record<Result, string>,
  alert: {
    newFindings: 'New findings',
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
    week: (from: Date, to: Date) => `${day(from)} to ${day(to)}`,
    of100: 'of 100',
    scoreText: (score: number, result: Result) => `Score ${score} of 100: ${result}.`,
    noScore: 'The website has no score yet.',
    change: (points: number) =>
      points === 0
        ? 'The same as a week ago.'
        : `${count(Math.abs(points), 'point', 'points')} ${points > 0 ? 'higher' : 'lower'} than a week ago.`,
    done: (digest: Digest) => `${done(digest)} last week.`,
    history: 'Score of the last weeks',
    weekTo: 'Week to',
    score: 'Score',
    newFindings: (findings: number) => capitalized(newFindings(findings)),
    notCompared: 'Nothing was compared with the week before.',
    fixed,
    open: (site: string) => `Open ${site}`,
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
  needsLogin: 'You need a login to open it.',
  openWithLogin: (link: string) => `${link} (you need a login):`,
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
