import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import type { Website } from '../store/website.ts';
import { updateWebsite } from '../websites/update-website.ts';
import { sharingContext } from './fixtures/sharing-context.ts';
import { renewWebsiteLink } from './renew-link.ts';
import { createSharePass, isSharePass, sharePassName } from './share-pass.ts';

const hour = 60 * 60 * 1000;
let made: ReturnType<typeof sharingContext>;
let website: Website;

beforeEach(async () => {
  made = sharingContext();
  website = (await made.share('password')).website;
});

const create = async (of = website, password = 'secret') => {
  const pass = await createSharePass(made.context, 'ann', of, password);
  return pass?.value ?? '';
};
const isPass = (value: string, of = website, ownerId = 'ann') =>
  isSharePass(made.context, ownerId, of, value);

it('replaces the password for 12 hours, in every process', async () => {
  const pass = await createSharePass(made.context, 'ann', website, 'secret');
  expect(pass?.value).toMatch(/^[\w.-]{45,55}$/);
  expect(pass?.expiresAt).toEqual(new Date('2026-06-02T00:00:00.000Z'));
  const { context } = sharingContext();
  const elsewhere = { ...context, store: made.context.store };
  expect(await isSharePass(elsewhere, 'ann', website, pass?.value ?? '')).toBe(true);
  made.later(12 * hour - 1);
  expect(await isPass(pass?.value ?? '')).toBe(true);
  made.later(1);
  expect(await isPass(pass?.value ?? '')).toBe(false);
});

it('is not issued for a wrong password, which counts as a guess', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await createSharePass(made.context, 'ann', website, 'wrong')).toBeUndefined();
  }
  await expect(createSharePass(made.context, 'ann', website, 'secret')).rejects.toMatchObject({
    code: 'rate_limited',
  });
});

it('ends with a new password, even with the same one', async () => {
  const value = await create();
  await updateWebsite(made.context, 'ann', website.id, { password: 'secret' });
  expect(await isPass(value)).toBe(false);
  expect(await isPass(await create())).toBe(true);
});

it('ends with the password and with the link of the website', async () => {
  const value = await create();
  const shareToken = await renewWebsiteLink(made.context, 'ann', website.id);
  expect(await isPass(value, { ...website, shareToken })).toBe(false);
  await updateWebsite(made.context, 'ann', website.id, { privacy: 'private' });
  expect(await isPass(value)).toBe(false);
});

it('is signed with the password that was checked, if that changes meanwhile', async () => {
  const passwords = {
    ...made.context.passwords,
    verify: async (...parameters: Parameters<typeof made.context.passwords.verify>) => {
      const matches = await made.context.passwords.verify(...parameters);
      await updateWebsite(made.context, 'ann', website.id, { password: 'new' });
      return matches;
    },
  };
  const pass = await createSharePass({ ...made.context, passwords }, 'ann', website, 'secret');
  expect(await isPass(pass?.value ?? '')).toBe(false);
});

it('is of one website', async () => {
  const other = (await made.share('password', { domain: 'other.example' })).website;
  const value = await create();
  expect(await isPass(value, other)).toBe(false);
  expect(await isPass(value, website, 'bob')).toBe(false);
  // Even if both had the same hash.
  expect(await isPass(value, { ...website, shareToken: other.shareToken })).toBe(false);
});

it('is rejected with any other expiry or signature', async () => {
  const value = await create();
  const [expiry = '', signature = ''] = value.split('.');
  const later = (Number.parseInt(expiry, 36) + 1).toString(36);
  for (const wrong of [
    `${later}.${signature}`,
    `0${expiry}.${signature}`,
    `${expiry.toUpperCase()}.${signature}`,
    `${expiry}.${signature.slice(1)}`,
    `${expiry}.`,
    expiry,
    `zzzzzzzzzzz.${signature}`,
    `${value}\n`,
    ` ${value}`,
    `${expiry}.${'A'.repeat(1_000_000)}`,
    '',
  ]) {
    expect(await isPass(wrong)).toBe(false);
  }
  await fc.assert(
    fc.asyncProperty(fc.nat(value.length - 1), fc.constantFrom(...'aZ0_-.'), async (at, sign) => {
      fc.pre(value[at] !== sign);
      expect(await isPass(value.slice(0, at) + sign + value.slice(at + 1))).toBe(false);
    }),
  );
});

it('has its own name for each website, which does not contain the link', async () => {
  const other = (await made.share('password', { domain: 'other.example' })).website;
  const name = sharePassName(website);
  expect(name).toMatch(/^sitegrade_[\w-]{22}$/);
  expect(sharePassName({ ...website, privacy: 'public' } as Website)).toBe(name);
  expect(sharePassName(other)).not.toBe(name);
  expect(name).not.toContain(website.shareToken);
});
