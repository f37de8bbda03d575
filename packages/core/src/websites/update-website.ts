import * as v from 'valibot';
import type { Context } from '../context.ts';
import type { WebsiteCondition } from '../store.ts';
import {
  inputObject,
  invalidInput,
  maxCodePoints,
  requireOwnerId,
  validate,
  wellFormedText,
} from '../validate.ts';
import { getWebsite, websiteChanged, websiteNotFound } from './get-website.ts';
import { maxPasswordLength, privacyByNumber, type Website } from './website.ts';

const privacySchema = v.optional(
  v.picklist(privacyByNumber, 'must be one of public, private, password.'),
);
const updateWebsiteSchema = inputObject({
  privacy: privacySchema,
  password: v.optional(
    v.pipe(wellFormedText, v.minLength(1, 'must not be empty.'), maxCodePoints(maxPasswordLength)),
  ),
});
/** Where a password does not count, it may be anything. */
const uncountedPasswordSchema = inputObject({
  privacy: privacySchema,
  password: v.optional(v.unknown()),
});

/** What can be changed of a website; what is absent stays as it is. */
export type UpdateWebsiteInput = v.InferInput<typeof updateWebsiteSchema>;

/** How a website is changed. */
export interface UpdateWebsiteOptions {
  /** Whether to change the website as it is at that very moment. */
  readonly onlyIf?: WebsiteCondition;
  /** Ends the change while its password waits to be hashed; its reason is what is thrown then. */
  readonly signal?: AbortSignal;
}

/**
 * Changes a website's privacy, its password, or both. A password has no effect, and is not judged,
 * unless privacy is or becomes `password`. Leaving `password` forgets the password. Passwords are hashed
 * for owners in turn; nothing changes when `signal` aborts before the store is asked. With `onlyIf`
 * the website is changed only if it is, at that very moment, as the function wants it.
 *
 * @throws SitegradeError `not_found` where the owner has no such website; `precondition_failed`
 * where `onlyIf` says no; `invalid_input` with the issues by field, also where privacy would be
 * `password` with no password sent or stored; `rate_limited` and `overloaded` where too many passwords
 * wait to be hashed.
 * @example
 * ```ts
 * const seen = await getWebsite(context, 'user-1', 7);
 * const onlyIf = (current: Website) => current.updatedAt.getTime() === seen.updatedAt.getTime();
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
  const { privacy } = validate(uncountedPasswordSchema, input);
  // The store asks again, which is what counts; but a hash is dear, and what follows depends on it.
  if (onlyIf && !onlyIf(current)) throw websiteChanged();
  const passwordCounts = (privacy ?? current.privacy) === 'password';
  const password = passwordCounts ? validate(updateWebsiteSchema, input).password : undefined;

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
