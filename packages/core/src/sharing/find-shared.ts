import type { Context } from '../context/context.ts';
import { comparisonOf, type ReportComparison } from '../reports/compare-reports.ts';
import type { Report } from '../store/report.ts';
import { isShareToken } from '../store/share-token.ts';
import type { Website } from '../store/website.ts';
import { redactReportInSlices } from './redact-report.ts';
import { isSharePass, sharePassName } from './share-pass.ts';

/** Who opens a share link. Without both members: someone unknown. */
export interface Visitor {
  /**
   * The owner id of the person who is logged in; `undefined` if no one is. Called at most once, and not for
   * public websites, so that their pages need no login.
   */
  readonly login?: () => Promise<string | undefined>;
  /** The value that the visitor's browser keeps under the name of `sharePassName`. */
  readonly pass?: (name: string) => string | undefined;
}

/** A website whose password the visitor has to enter first. Do not show anything of it. */
export interface PasswordRequired {
  readonly access: 'password';
  /** For `createSharePass`. */
  readonly ownerId: string;
  readonly website: Website;
}

/** What a share link shows to a visitor who may read it. */
interface Granted {
  readonly access: 'granted';
  readonly ownerId: string;
  /**
   * Whether the login named the owner. `false` for a public website and for a visitor with a pass, where
   * no one was asked to log in: the owner then sees what everyone sees.
   */
  readonly isOwner: boolean;
}

/** A report that the visitor may read, with its website. Secrets are redacted unless it is the owner. */
export interface SharedReport extends Granted {
  readonly report: Report;
  readonly website: Website;
}

/** A website that the visitor may read. */
export interface SharedWebsite extends Granted {
  readonly website: Website;
}

/** Two reports that the visitor may read, side by side. */
export interface SharedComparison {
  readonly access: 'granted';
  readonly from: SharedReport;
  readonly to: SharedReport;
  readonly comparison: ReportComparison;
}

/**
 * Finds the report of a share link, for a visitor. The privacy of its website decides: anyone may read
 * reports of a public one, only the owner those of a private one, and those of one with a password also
 * visitors with a pass from `createSharePass`. Secrets in the URLs are redacted as by `redactReport`, except
 * for the owner.
 *
 * @param context - From `createContext`.
 * @param token - The share token of the report.
 * @param visitor - The login and the pass of the visitor.
 * @returns `undefined` if there is no such report or the visitor may not know of it: both take the same
 * steps.
 * @throws what `visitor.login` throws.
 * @example
 * ```ts
 * const shared = await findSharedReport(context, token, { login: async () => 'user-1' });
 * if (shared?.access === 'granted') console.log(shared.report.score);
 * ```
 */
export async function findSharedReport(
  context: Context,
  token: string,
  visitor: Visitor = {},
): Promise<SharedReport | PasswordRequired | undefined> {
  const found = isShareToken(token)
    ? await context.store.reports.findByShareToken(token)
    : undefined;
  const { ownerId, websiteId } = found
    ? { ownerId: found.ownerId, websiteId: found.report.websiteId }
    : noWebsite;
  const website = await context.store.websites.find(ownerId, websiteId);
  const entry = await enter(context, website && { ownerId, website }, visitor);
  if (found === undefined || entry?.access !== 'granted')
    return entry as PasswordRequired | undefined;
  const { report } = found;
  return { ...entry, report: entry.isOwner ? report : await redactReportInSlices(context, report) };
}

/**
 * Finds the website of a share link, for a visitor, by the same rules as {@link findSharedReport}. List its
 * reports with `listLatestReports`, and redact them with `redactReportSummary` unless `isOwner`.
 *
 * @param context - From `createContext`.
 * @param token - The share token of the website.
 * @param visitor - The login and the pass of the visitor.
 * @returns `undefined` if there is no such website or the visitor may not know of it.
 * @throws what `visitor.login` throws.
 * @example
 * ```ts
 * const shared = await findSharedWebsite(context, token);
 * if (shared?.access === 'granted') console.log(shared.website.domain);
 * ```
 */
export async function findSharedWebsite(
  context: Context,
  token: string,
  visitor: Visitor = {},
): Promise<SharedWebsite | PasswordRequired | undefined> {
  const found = isShareToken(token)
    ? await context.store.websites.findByShareToken(token)
    : undefined;
  return enter(context, found, visitor);
}

/**
 * Compares the reports of two share links, which may be of different websites and owners, for a visitor who
 * may read both.
 *
 * @param context - From `createContext`.
 * @param tokens - The share token of the report to compare, `to`, and of the one to compare it with, `from`.
 * @param visitor - The login and the pass of the visitor.
 * @returns `undefined` if one of the reports does not exist or the visitor may not know of it; otherwise the
 * first website whose password is missing.
 * @throws what `visitor.login` throws.
 * @example
 * ```ts
 * const shared = await compareShared(context, { from: token, to: 'P3ZlV1cIbq0aYk5xF9sTgA' });
 * if (shared?.access === 'granted') console.log(shared.comparison.changes.score);
 * ```
 */
export async function compareShared(
  context: Context,
  tokens: { readonly from: string; readonly to: string },
  visitor: Visitor = {},
): Promise<SharedComparison | PasswordRequired | undefined> {
  const { login } = visitor;
  let loggedIn: Promise<string | undefined> | undefined;
  const once: Visitor = login
    ? {
        ...visitor,
        login: () => {
          loggedIn ??= login();
          return loggedIn;
        },
      }
    : visitor;
  const from = await findSharedReport(context, tokens.from, once);
  const to = await findSharedReport(context, tokens.to, once);
  if (from === undefined || to === undefined) return undefined;
  if (from.access === 'password') return from;
  if (to.access === 'password') return to;
  // Quotes of a redacted report differ from those of one that is not.
  const isOwner = from.isOwner && to.isOwner;
  const [earlier, later] = await Promise.all(
    [from, to].map((shared) =>
      shared.isOwner && !isOwner ? redactReportInSlices(context, shared.report) : shared.report,
    ),
  );
  const comparison = comparisonOf(earlier ?? from.report, later ?? to.report);
  return { access: 'granted', from, to, comparison };
}

/** Looked up instead of a website of a report that does not exist. */
const noWebsite = { ownerId: '-', websiteId: Number.MAX_SAFE_INTEGER } as const;

async function enter(
  context: Context,
  found: { readonly ownerId: string; readonly website: Website } | undefined,
  visitor: Visitor,
): Promise<SharedWebsite | PasswordRequired | undefined> {
  // A missing website takes the same steps as a private one.
  const privacy = found?.website.privacy ?? 'private';
  if (found && (privacy === 'public' || (await hasPass(context, found, visitor)))) {
    return { access: 'granted', isOwner: false, ...found };
  }
  const loggedIn = await visitor.login?.();
  if (found === undefined) return undefined;
  if (loggedIn === found.ownerId) return { access: 'granted', isOwner: true, ...found };
  return privacy === 'password' ? { access: 'password', ...found } : undefined;
}

async function hasPass(
  context: Context,
  { ownerId, website }: { readonly ownerId: string; readonly website: Website },
  { pass }: Visitor,
): Promise<boolean> {
  if (website.privacy !== 'password') return false;
  const value = pass?.(sharePassName(website));
  return value !== undefined && isSharePass(context, ownerId, website, value);
}
