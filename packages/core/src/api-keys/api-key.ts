/** An API key as its owner may see it again: never the key itself. */
export interface ApiKey {
  readonly id: number;
  /** The host's own id of the user whom the key acts for. */
  readonly ownerId: string;
  /** What the owner calls it. */
  readonly name: string;
  /** The first characters of the key, to tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** When it stops working by itself; `null` when it does not. */
  readonly expiresAt: Date | null;
  /** When it was last used, exact to a minute; `null` before its first use. */
  readonly lastUsedAt: Date | null;
  /** When it was revoked; `null` while it works. */
  readonly revokedAt: Date | null;
}
