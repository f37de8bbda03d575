import { type Context, createContext } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { operationLine } from './log-operation.ts';
import { settings } from './settings.ts';

/** The options that all processes should have in common. */
const optionNames = () => {
  const { sharedSettings }: Context = createContext({ store: memoryStore() });
  return [...Object.keys(sharedSettings), 'retention'];
};

it('names the variables of settings that differ, and no values', () => {
  const names = ['network.allowAddresses', 'retention'];
  expect(operationLine({ type: 'settings.differ', names, processes: 2 })).toEqual({
    level: 'warn',
    message:
      'Settings of this process differ from those of 2 others with this database: ALLOW_ADDRESSES, PRUNE_OLDER_THAN, PRUNE_KEEP, PRUNE_KEEP_CRAWLS. They should be the same.',
  });
});

it('has a variable for every option that a setting of the command changes', () => {
  const withoutSetting = [
    'compareUserAgents',
    'expectIndexable',
    'network.denyAddresses',
    'network.denyHosts',
  ];
  for (const name of optionNames()) {
    const line = operationLine({ type: 'settings.differ', names: [name], processes: 1 });
    const isNamed = !line?.message.includes(`: ${name}.`);
    expect(isNamed, name).toBe(!withoutSetting.includes(name));
  }
});

it('notices every setting that says that it is the same in all processes, except the queue', () => {
  const line = operationLine({ type: 'settings.differ', names: optionNames(), processes: 1 });
  const isSame = ({ what }: { readonly what: string }) =>
    what.includes('The same in all processes.');
  const variables = Object.values(settings).filter(isSame);
  const unnoticed = variables
    .map(({ variable }) => variable)
    .filter((variable) => !line?.message.includes(` ${variable}`));
  expect(unnoticed).toEqual(['QUEUE']);
});

it('names the page that was not rendered, and is an error if there is no browser', () => {
  const failed = { ownerId: 'ann', url: 'https://example.com/', error: null } as const;
  const line = (reason: 'renderer_unavailable' | 'render_crashed') =>
    operationLine({ type: 'rendering.failed', ...failed, reason });
  expect(line('render_crashed')).toMatchObject({
    level: 'warn',
    details: { ownerId: 'ann', url: 'https://example.com/', reason: 'render_crashed' },
  });
  expect(line('renderer_unavailable')?.level).toBe('error');
});

it('says why there is no field data, and is an error if the key is refused', () => {
  const error = { name: 'Error', message: 'It is disabled.', stack: '' };
  const line = (reason: 'key_refused' | 'timed_out') =>
    operationLine({ type: 'field_data.failed', reason, error });
  expect(line('timed_out')).toMatchObject({
    level: 'warn',
    details: { reason: 'timed_out', err: error },
  });
  expect(line('key_refused')?.level).toBe('error');
});

it('is an error with its cause when the database fails, and says when it works again', () => {
  const error = { name: 'Error', message: 'lost', stack: 'Error: lost' };
  expect(operationLine({ type: 'outage.began', kind: 'overloaded', error })).toMatchObject({
    level: 'error',
    details: { err: error },
  });
  expect(
    operationLine({ type: 'outage.ended', kind: 'overloaded', failures: 9, durationMs: 61_000.5 }),
  ).toMatchObject({ level: 'info', details: { failures: 9, outageMs: 61_001 } });
});

it('says that no worker is there and what was deleted, and nothing of what happens all the time', () => {
  expect(operationLine({ type: 'workers.missing' })).toMatchObject({
    level: 'warn',
    message: expect.stringContaining('sitegrade work'),
  });
  expect(operationLine({ type: 'workers.found' })?.level).toBe('info');
  expect(operationLine({ type: 'settings.agree' })?.level).toBe('info');
  expect(operationLine({ type: 'pruned', kind: 'crawls', count: 3 })).toMatchObject({
    level: 'info',
    details: { kind: 'crawls', count: 3 },
  });
  expect(operationLine({ type: 'processes.seen', servers: 1, workers: 1 })).toBeUndefined();
  expect(
    operationLine({ type: 'work.claimed', kind: 'job', isFound: true, durationMs: 1 }),
  ).toBeUndefined();
});
