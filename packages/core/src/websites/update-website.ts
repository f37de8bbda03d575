import { oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import type { Context } from '../context/context.ts';
import { maxPasswordLength, privacyByNumber, type Website } from '../store/website.ts';
import type { WebsiteCondition } from '../store/website-store.ts';
import {
  inputObject,
  invalidInput,
  maxCodePoints,
  requireOwnerId,
  validate,
  wellFormedText,
} from '../validate.ts';
import { getWebsite, websiteChanged, websiteNotFound } from './get-website.ts';

const privacySchema = v.optional(oneOf(privacyByNumber));
/** A password of a website. */
export const passwordSchema = v.pipe(
  wellFormedText,
  v.nonEmpty('must not be empty.'),
  maxCodePoints(maxPasswordLength),
);
const updateWebsiteSchema = inputObject({
  privacy: privacySchema,
  password: v.optional(passwordSchema),
});
/** For changes on which the password has no effect: it is not validated. */
const ignoredPasswordSchema = inputObject({
  privacy: privacySchema,
  password: v.optional(v.unknown()),
});

/** Input of {@link updateWebsite}. Absent fields are not changed. */
export type UpdateWebsiteInput = v.InferInput<typeof updateWebsiteSchema>;

/** Options of {@link updateWebsite}. */
export interface UpdateWebsiteOptions {
  /** A condition that the website must meet in the transaction that changes it. */
  readonly onlyIf?: WebsiteCondition;
  /** Aborts the change while the password waits to be hashed, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Changes the privacy or the password of a website, or both. A password has no effect, and is not
 * validated, unless privacy is or becomes `password`. Changing privacy from `password` to another value
 * deletes the password.
 *
 * @param context - From `createContext`.
 * @param ownerId - The owner of the website.
 * @param id - The id of the website.
 * @param input - The fields to change.
 * @param options - A condition for the change, and a signal.
 * @returns the changed website.
 * @throws SitegradeError `not_found` if the owner has no website with this id; `precondition_failed` if
 * `onlyIf` returns `false`; `invalid_input` with the issues by field, also if privacy would be `password`
 * without a new or stored password; `rate_limited` or `overloaded` if too many passwords wait to be hashed.
 * @example
 * ```ts
 * const { updatedAt } = await getWebsite(context, 'user-1', 7);
 * const onlyIf = (current: Website) => current.updatedAt.getTime() === updatedAt.getTime();
 * await updateWebsite(context, 'user-1', 7, { privacy: 'public' }, { onlyIf });
 * ```
 */
export async function updateWebsite(
  context: Context,
  ownerId: string,
  id: number,
  input: UpdateWebsiteInput,
  { onlyIf, signal }: UpdateWebsiteOptions = {},
): Promise<Website> {
  requireOwnerId(ownerId);
  const current = await getWebsite(context, ownerId, id);
  const { privacy } = validate(ignoredPasswordSchema, input);
  // The store checks the condition again in its transaction. This check avoids an expensive hash.
  if (onlyIf && !onlyIf(current)) throw websiteChanged();
  const needsPassword = (privacy ?? current.privacy) === 'password';
  const password = needsPassword ? validate(updateWebsiteSchema, input).password : undefined;

  const change = {
    ...(privacy === undefined ? {} : { privacy }),
    ...(password === undefined
      ? {}
      : {
          passwordHash: await context.passwords.hash(
            ownerId,
            password,
            context.randomBytes,
            signal,
          ),
        }),
    updatedAt: context.now(),
  };
  signal?.throwIfAborted();
  const update = await context.store.websites.update(ownerId, id, change, onlyIf);
  if (update.outcome === 'updated') {
    const { domain, privacy: now } = update.website;
    context.emit({ type: 'website.updated', ownerId, websiteId: id, domain, privacy: now });
    return update.website;
  }
  if (update.outcome === 'missing') throw websiteNotFound();
  if (update.outcome === 'condition_failed') throw websiteChanged();
  throw invalidInput({
    password: ['is required when privacy is 2 (password) and none is stored yet.'],
  });
}
