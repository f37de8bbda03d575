import type { Recipient, RecipientSettings } from './recipient.ts';

/**
 * The recipients of mails about websites. A recipient is deleted with its website; its mails that wait are canceled.
 *
 * Times as in `JobStore`: when a recipient was confirmed, and how many mails there were in a time, is decided by the
 * clock of the database if several machines share the store. `createdAt` and `updatedAt` are the given times.
 */
export interface RecipientStore {
  /**
   * Inserts a recipient that is not confirmed, and the mail that asks for it. Validates in this order: the website
   * exists, it has no such address, the quota of recipients, and what {@link ConfirmationRefusal} says.
   */
  create(recipient: NewRecipient): Promise<RecipientCreation>;
  find(ownerId: string, websiteId: number, id: number): Promise<Recipient | undefined>;
  /** All recipients of the website, oldest first. There are as many as the quota allows, and some more if that was lowered. */
  list(ownerId: string, websiteId: number): Promise<readonly Recipient[]>;
  /** Changes settings, not the state. `undefined` if there is none. */
  update(
    ownerId: string,
    websiteId: number,
    id: number,
    change: RecipientChange,
  ): Promise<Recipient | undefined>;
  /** Deletes the recipient. `false` if there was none. */
  delete(ownerId: string, websiteId: number, id: number): Promise<boolean>;
  /** Inserts another mail that asks for the confirmation, unless the recipient is confirmed. */
  requestConfirmation(request: RequestedConfirmation): Promise<ConfirmationRequest>;
  /** The recipient whose links have this token, of any owner. */
  findByToken(token: string): Promise<FoundRecipient | undefined>;
  /** Confirms a recipient, which was perhaps unsubscribed. One that is confirmed stays as it is. */
  confirm(token: string, confirmation: Confirmation): Promise<FoundRecipient | undefined>;
  /** Unsubscribes a recipient, and cancels its mails. One that is unsubscribed stays as it is. */
  unsubscribe(token: string, now: Date): Promise<FoundRecipient | undefined>;
  /** Some recipients of all owners whose digest is due, those first that have been due longest. */
  dueDigests(query: { readonly limit: number; readonly now: Date }): Promise<DueDigests>;
}

/** A recipient to insert. */
export interface NewRecipient extends RecipientSettings, ConfirmationLimits {
  readonly ownerId: string;
  readonly websiteId: number;
  readonly address: string;
  /** The token of its links: 43 letters, digits, `-` and `_`. Stored as it is. */
  readonly token: string;
  /** How many recipients the owner may have, with this one. */
  readonly maxRecipients: number;
  readonly createdAt: Date;
}

/** The mail that asks for a confirmation, and how many there may be. */
export interface ConfirmationLimits {
  readonly messageId: string;
  /** How many mails of the owner may be created in 24 hours, with this one. */
  readonly maxMailsPerDay: number;
  /** How often this owner may have the address asked. Beyond that there is no mail. */
  readonly ofOwner: ConfirmationLimit;
  /**
   * How often all owners together may. Beyond that the mail waits until there may be one, like any other: an owner must not
   * learn whether others have asked. Where that is more than 30 days ahead, the outcome is the same, and there is no mail.
   */
  readonly ofAll: ConfirmationLimit;
}

/** How many confirmations there may be in a time. */
export interface ConfirmationLimit {
  /**
   * What addresses that may be those of the same person have in common; of an owner, with the owner. Neither can be read from
   * it. It is kept apart from recipients, until the last of its confirmations is old.
   */
  readonly key: string;
  /** With this one. */
  readonly max: number;
  readonly windowMs: number;
}

/** Why no mail asks for a confirmation. */
export type ConfirmationRefusal =
  | {
      readonly outcome: 'mails_exceeded';
      /** How many mails of the owner there were in 24 hours. */
      readonly used: number;
      /** Milliseconds after which there may be one; a day if there may be none at all. */
      readonly retryAfterMs: number;
    }
  | {
      /** Of this owner. */
      readonly outcome: 'too_many_confirmations';
      /** Milliseconds after which there may be one. */
      readonly retryAfterMs: number;
    };

/** The outcome of {@link RecipientStore.create}. `missing`: the owner has no such website. */
export type RecipientCreation =
  | { readonly outcome: 'created'; readonly recipient: Recipient }
  | { readonly outcome: 'missing' | 'exists' }
  | {
      readonly outcome: 'quota_exceeded';
      /** How many recipients the owner has. */
      readonly used: number;
    }
  | ConfirmationRefusal;

/** The change of a recipient. What is absent stays as it is. */
export interface RecipientChange extends Partial<RecipientSettings> {
  /** When its first digest is due, if it is confirmed and had none. */
  readonly digestDueAt: Date;
  readonly updatedAt: Date;
}

/** A confirmation to ask for again. */
export interface RequestedConfirmation extends ConfirmationLimits {
  readonly ownerId: string;
  readonly websiteId: number;
  readonly id: number;
  readonly now: Date;
}

/** The outcome of {@link RecipientStore.requestConfirmation}. */
export type ConfirmationRequest =
  | { readonly outcome: 'requested'; readonly recipient: Recipient }
  | { readonly outcome: 'missing' | 'confirmed' }
  | ConfirmationRefusal;

/** A recipient and whose it is. */
export interface FoundRecipient {
  readonly ownerId: string;
  /** The domain of its website. */
  readonly domain: string;
  readonly recipient: Recipient;
}

/** A confirmation. */
export interface Confirmation {
  /** When its first digest is due, if it has one. */
  readonly digestDueAt: Date;
  readonly now: Date;
}

/** Recipients whose digest is due. */
export interface DueDigests {
  /** The time by which they are. */
  readonly now: Date;
  readonly digests: readonly DueDigest[];
}

/** A digest that is due. */
export interface DueDigest extends FoundRecipient {
  readonly dueAt: Date;
}
