import { expect, it, onTestFinished, vi } from 'vitest';
import { startPostgres } from '../../store-postgres/test/start-postgres.ts';
import { startBoss } from '../test/start-boss.ts';
import { pgBossQueue } from './pg-boss-queue.ts';

it('keeps waiting while Postgres restarts, without an unhandled rejection', async () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const rejections: unknown[] = [];
  const record = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', record);
  const server = await startPostgres();
  onTestFinished(async () => {
    await server.remove();
    process.off('unhandledRejection', record);
    vi.restoreAllMocks();
  });
  const [waiting, announcing] = [
    pgBossQueue({ boss: await startBoss(server.connectionString, 'boss') }),
    pgBossQueue({ boss: await startBoss(server.connectionString, 'boss') }),
  ];
  let isOver = false;
  const wait = waiting.wait(new AbortController().signal).then(() => {
    isOver = true;
  });
  await server.stop();
  await expect(announcing.announce(1)).rejects.toThrow();
  expect(isOver).toBe(false);
  await server.start();
  await vi.waitFor(() => announcing.announce(1), { timeout: 20_000, interval: 500 });
  await wait;
  expect(rejections).toEqual([]);
});
