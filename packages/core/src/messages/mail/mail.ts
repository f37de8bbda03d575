import type { Result } from '@sitegrade/audit';
import type { MailFindings } from '../alerts/mail-findings.ts';

/** What a website had in a week. */
export interface Digest {
  readonly website: { readonly id: number; readonly domain: string };
  /** The first and the last moment of the week. */
  readonly from: Date;
  readonly to: Date;
  /** The score of the website at the end; `null` if it has none. */
  readonly score: number | null;
  readonly result: Result | null;
  /** The score less that at the beginning; `null` if one is not known, or they cannot be compared. */
  readonly scoreChange: number | null;
  /** The score at the end of each week, oldest first: at most 12. */
  readonly history: readonly { readonly at: Date; readonly score: number }[];
  /** How many reports and crawls it had in the week. */
  readonly reportsCount: number;
  readonly crawlsCount: number;
  /** What the last crawl or report before the week did not have; `null` if nothing was compared. */
  readonly newFindings: MailFindings | null;
  /** What it had, and has no more; `null` if nothing was compared. */
  readonly fixed: {
    readonly total: number;
    /** The first checks and issues of them, most important first, with their number of places: at most 5. */
    readonly rows: readonly {
      readonly check: string;
      readonly title: string;
      readonly count: number;
    }[];
  } | null;
  /** The page of the console. */
  readonly link: string;
}

/** Where a mail leads to. */
export interface MailLink {
  readonly url: string;
  /** What is there. `details`: of what has failed. */
  readonly to: 'report' | 'crawl' | 'website' | 'details';
  /** Who can open it: everyone, who has the password of the website, or who has a login. */
  readonly access: 'public' | 'password' | 'login';
}

/** What a mail to a recipient is made with. */
export interface MailSettings {
  /** The brand of the owner. */
  readonly brand: {
    readonly name: string;
    /** `#rrggbb`. */
    readonly accent: string;
  };
  /** `null` if there is none. */
  readonly link: MailLink | null;
  /** The page where the recipient unsubscribes. */
  readonly unsubscribeUrl: string;
}
