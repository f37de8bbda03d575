import { isObject } from '@sitegrade/foundation/validate-options';
import { defaultAccent } from '../../brand/accent.ts';
import type { MailBrand } from '../../context/alert-settings.ts';
import type { Context } from '../../context/context.ts';

const defaultBrand: MailBrand = { name: 'sitegrade', accent: defaultAccent };

const maxName = 60;

/**
 * The brand of an owner in mails.
 *
 * @throws TypeError that names what `alerts.brand` has returned and is not valid, or what it throws.
 */
export async function brandFor({ alerts }: Context, ownerId: string): Promise<MailBrand> {
  const given: unknown = await alerts.brand?.(ownerId);
  if (given === undefined) return defaultBrand;
  if (!isObject(given)) throw new TypeError('alerts.brand must return an object or undefined.');
  const { name = defaultBrand.name, accent = defaultBrand.accent } = given as Partial<
    Record<keyof MailBrand, unknown>
  >;
  if (typeof name !== 'string' || !isName(name)) {
    throw new TypeError(`alerts.brand must return a name of 1 to ${maxName} characters.`);
  }
  if (typeof accent !== 'string' || !/^#[0-9a-f]{6}$/i.test(accent)) {
    throw new TypeError('alerts.brand must return an accent such as #0b5cc4.');
  }
  return { name, accent };
}

function isName(text: string): boolean {
  return text.trim() !== '' && text.length <= maxName && !/[\p{Cc}\p{Cf}]/u.test(text);
}
