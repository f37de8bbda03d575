import { expect, it } from 'vitest';
import { ownPool } from './own-pool.ts';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

it('deletes ten ended windows of guesses for each new one, but not those in use', async () => {
  const { pool, store, schema } = await ownPool();
  const table = `${schema}.sitegrade_guesses`;
  const guess = (key: string, seconds: number, windowMs = 60_000) =>
    store.guesses.count([{ key, limit: 2 }], at(seconds), windowMs);
  const rows = async () =>
    Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);
  for (let index = 0; index < 12; index += 1) await guess(`old-${index}`, 0, 1000);
  const client = await pool.connect();
  try {
    await client.query(`begin; select from ${table} where guess_key = 'old-3' for update`);
    await guess('new', 1);
    expect(await rows()).toBe(3);
    await guess('newer', 1);
    expect(await rows()).toBe(3);
    await client.query('commit');
    await guess('newest', 1);
    expect(await rows()).toBe(3);
  } finally {
    client.release(true);
  }
});
