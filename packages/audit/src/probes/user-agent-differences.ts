import type { Json, Outcome } from '../outcome.ts';
import { shortUrl } from '../readings/evidence.ts';
import type { UserAgentPage } from './probe-facts.ts';

/** Pages with fewer words have too little text to compare. */
const leastWords = 50;

/** The outcome of a check that compares user agents, where they were not compared. */
export const userAgentsNotCompared: Outcome = {
  status: 'na',
  summary: 'Not compared: the option compareUserAgents is off, or the page is part of a crawl.',
};

/** What is compared of the page for a user agent, for the value of an outcome. */
export function seenOf({ status, finalUrl, title, words, noindex }: UserAgentPage): Json {
  return { status, finalUrl: shortUrl(finalUrl), title, words, noindex };
}

/** Whether a page has enough text to be compared: some servers send browsers an empty shell, which scripts fill. */
export function hasComparableText({ words }: UserAgentPage): boolean {
  return words >= leastWords;
}

/**
 * How the page for a user agent differs from that for another one, the most important first, in sentences without a
 * full stop.
 *
 * @param names - Of both user agents.
 * @param min - The least share of the other one's words, in percent.
 */
export function differencesOf(
  page: UserAgentPage,
  other: UserAgentPage,
  [name, otherName]: readonly [string, string],
  min: number,
): readonly string[] {
  const hasText = hasComparableText(other);
  const isShort = hasText && page.words / other.words < min / 100;
  return [
    ...(page.status === other.status
      ? []
      : [`The page has status ${page.status} for ${name}, and ${other.status} for ${otherName}`]),
    ...(page.noindex === other.noindex
      ? []
      : [`The page has noindex for ${page.noindex ? name : otherName} only`]),
    ...(isShort
      ? [`The page has ${page.words} words for ${name}, and ${other.words} for ${otherName}`]
      : []),
    ...(page.title === other.title || !hasText
      ? []
      : [
          `The page has the title ${quoted(page.title)} for ${name}, and ${quoted(other.title)} for ${otherName}`,
        ]),
  ];
}

function quoted(title: string | null): string {
  return title === null
    ? 'none'
    : `“${title.length > 100 ? `${title.slice(0, 99)}…` : title}”`.toWellFormed();
}
