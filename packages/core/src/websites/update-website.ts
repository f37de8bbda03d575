import * as v from 'valibot';
import { maxCodePoints } from '../code-points.ts';
import type { Context } from '../context.ts';
import { requireOwnerId } from '../owner-id.ts';
import { invalidInput, validate } from '../validate.ts';
import { wellFormedText } from '../well-formed-text.ts';
import { getWebsite, websiteNotFound } from './get-website.ts';
import { hashPassword } from './password.ts';
import { privacyByNumber, type Website } from './website.ts';

const privacySchema = v.optional(
  v.picklist(privacyByNumber, 'must be one of public, private, password.'),
);
const updateWebsiteSchema = v.object({
  privacy: privacySchema,
  password: v.optional(
    v.pipe(wellFormedText, v.minLength(1, 'must not be empty.'), maxCodePoints(128)),
  ),
});
const withoutPasswordSchema = v.object({ privacy: privacySchema });

/** What can be changed of a website; what is absent stays as it is. */
export type UpdateWebsiteInput = v.InferInput<typeof updateWebsiteSchema>;

/**
 * Changes a website's privacy, its password, or both. A password has no effect, and is not judged,
 * unless privacy is or becomes `password`. Leaving `password` forgets the password.
 *
 * @throws SitegradeError `not_found` where the owner has no such website; `invalid_input` with the
 * issues by field, also where privacy would be `password` with no password sent or stored.
 */
export async function updateWebsite(
  context: Context,
  ownerId: string,
  id: number,
  input: UpdateWebsiteInput,
): Promise<Website> {
  requireOwnerId(ownerId);
  const current = await getWebsite(context, ownerId, id);
  const { privacy } = validate(withoutPasswordSchema, input);
  const passwordCounts = (privacy ?? current.privacy) === 'password';
  const password = passwordCounts ? validate(updateWebsiteSchema, input).password : undefined;

  const update = await context.store.websites.update(ownerId, id, {
    ...(privacy === undefined ? {} : { privacy }),
    ...(password === undefined
      ? {}
      : { passwordHash: await hashPassword(password, context.randomBytes) }),
    updatedAt: context.now(),
  });
  if (update.outcome === 'updated') return update.website;
  if (update.outcome === 'missing') throw websiteNotFound();
  throw invalidInput({
    password: ['is required when privacy is password and none is stored yet.'],
  });
}
