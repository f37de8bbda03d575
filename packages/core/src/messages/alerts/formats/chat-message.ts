import type { AlertData, AlertFinding, AlertMessage } from '../alert-message.ts';
import { english } from '../english.ts';
import { cutText, oneLine } from './cut-text.ts';

/** The maximum number of findings that are shown. */
const maxFindings = 10;

// Longer texts are cut. Of a longer URL there is no link, since browsers need all of it.
const maxSite = 80;
const maxPage = 80;
const maxError = 300;
const maxLink = 2_048;

/** The maximum lengths of texts that differ. */
interface TextLimits {
  readonly title: number;
  readonly quote: number;
  readonly pageUrl: number;
}

/** What is read on a phone. */
const chatLimits: TextLimits = { title: 100, quote: 100, pageUrl: 300 };

/** A message as people read it: each text is on one line, and not escaped. */
interface ChatMessage {
  readonly title: string;
  /** The page; `null` if it is about a whole website. */
  readonly page: ChatPage | null;
  /** Sentences, at most 700 characters. */
  readonly text: string;
  readonly findings: readonly ChatFinding[];
  /** How many findings are not shown; `null` if all are. */
  readonly more: string | null;
  /** Where to read the rest. */
  readonly link: { readonly text: string; readonly url: string } | null;
  /** When it happened. */
  readonly time: string;
}

/** A page in a message. */
export interface ChatPage {
  /** Its URL without a scheme. */
  readonly text: string;
  /** Its URL; `null` if it is not a link. */
  readonly url: string | null;
}

/** A finding in a message. */
export interface ChatFinding {
  readonly title: string;
  readonly importance: string;
  readonly page: ChatPage;
  readonly line: string | null;
  readonly quote: string | null;
}

/** Writes a message for people. All of its texts are of bounded length, however long those of the message are. */
export function chatMessageOf(message: AlertMessage): ChatMessage {
  const { type, timestamp, data } = message;
  const link = data.link === null ? null : linkTo(data.link);
  const facts = {
    site: siteOf(data),
    score: data.report?.score ?? data.crawl?.score ?? null,
    change: data.score_change,
    newFindings: data.new_findings?.total ?? 0,
  };
  return {
    title: english.titles[type](facts),
    page: data.url === null || data.crawl !== null ? null : pageOf(data.url, chatLimits),
    text: sentencesOf(message).join(' '),
    ...findingsOf(data.new_findings),
    link: link === null ? null : { text: linkText(data), url: link },
    time: english.time(new Date(timestamp)),
  };
}

/** Writes the first new findings, and how many there are beside them. */
function findingsOf(
  newFindings: AlertData['new_findings'],
): Pick<ChatMessage, 'findings' | 'more'> {
  const findings = newFindings?.rows.slice(0, maxFindings) ?? [];
  const notShown = (newFindings?.total ?? 0) - findings.length;
  return {
    findings: findings.map((finding) => findingOf(finding, chatLimits)),
    more: notShown > 0 ? english.more(notShown) : null,
  };
}

/** The website of a message, or the host of its page. */
export function siteOf({ website, url }: AlertData): string {
  const [host = ''] = withoutScheme(url ?? '').split(/[/?#]/);
  return siteName(website?.domain ?? host) || english.someSite;
}

/** A domain as messages name it. */
export function siteName(domain: string): string {
  return cutText(oneLine(domain), maxSite);
}

/** What has happened, in sentences. A mail says the result, and what is new and fixed, elsewhere. */
export function sentencesOf(
  { type, timestamp, data }: AlertMessage,
  isMail = false,
): readonly string[] {
  const { report, crawl, new_findings, fixed_count, error } = data;
  const result = report?.result ?? crawl?.result ?? null;
  const before = crawl === null ? 'report' : 'crawl';
  return [
    ...sentencesOfType(type, timestamp, data),
    !isMail && result && english.result(result),
    crawl && english.pagesChecked(crawl.pages),
    crawl?.end && error === null ? english.ends[crawl.end] : null,
    !isMail && new_findings && english.sinceBefore(before, new_findings.total, fixed_count),
    cutText(oneLine(error?.message ?? ''), maxError),
  ].filter((sentence): sentence is string => Boolean(sentence));
}

/** What only messages of some types say. */
function sentencesOfType(
  type: AlertMessage['type'],
  timestamp: string,
  { unreachable_since, certificate_expires_at }: AlertData,
): readonly string[] {
  if (type === 'webhook.test') return [english.test];
  if (certificate_expires_at !== null)
    return [english.certificate(new Date(certificate_expires_at))];
  if (unreachable_since === null) return [];
  const since = new Date(unreachable_since);
  if (type === 'site.unreachable') return [english.unreachable(since)];
  return [english.recovered(new Date(timestamp).getTime() - since.getTime())];
}

/** Writes a finding. */
export function findingOf(
  { check, summary, title, importance, url, line, quote }: AlertFinding,
  limits: TextLimits,
): ChatFinding {
  const quoted = cutText(oneLine(quote ?? ''), limits.quote);
  return {
    // Of what is wrong, people want to read that, and not what is right.
    title: cutText(oneLine(summary) || oneLine(title) || oneLine(check), limits.title),
    importance: english.importances[importance],
    page: pageOf(url, limits),
    line: line === null ? null : english.line(line),
    quote: quoted === '' ? null : english.quote(quoted),
  };
}

/** Writes the URL of a page. */
export function pageOf(url: string, { pageUrl }: TextLimits): ChatPage {
  return {
    text: cutText(withoutScheme(oneLine(url)).replace(/^([^/?#]*)\/$/, '$1'), maxPage),
    url: linkTo(url, pageUrl),
  };
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');

function linkText({ report, crawl }: AlertData): string {
  if (report !== null) return english.openReport;
  return crawl === null ? english.openDetails : english.openCrawl;
}

/** A URL that is safe to open; `null` for one of another scheme than http and https, or a longer one. */
export function linkTo(url: string, maxLength = maxLink): string | null {
  try {
    const { protocol, href } = new URL(url);
    return /^https?:$/.test(protocol) && href.length <= maxLength ? href : null;
  } catch {
    return null;
  }
}
