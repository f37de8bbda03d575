import type { PageAnalysis, SitegradeError } from '@sitegrade/core';
import { type Finding, gainOf } from '@sitegrade/core/internal';

export { type Finding, findingsOf, gainOf, locationName } from '@sitegrade/core/internal';

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
