import { expect, it, vi } from 'vitest';
import type { Mail } from '../../context/send-mail.ts';
import { createRecipient } from '../recipients/recipients.ts';
import { mailContext } from './fixtures/mail-context.ts';
import { sendMails } from './send-mails.ts';

it('sends four at a time, one of an owner, so that no owner delays others', async () => {
  const open = new Map<string, () => void>();
  const sendMail = ({ to }: Mail) =>
    new Promise<void>((resolve) => {
      open.set(to, resolve);
    });
  const { context, newWebsite } = mailContext({ sendMail });
  const owners = ['ann', 'bob', 'cat', 'dan', 'eve'];
  for (const owner of owners) {
    const websiteId = await newWebsite('example.com', owner);
    for (const index of [1, 2]) {
      const address = `${owner}-${index}@example.org`;
      await createRecipient(context, owner, websiteId, { address });
    }
  }
  const stopping = new AbortController();
  const graceOver = new AbortController();
  const sending = sendMails(context, stopping.signal, graceOver.signal);
  const names = () => [...open.keys()].map((to) => to.replace('@example.org', ''));
  await vi.waitFor(() => expect(names()).toEqual(['ann-1', 'bob-1', 'cat-1', 'dan-1']));
  open.get('bob-1@example.org')?.();
  await vi.waitFor(() => expect(names()).toContain('bob-2'));
  expect(names()).not.toContain('ann-2');
  open.get('ann-1@example.org')?.();
  await vi.waitFor(() => expect(names()).toContain('ann-2'));
  stopping.abort();
  graceOver.abort();
  await sending;
  // Those that were running are given back.
  open.clear();
  const again = new AbortController();
  const next = sendMails(context, again.signal, again.signal);
  await vi.waitFor(() => expect(names().length).toBe(4));
  again.abort();
  await next;
});
