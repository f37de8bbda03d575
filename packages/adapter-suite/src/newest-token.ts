import type { Context } from '@sitegrade/core';

let last = 0;

/** The token in the links of the mail to a recipient that waits. */
export async function newestToken({ store, now }: Context, recipientId: number): Promise<string> {
  for (;;) {
    last += 1;
    const claim = { token: `newest-${last}`, leaseMs: 3_600_000, now: now() };
    const claimed = await store.mails.claim(claim);
    if (claimed === undefined) throw new Error('No mail waits.');
    if (claimed.recipient.id === recipientId) return claimed.token;
  }
}
