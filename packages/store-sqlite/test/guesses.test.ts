import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqliteStore } from '../src/index.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

it('keeps the windows of guesses that have not ended, and deletes ten others for each new one', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const rows = () =>
    database.prepare('select count(*) from sitegrade_guesses').pluck().get() as number;
  const guess = (key: string, seconds: number, windowMs = 60_000) =>
    store.guesses.count([{ key, limit: 2 }], at(seconds), windowMs);
  for (let index = 0; index < 25; index += 1) await guess(`old-${index}`, 0, 1000);
  await guess('running', 0);
  expect(rows()).toBe(26);
  await guess('new', 1);
  expect(rows()).toBe(17);
  await guess('new', 1);
  expect(rows()).toBe(17);
  for (const key of ['newer', 'newest']) await guess(key, 1);
  expect(rows()).toBe(4);
  await guess('running', 1);
  expect(await guess('running', 1)).toEqual({ outcome: 'limit_reached', endsAt: at(60) });
});

it('adds no row for a guess that is refused', async () => {
  const database = new Database(':memory:');
  const store = sqliteStore({ database });
  await store.migrate();
  const limits = (key: string) => [
    { key: 'all', limit: 2 },
    { key, limit: 2 },
  ];
  for (let index = 0; index < 5; index += 1) {
    await store.guesses.count(limits(`${index}`), at(0), 1000);
  }
  expect(database.prepare('select guess_key from sitegrade_guesses').pluck().all().sort()).toEqual([
    '0',
    '1',
    'all',
  ]);
});
