import { beforeEach, expect, it } from 'vitest';
import { updateWebsite } from '../websites/update-website.ts';
import { sharingContext } from './fixtures/sharing-context.ts';
import { verifyWebsitePassword } from './verify-website-password.ts';

const minute = 60_000;
let made: ReturnType<typeof sharingContext>;
let websiteId: number;

beforeEach(async () => {
  made = sharingContext();
  websiteId = (await made.share('password')).website.id;
});

const verify = (password: string, clientAddress?: string, id = websiteId) =>
  verifyWebsitePassword(made.context, 'ann', id, password, { clientAddress });
const limited = { code: 'rate_limited', retryAfterSeconds: 600 };
const refused = (guess: Promise<boolean>) => guess.then(String, (error) => error.code);

it('accepts only the password of the website', async () => {
  expect(await verify('secret')).toBe(true);
  expect(await verify('Secret')).toBe(false);
  expect(await verify('')).toBe(false);
  const other = await made.share('password', { domain: 'other.example' });
  await updateWebsite(made.context, 'ann', other.website.id, { password: 'different' });
  expect(await verify('secret', undefined, other.website.id)).toBe(false);
});

it.each(['public', 'private'] as const)('matches nothing for a %s website', async (privacy) => {
  const { website } = await made.share(privacy);
  expect(await verify('', undefined, website.id)).toBe(false);
  expect(await verify('secret', undefined, website.id)).toBe(false);
});

it('matches nothing for a missing website, or that of another owner', async () => {
  expect(await verify('secret', undefined, 999)).toBe(false);
  expect(await verifyWebsitePassword(made.context, 'bob', websiteId, 'secret')).toBe(false);
  await expect(verifyWebsitePassword(made.context, '', 1, 'secret')).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('refuses a client after 10 guesses in 10 minutes, whether the password is right or wrong', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await verify('wrong', '192.0.2.1')).toBe(false);
  }
  const errors = await Promise.all(
    ['secret', 'wrong', '', 'x'.repeat(2000)].map((password) =>
      verify(password, '::ffff:192.0.2.1').catch((error) => error),
    ),
  );
  for (const error of errors) expect(error).toMatchObject(limited);
  expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
  expect(await verify('secret', '192.0.2.2')).toBe(true);
  made.later(10 * minute - 1);
  await expect(verify('secret', '192.0.2.1')).rejects.toMatchObject({ retryAfterSeconds: 1 });
  made.later(1);
  expect(await verify('secret', '192.0.2.1')).toBe(true);
});

it('counts the guesses of each website separately', async () => {
  const other = await made.share('password', { domain: 'other.example' });
  for (let guess = 0; guess < 10; guess += 1) await verify('wrong', '192.0.2.1');
  expect(await verify('secret', '192.0.2.1', other.website.id)).toBe(true);
});

it('counts clients of one IPv6 /64 together, and those without an address', async () => {
  for (let guess = 0; guess < 10; guess += 1) {
    await verify('wrong', `2001:db8::${guess}`);
    await verify('wrong', guess % 2 ? undefined : 'odd');
  }
  await expect(verify('secret', '2001:db8::ffff')).rejects.toMatchObject(limited);
  await expect(verify('secret')).rejects.toMatchObject(limited);
  expect(await verify('secret', '2001:db8:0:1::')).toBe(true);
});

it('refuses everyone after 100 guesses, of which one client uses up 10', async () => {
  for (let guess = 0; guess < 50; guess += 1) await refused(verify('wrong', '192.0.2.1'));
  for (let client = 1; client <= 9; client += 1) {
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await verify('wrong', `198.51.100.${client}`)).toBe(false);
    }
  }
  await expect(verify('secret', '203.0.113.1')).rejects.toMatchObject(limited);
  made.later(10 * minute);
  expect(await verify('secret', '203.0.113.1')).toBe(true);
});

it('counts before it checks, so that concurrent guesses are limited', async () => {
  const guesses = Array.from({ length: 12 }, () => refused(verify('wrong', '192.0.2.1')));
  await Promise.all(guesses);
  await expect(verify('secret', '192.0.2.1')).rejects.toMatchObject(limited);
});

it.each([
  ['longer than 1,024 characters', 'é'.repeat(1025)],
  ['of a megabyte', 'x'.repeat(1_000_000)],
  ['with a lone surrogate', 'a\ud800'],
  ['that is not a string', 5 as unknown as string],
])('rejects a password %s without hashing it, but counts it', async (_, password) => {
  const passwords = {
    ...made.context.passwords,
    verify: () => Promise.reject(new Error('hashed')),
  };
  const context = { ...made.context, passwords };
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await verifyWebsitePassword(context, 'ann', websiteId, password)).toBe(false);
  }
  await expect(verify('secret')).rejects.toMatchObject(limited);
});

it('hashes a password of 1,024 characters outside the basic plane', async () => {
  const password = '😀'.repeat(1024);
  await updateWebsite(made.context, 'ann', websiteId, { password });
  expect(await verify(password)).toBe(true);
});

it('is aborted by the signal', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(
    verifyWebsitePassword(made.context, 'ann', websiteId, 'secret', { signal }),
  ).rejects.toThrow('gone');
});
