import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { beforeEach, expect, it } from 'vitest';
import type { Context } from '../context/context.ts';
import { createContext } from '../context/create-context.ts';
import { hashCheaply } from '../context/password-queue.ts';
import { getWebsite } from './get-website.ts';
import { updateWebsite } from './update-website.ts';

let context: Context;
let id: number;

beforeEach(async () => {
  const store = memoryStore();
  hashCheaply(store);
  context = createContext({ store, now: () => new Date('2026-06-02T00:00:00Z') });
  const report = await context.store.reports.create(newReport({ ownerId: 'ann' }));
  id = report.websiteId;
});

const update = (input: object) => updateWebsite(context, 'ann', id, input);
const wrong = (field: string) =>
  expect.objectContaining({ code: 'invalid_input', issues: { [field]: [expect.any(String)] } });

it('sets the privacy and the time of the change', async () => {
  expect(await update({ privacy: 'public' })).toMatchObject({
    privacy: 'public',
    hasPassword: false,
    updatedAt: new Date('2026-06-02T00:00:00Z'),
  });
});

it('changes nothing for a disconnected client', async () => {
  const gone = { signal: AbortSignal.abort(new Error('gone')) };
  const input = { privacy: 'password', password: 'secret' } as const;
  await expect(updateWebsite(context, 'ann', id, input, gone)).rejects.toThrow('gone');
  expect(await getWebsite(context, 'ann', id)).toMatchObject({ hasPassword: false });
});

it('sets privacy and password together, and a new password alone', async () => {
  expect(await update({ privacy: 'password', password: 'secret' })).toMatchObject({
    privacy: 'password',
    hasPassword: true,
  });
  expect(await update({ password: 'other' })).toMatchObject({
    privacy: 'password',
    hasPassword: true,
  });
});

it('is refused beyond the limits of password changes', async () => {
  context = createContext({ store: context.store, passwords: { perOwner: 0 } });
  const change = () => update({ privacy: 'password', password: 'secret' });
  expect(await Promise.allSettled([change(), change(), change()])).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { reason: { code: 'rate_limited' } },
  ]);
});

it('rejects privacy password without a password, and changes nothing', async () => {
  await expect(update({ privacy: 'password' })).rejects.toEqual(wrong('password'));
  expect(await getWebsite(context, 'ann', id)).toMatchObject({ privacy: 'private' });
});

it('keeps the stored password when privacy is set to password again', async () => {
  await update({ privacy: 'password', password: 'secret' });
  expect(await update({ privacy: 'password' })).toMatchObject({ hasPassword: true });
});

it('deletes the password when the privacy changes', async () => {
  await update({ privacy: 'password', password: 'secret' });
  expect(await update({ privacy: 'private' })).toMatchObject({ hasPassword: false });
  await expect(update({ privacy: 'password' })).rejects.toEqual(wrong('password'));
});

it.each([{ password: 'secret' }, { privacy: 'public', password: 'secret' }, { password: '' }])(
  'gives %o no effect on the password where privacy is another',
  async (input) => {
    expect(await update(input)).toMatchObject({ hasPassword: false });
  },
);

it.each(['', 'x'.repeat(1_025), '🙂'.repeat(1_025), 'a\0', '\ud800', 5])(
  'validates the password %j if privacy is 2',
  async (password) => {
    await expect(update({ privacy: 'password', password })).rejects.toEqual(wrong('password'));
  },
);

it.each(['', 'x'.repeat(1_025), 'a\0', 5])(
  'does not validate the password %j otherwise',
  async (password) => {
    expect(await update({ privacy: 'public', password })).toMatchObject({ privacy: 'public' });
  },
);

it('rejects an unknown privacy and names the allowed ones', async () => {
  await expect(update({ privacy: 'secret' })).rejects.toMatchObject({
    issues: { privacy: ['must be one of public, private, password.'] },
  });
});

it("does not find another owner's website", async () => {
  await expect(updateWebsite(context, 'bob', id, { privacy: 'public' })).rejects.toMatchObject({
    code: 'not_found',
  });
});
