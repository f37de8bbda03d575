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
  for (let place = 0; place < 25; place += 1)
    await store.guesses.count(`old-${place}`, at(0), 1000);
  await store.guesses.count('running', at(0), 60_000);
  expect(rows()).toBe(26);
  await store.guesses.count('new', at(1), 60_000);
  expect(rows()).toBe(17);
  await store.guesses.count('new', at(1), 60_000);
  expect(rows()).toBe(17);
  for (const key of ['newer', 'newest']) await store.guesses.count(key, at(1), 60_000);
  expect(rows()).toBe(4);
  expect(await store.guesses.count('running', at(1), 60_000)).toMatchObject({ count: 2 });
});
