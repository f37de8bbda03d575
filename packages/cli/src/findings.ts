import type { CheckResult, Evidence, PageAnalysis, SitegradeError } from '@sitegrade/core';

/** A page that was analysed. */
export interface AnalyzedPage {
  /** The URL as typed. */
  readonly url: string;
  readonly analysis: PageAnalysis;
}

/** Why a page could not be fetched or read. */
export interface Failure {
  /** An error code of core. */
  readonly code: string;
  readonly reason?: string | undefined;
  readonly message: string;
}

/** A page that could not be fetched or read. */
interface FailedPage {
  /** The URL as typed. */
  readonly url: string;
  readonly error: SitegradeError;
}

/** What became of one URL. */
export type Page = AnalyzedPage | FailedPage;

/** Whether the page was analysed. */
export function isAnalyzed(page: Page): page is AnalyzedPage {
  return 'analysis' in page;
}

/** Whether the page could not be analysed. */
export function isFailed(page: Page): page is FailedPage {
  return 'error' in page;
}

/** A check that warned or failed. */
export interface Finding extends CheckResult {
  readonly id: string;
  /** The limit of the score that its fix alone lifts; `null` if it lifts none. */
  readonly lifts: number | null;
  /** The limit of the score that stays until other findings are fixed, too; `null` if it sets none. */
  readonly limits: number | null;
}

/** The checks that failed or warned: what to fix first is first. */
export function findingsOf(analysis: PageAnalysis): readonly Finding[] {
  const { checks, fixFirst } = analysis;
  const ids = new Set([...fixFirst, ...Object.keys(checks)]);
  return [...ids].flatMap((id): Finding[] => {
    const check = checks[id];
    if (check?.status !== 'fail' && check?.status !== 'warn') return [];
    return [{ id, ...check, ...limitOf(analysis, id) }];
  });
}

/** The limit below the uncapped score that a check sets, and whether its fix alone lifts it. */
function limitOf(
  { gates, score, scoreUncapped }: PageAnalysis,
  id: string,
): Pick<Finding, 'lifts' | 'limits'> {
  const cap = gates.find(({ check }) => check === id)?.cap ?? scoreUncapped;
  if (cap >= scoreUncapped) return { lifts: null, limits: null };
  const isAlone = gates.every((gate) => gate.check === id || gate.cap > score);
  return cap === score && isAlone ? { lifts: cap, limits: null } : { lifts: null, limits: cap };
}

/** Where a quote is, in a few characters: `4:5`, `robots.txt:2`, `header`; empty for a URL. */
export function locationName({ kind, line, column }: Evidence): string {
  const position = line === undefined ? '' : [line, column ?? []].flat().join(':');
  if (kind === 'header' || kind === 'cookie') return kind;
  if (kind === 'robots') return position === '' ? 'robots.txt' : `robots.txt:${position}`;
  return position;
}

/** What fixing a finding gains, in points of the score: `+6.3`. */
export function gainOf({ gain }: Pick<CheckResult, 'gain'>): string {
  if (gain === 0) return '+0';
  return `+${Math.round(Math.max(gain, 0.1) * 10) / 10}`;
}

/** The same in words, if it is anything: `+6.3 points`, `lifts the limit of 79`, `limits the score to 49`. */
export function gainTexts(finding: Pick<Finding, 'gain' | 'lifts' | 'limits'>): readonly string[] {
  const gain = gainOf(finding);
  return [
    ...(finding.lifts === null ? [] : [`lifts the limit of ${finding.lifts}`]),
    ...(finding.limits === null ? [] : [`limits the score to ${finding.limits}`]),
    ...(finding.gain > 0 ? [`${gain} ${gain === '+1' ? 'point' : 'points'}`] : []),
  ];
}

/** How to fix what made a page impossible to fetch, if there is an option of the command for it. */
export function failureAdvice({ reason }: Pick<Failure, 'reason'>): string | null {
  return (reason !== undefined && adviceByReason[reason]) || null;
}

const adviceByReason: Readonly<Record<string, string>> = {
  address_blocked:
    'To analyse a page in your own network, allow its addresses: --allow-address 10.0.0.0/8',
  url_userinfo: "Send the login as a header: --header 'Authorization: Basic …'",
  url_port: 'Type the URL that it redirects to, with its port.',
  tls_untrusted:
    'For a certificate of your own authority, set NODE_EXTRA_CA_CERTS to the file of that authority.',
  connect_refused: 'Check that the server is running, and the port.',
};
