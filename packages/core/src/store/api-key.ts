/** An API key without its secret. */
export interface ApiKey {
  readonly id: number;
  /** The host's own id of the user or tenant that the key acts for. */
  readonly ownerId: string;
  /** The name that the owner gave it. */
  readonly name: string;
  /** The first characters of the key, to recognise it in a list. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** When the key expires; `null` if it does not expire. */
  readonly expiresAt: Date | null;
  /** When the key was last used, to the minute; `null` if it was never used. */
  readonly lastUsedAt: Date | null;
  /** When the key was revoked; `null` if it was not. */
  readonly revokedAt: Date | null;
}
