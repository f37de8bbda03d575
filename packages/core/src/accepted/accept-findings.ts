import { trimUrl } from '@sitegrade/audit';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { quotaExceeded } from '../context/quotas.ts';
import { requireWritable } from '../context/require-writable.ts';
import { pathPatternSchema } from '../crawls/path-patterns.ts';
import {
  type AcceptedFinding,
  maxAcceptedPatterns,
  maxReasonLength,
} from '../store/accepted-finding.ts';
import { maxUrlLength } from '../store/report.ts';
import {
  inputObject,
  invalidInput,
  maxCodePoints,
  requireOwnerId,
  validate,
  wellFormedText,
} from '../validate.ts';
import { getWebsite, websiteNotFound } from '../websites/get-website.ts';
import { isOver } from './accepted-matcher.ts';

/** How many places one call accepts. */
const maxPlaces = 100;

/** A quote is cut when it is stored, as those of checks of your own may be longer than those of sitegrade. */
const maxQuoteLength = 500;

/** A place to accept. */
export interface PlaceToAccept {
  /** As `acceptedMatcher` and the reports of the HTTP API have it: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** What is quoted there, for readers of the list. */
  readonly quote?: string | undefined;
}

/** Input of {@link acceptFindings}. */
export interface AcceptFindingsInput {
  /** The id of the check. */
  readonly check: string;
  /**
   * Without `places`, a pattern of paths, as in robots.txt: all that the check finds on these pages is accepted. With
   * them, the path of their page, for readers.
   */
  readonly path: string;
  /** 1 to 100 places of one page. */
  readonly places?: readonly PlaceToAccept[] | undefined;
  /** Why: 1 to 1,000 characters. Shown to the owner only. */
  readonly reason: string;
  /** The last day on which it is accepted, in UTC: `2027-01-31`. Default: no end. */
  readonly expires?: string | undefined;
}

/** The id of a check. */
export const acceptedCheckSchema = v.pipe(
  wellFormedText,
  v.nonEmpty('must not be empty.'),
  maxCodePoints(64),
);

/** The path of a page, or a pattern of paths. */
export const acceptedPathSchema = v.pipe(
  wellFormedText,
  v.transform(trimUrl),
  v.maxLength(maxUrlLength, `must be at most ${maxUrlLength} characters.`),
  v.regex(/^[/*]/, 'must begin with / or *.'),
);

/** A fingerprint. */
export const fingerprintSchema = v.pipe(
  v.string('must be a string.'),
  v.regex(/^[\da-f]{16}$/, 'must be 16 hexadecimal digits, as in a report.'),
);

/** What is quoted at a place. */
export const quoteSchema = v.pipe(wellFormedText, maxCodePoints(maxUrlLength));

/** Why a finding is accepted. */
export const reasonSchema = v.pipe(
  wellFormedText,
  v.trim(),
  v.nonEmpty('must not be empty.'),
  maxCodePoints(maxReasonLength),
);

/** The last day on which a finding is accepted. */
export const lastDaySchema = v.pipe(
  v.string('must be a string.'),
  v.check(isDay, 'must be a date, such as 2027-01-31.'),
);

const inputSchema = inputObject({
  check: acceptedCheckSchema,
  path: acceptedPathSchema,
  places: v.optional(
    v.pipe(
      // Not `v.array`, which would read all elements before their number is checked.
      v.custom<readonly unknown[]>(
        (value) => Array.isArray(value) && value.length >= 1 && value.length <= maxPlaces,
        `must be an array of 1 to ${maxPlaces} places.`,
      ),
      v.array(
        // Other properties are ignored, so that the places of a report can be passed as they are.
        v.object(
          { fingerprint: fingerprintSchema, quote: v.optional(quoteSchema) },
          'must be objects with a fingerprint.',
        ),
      ),
    ),
  ),
  reason: reasonSchema,
  expires: v.optional(lastDaySchema),
} satisfies Record<keyof AcceptFindingsInput, v.GenericSchema>);

/**
 * Accepts findings of a website: places of one page, or all that a check finds on pages whose path matches a pattern.
 * They stay in reports, cost no points in the accepted score, and are back when they change, or after the last day. What
 * is accepted already is replaced.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param websiteId - The id of the website.
 * @param input - What is accepted, why, and until when.
 * @returns what is stored, for each place, or one for a pattern; and how many are new.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `invalid_input` with the issues by field,
 * also if the check is not in the ruleset, the last day is over, or the website has 500 patterns; `quota_exceeded` if the
 * owner has too many accepted findings.
 * @example
 * ```ts
 * const { findings } = await acceptFindings(context, 'user-1', 7, {
 *   check: 'image-alt',
 *   path: '/archive/',
 *   reason: 'The archive is not maintained.',
 *   expires: '2027-12-31',
 * });
 * ```
 */
export async function acceptFindings(
  context: Context,
  ownerId: string,
  websiteId: number,
  input: AcceptFindingsInput,
): Promise<{ readonly findings: readonly AcceptedFinding[]; readonly created: number }> {
  requireOwnerId(ownerId);
  const { id } = await getWebsite(context, ownerId, websiteId);
  const acceptedAt = context.now();
  const { places, expires = null, ...shared } = validateInput(context, input, acceptedAt);
  const all = new Map((places ?? [null]).map((place) => [place?.fingerprint, place]));
  const findings = [...all.values()].map((place) => ({
    ...shared,
    expires,
    fingerprint: place?.fingerprint ?? null,
    quote: place?.quote === undefined ? null : cut(place.quote),
  }));
  await requireWritable(context);
  const { acceptedFindings: maxAccepted } = await context.quotas(ownerId);
  const setting = await context.store.accepted.accept({
    ownerId,
    websiteId: id,
    findings,
    acceptedAt,
    maxAccepted,
    maxPatterns: maxAcceptedPatterns,
  });
  switch (setting.outcome) {
    case 'missing':
      throw websiteNotFound();
    case 'too_many_patterns':
      throw invalidInput({ path: [tooManyPatterns] });
    case 'quota_exceeded': {
      context.emitOperation({ type: 'write.refused', reason: 'quota_exceeded' });
      const { used, requested } = setting;
      throw quotaExceeded('acceptedFindings', { limit: maxAccepted, used, requested });
    }
    default:
      return { findings: setting.findings, created: setting.created };
  }
}

const tooManyPatterns = `would be one pattern too many: a website may have ${maxAcceptedPatterns} accepted findings without a fingerprint.`;

function validateInput({ ruleset }: Context, input: AcceptFindingsInput, now: Date) {
  const { check, path: given, places, expires } = Object(input) as Partial<AcceptFindingsInput>;
  const path = typeof given === 'string' ? trimUrl(given) : given;
  const pattern = places === undefined ? v.safeParse(pathPatternSchema, path).issues : undefined;
  return validate(inputSchema, input, {
    ...(typeof check === 'string' &&
      !ruleset.checks.some(({ id }) => id === check) && {
        check: ['is not the id of a check of this server.'],
      }),
    ...(pattern && { path: [pattern[0].message] }),
    ...(places !== undefined && path?.[0] === '*' && { path: ['must begin with /.'] }),
    ...(typeof expires === 'string' &&
      isDay(expires) &&
      isOver(expires, now) && { expires: ['must not be in the past.'] }),
  });
}

/** Whether a text is a day of the calendar, such as `2027-01-31`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  // Not every month has 31 days.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function cut(quote: string): string {
  const characters = [...quote];
  if (characters.length <= maxQuoteLength) return quote;
  return `${characters.slice(0, maxQuoteLength - 1).join('')}…`;
}
