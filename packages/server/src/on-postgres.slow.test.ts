import { expect, it, onTestFinished, vi } from 'vitest';
import { countListeners } from '../../store-postgres/test/count-listeners.ts';
import { ownDatabase } from '../../store-postgres/test/own-schema.ts';
import { contextSettings, openContext } from './open-context.ts';
import { readSettings } from './settings.ts';

const never = new AbortController().signal;

/** Opens the context of a process with these variables until the test ends. */
async function open(variables: Readonly<Record<string, string>>) {
  const logged: string[] = [];
  const settings = readSettings(contextSettings, {}, variables);
  const opened = await openContext(settings, {
    log: (message) => logged.push(message),
    logError: (message) => logged.push(message),
    onEvent: () => {},
    onOperation: () => {},
  });
  onTestFinished(() => opened.close());
  return { queue: opened.context.queue, logged };
}

it('processes wake each other on Postgres, each with one connection that it closes', async () => {
  const { connectionString: DATABASE_URL } = await ownDatabase();
  const [direct, other] = [
    await open({ DATABASE_URL }),
    await open({ DATABASE_URL, LISTEN_URL: DATABASE_URL }),
  ];
  expect(await countListeners(DATABASE_URL)).toBe(2);
  // A new connection leaves a ticket.
  for (const { queue } of [direct, other]) await queue.wait(never);
  const waiting = other.queue.wait(never);
  await direct.queue.announce(1);
  await waiting;
  expect([...direct.logged, ...other.logged].join()).not.toContain('LISTEN');
});

it('no connection listens for the workers of pg-boss, and none is left after closing', async () => {
  const { connectionString: DATABASE_URL } = await ownDatabase();
  await open({ DATABASE_URL, QUEUE: 'pg-boss' });
  const settings = readSettings(contextSettings, {}, { DATABASE_URL });
  const reporter = { log: () => {}, logError: () => {}, onEvent: () => {}, onOperation: () => {} };
  await (await openContext(settings, reporter)).close();
  await vi.waitFor(async () => expect(await countListeners(DATABASE_URL)).toBe(0));
});

it('names LISTEN_URL if it is another database, or no one listens there', async () => {
  const { connectionString: DATABASE_URL } = await ownDatabase();
  const { connectionString: another } = await ownDatabase();
  const named = 'LISTEN_URL (--listen-url) is a database on 127.0.0.1:';
  const opening = open({ DATABASE_URL, LISTEN_URL: another });
  await expect(opening).rejects.toThrow(named);
  await expect(opening).rejects.toThrow('it is not the database of DATABASE_URL');
  const wrong = new URL(DATABASE_URL);
  wrong.password = 'hunter2';
  wrong.username = 'other';
  const refused = open({ DATABASE_URL, LISTEN_URL: wrong.href });
  await expect(refused).rejects.toThrow(named);
  await expect(refused).rejects.toThrow(/authentication failed|does not exist/);
  await expect(refused).rejects.toThrow(/^(?!.*hunter2)/);
  expect(await countListeners(another)).toBe(0);
});
