import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { booleanOption, oneOf } from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { maxAddressLength, type Recipient, type RecipientSettings } from '../../store/recipient.ts';
import { type AlertType, alertTypes, minImportances } from '../../store/webhook.ts';
import { inputObject, invalidInput, validate, wellFormedText } from '../../validate.ts';
import { defaultEvents } from '../webhooks/webhook-input.ts';

/** The address of a recipient. */
export const addressSchema = v.pipe(
  wellFormedText,
  v.nonEmpty('must not be empty.'),
  v.maxLength(maxAddressLength, `must be at most ${maxAddressLength} characters.`),
  v.check(
    (text) => normalAddress(text) !== undefined,
    'must be an e-mail address such as name@example.com, without a name around it.',
  ),
);
const eventsSchema = v.pipe(
  v.array(oneOf(alertTypes), 'must be a list of events.'),
  v.maxLength(alertTypes.length, 'must have each event once.'),
);
const minImportanceSchema = oneOf(minImportances);

/** Input of `updateRecipient`. What is absent stays as it is. */
export interface UpdateRecipientInput {
  /** The events that it gets a mail about at once. May be empty if it gets a digest. */
  readonly events?: readonly AlertType[] | undefined;
  /** Findings that matter less are not sent. */
  readonly minImportance?: RecipientSettings['minImportance'] | undefined;
  /** Whether it gets a digest each week, on Monday. */
  readonly digest?: boolean | undefined;
}

/**
 * Input of `createRecipient`. Defaults: all events but `report.created` and `crawl.completed`, findings of any importance,
 * and no digest.
 */
export interface CreateRecipientInput extends UpdateRecipientInput {
  /** `name@example.com`, at most 254 characters. */
  readonly address: string;
}

const createSchema = inputObject({
  address: addressSchema,
  events: v.optional(eventsSchema, [...defaultEvents]),
  minImportance: v.optional(minImportanceSchema, 'low'),
  digest: v.optional(booleanOption, false),
} satisfies Record<keyof CreateRecipientInput, v.GenericSchema>);

const updateSchema = inputObject({
  events: v.optional(eventsSchema),
  minImportance: v.optional(minImportanceSchema),
  digest: v.optional(booleanOption),
} satisfies Record<keyof UpdateRecipientInput, v.GenericSchema>);

/**
 * Validates the settings of a new recipient.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export function newSettings(
  input: CreateRecipientInput,
): RecipientSettings & { readonly address: string } {
  const { address, events, minImportance, digest } = validate(createSchema, input);
  const settings = { events: [...new Set(events)], minImportance, digest };
  requireSomething(settings);
  return { ...settings, address: normalAddress(address) ?? address };
}

/**
 * Validates changes of a recipient.
 *
 * @throws SitegradeError `invalid_input` with the issues by field.
 */
export function changedSettings(
  input: UpdateRecipientInput,
  current: Recipient,
): Partial<RecipientSettings> {
  const { events, minImportance, digest } = validate(updateSchema, input);
  const change = {
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(minImportance !== undefined && { minImportance }),
    ...(digest !== undefined && { digest }),
  };
  requireSomething({ ...current, ...change });
  return change;
}

function requireSomething({ events, digest }: Pick<RecipientSettings, 'events' | 'digest'>): void {
  if (events.length > 0 || digest) return;
  throw invalidInput({ events: ['must have at least one event, or the recipient gets a digest.'] });
}

/** The characters of an atom of RFC 5322: an address with others would need quotes. */
const localPart = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/** Letters of any script, digits, hyphens and dots: `domainToASCII` would read more into other characters. */
const domainText = /^[\p{L}\p{M}\p{N}.-]+$/u;
const domainName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** An address with its domain in lower case and ASCII; `undefined` if it is invalid. */
function normalAddress(given: string): string | undefined {
  const at = given.lastIndexOf('@');
  const [local, domain] = [given.slice(0, at), given.slice(at + 1)];
  if (at < 1 || !localPart.test(local) || !domainText.test(domain)) return undefined;
  const name = domainToASCII(domain);
  const address = `${local}@${name}`;
  return domainName.test(name) && address.length <= maxAddressLength ? address : undefined;
}

/**
 * What addresses have in common that lead to the same person at most mail servers: those that differ in case, or in what
 * follows a `+`, and at Gmail in dots. A digest: it can only be compared with those of addresses that are known.
 *
 * @param ownerId - Of this owner alone. Default: of all.
 */
export function addressKeyOf(address: string, ownerId = ''): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const name = local.split('+')[0] || local;
  const isGmail = /^(?:gmail|googlemail)\.com$/.test(domain);
  const person = isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
  // No address contains a line break.
  return createHash('sha256').update(`${person}\n${ownerId}`).digest('base64url');
}
