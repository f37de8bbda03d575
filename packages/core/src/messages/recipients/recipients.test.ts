import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { describe, expect, it } from 'vitest';
import { type ContextOptions, createContext } from '../../context/create-context.ts';
import { createRecipient, deleteRecipient, resendConfirmation } from './recipients.ts';
import { confirmRecipient, findRecipient, unsubscribeRecipient } from './subscriptions.ts';

const consoleUrl = 'https://seo.example.com/sitegrade';

async function withWebsite(options: Partial<ContextOptions> = {}) {
  const context = createContext({
    store: memoryStore(),
    ...options,
    alerts: { consoleUrl, sendMail: async () => {} },
  });
  const { websiteId } = await context.store.reports.create(newReport({ ownerId: 'ann' }));
  const add = (address: string) => createRecipient(context, 'ann', websiteId, { address });
  return { context, websiteId, add };
}

describe('an address', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['Ann.B+seo@EXAMPLE.Com', 'Ann.B+seo@example.com'],
    ["o'hara_!#$%&*/=?^`{|}~-@a.b.example", "o'hara_!#$%&*/=?^`{|}~-@a.b.example"],
    ['ann@MÜNCHEN.de', 'ann@xn--mnchen-3ya.de'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%s is stored as %s', async (given, stored) => {
    const { add } = await withWebsite();
    expect((await add(given)).address).toBe(stored);
  });

  it.each([
    ...['', 'ann', '@example.com', 'ann@', 'ann@@example.com', 'a b@example.com'],
    ...['.ann@example.com', 'ann.@example.com', 'a..b@example.com', '"ann"@example.com'],
    ...['Ann <ann@example.com>', 'ann@example.com,bob@example.com', 'ann@example.com bob'],
    ...['ann@example.com\n', 'ann\r\n@example.com', 'ann@example.com\0', 'änn@example.com'],
    ...['ann@localhost', 'ann@127.0.0.1', 'ann@[127.0.0.1]', 'ann@-a.com', 'ann@a_b.com'],
    ...['ann@exa%6dple.com', 'ann@example.com/x', 'ann@1.2', 'ann@a..com', 'ann@example.com.'],
    ...[`${'a'.repeat(65)}@example.com`, `ann@${'a.'.repeat(125)}com`],
  ])('%j is not an address', async (given) => {
    const { context, websiteId, add } = await withWebsite();
    await expect(add(given)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: { address: expect.any(Array) },
    });
    expect(await context.store.recipients.list('ann', websiteId)).toEqual([]);
  });

  it('gets three confirmations of an owner, however it is written', async () => {
    const { context, websiteId, add } = await withWebsite();
    const { id } = await add('ann@example.com');
    await add('ANN+1@example.com');
    await add('ann+2@EXAMPLE.com');
    const refused = { code: 'rate_limited', retryAfterSeconds: 30 * 86_400 };
    await expect(add('Ann+3@example.com')).rejects.toMatchObject(refused);
    await deleteRecipient(context, 'ann', websiteId, id);
    await expect(add('ann@example.com')).rejects.toMatchObject(refused);
    for (const address of ['b.ob@gmail.com', 'bo.b@googlemail.com', 'bob+1@gmail.com']) {
      await add(address);
    }
    await expect(add('bob@gmail.com')).rejects.toMatchObject(refused);
    // Other owners do not learn of it.
    const { websiteId: other } = await context.store.reports.create(newReport({ ownerId: 'bob' }));
    const asked = await createRecipient(context, 'bob', other, { address: 'ann@example.com' });
    expect(asked).toMatchObject({ state: 'unconfirmed', lastFailure: null });
    // Others have the same name elsewhere, or begin like it.
    await add('ann@example.org');
    await add('anna@example.com');
    await add('+ann@example.com');
  });
});

it('is added within the quota of mails of a day, which says when there is room', async () => {
  let now = Date.parse('2027-01-01T12:00Z');
  const { websiteId, add, context } = await withWebsite({
    quotas: { mailsPerDay: 2 },
    now: () => new Date(now),
  });
  const hourMs = 3_600_000;
  for (const name of ['ann', 'bob']) {
    await add(`${name}@example.com`);
    now += hourMs;
  }
  const exceeded = { code: 'quota_exceeded', retryAfterSeconds: 22 * 3_600 };
  await expect(add('cat@example.com')).rejects.toMatchObject(exceeded);
  const [ann] = await context.store.recipients.list('ann', websiteId);
  await expect(resendConfirmation(context, 'ann', websiteId, ann?.id ?? 0)).rejects.toMatchObject(
    exceeded,
  );
  now += 22 * hourMs;
  await add('cat@example.com');
  await expect(add('dan@example.com')).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
});

it('is distinguished by a token that no one can guess', async () => {
  const { context, add } = await withWebsite();
  await add('ann@example.com');
  await add('bob@example.com');
  const tokens: string[] = [];
  for (const token of ['lease-1', 'lease-2']) {
    const claimed = await context.store.mails.claim({ token, leaseMs: 1e6, now: context.now() });
    tokens.push(claimed?.token ?? '');
  }
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  const [token = ''] = tokens;
  expect((await confirmRecipient(context, token)).recipient.state).toBe('confirmed');
  expect((await unsubscribeRecipient(context, token)).recipient.state).toBe('unsubscribed');
});

it('is not found by another token', async () => {
  const { context } = await withWebsite();
  const asked: string[] = [];
  const findByToken = async (token: string) => {
    asked.push(token);
    return context.store.recipients.findByToken(token);
  };
  const recipients = { ...context.store.recipients, findByToken };
  const watched = { ...context, store: { ...context.store, recipients } };
  const unknown = 'A'.repeat(43);
  for (const token of ['', unknown, 'A'.repeat(42), "' or 1=1", '\0'.repeat(43)]) {
    for (const find of [findRecipient, confirmRecipient, unsubscribeRecipient]) {
      await expect(find(watched, token)).rejects.toMatchObject({ code: 'not_found' });
    }
  }
  // No database is asked for what it might not accept.
  expect(asked).toEqual([unknown, unknown, unknown]);
});

it('is not added where no mails are sent, nor asked again', async () => {
  const { context, websiteId, add } = await withWebsite();
  const { id } = await add('ann@example.com');
  const silent = createContext({ store: context.store, alerts: { consoleUrl } });
  const refused = { code: 'conflict', message: expect.stringContaining('sends no mails') };
  const input = { address: 'bob@example.com' };
  await expect(createRecipient(silent, 'ann', websiteId, input)).rejects.toMatchObject(refused);
  await expect(resendConfirmation(silent, 'ann', websiteId, id)).rejects.toMatchObject(refused);
});

it('needs a server that knows its own URL', () => {
  const alerts = { sendMail: async () => {} };
  expect(() => createContext({ store: memoryStore(), alerts })).toThrow(
    new TypeError('alerts.sendMail requires alerts.consoleUrl: mails have links to its pages.'),
  );
});
