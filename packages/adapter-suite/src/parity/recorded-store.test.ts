import { memoryStore } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { askAs, recordedStore, type Side, startRecording } from './recorded-store.ts';

const query = { sort: 'desc', sortBy: 'id', perPage: 10, start: { page: 1 } } as const;

function as<Result>(
  side: Side,
  recording: ReturnType<typeof startRecording>,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    askAs(side, recording, () => void work().then(resolve, reject));
  });
}

it('lets the first server do what it asks, and tells the second what came of it', async () => {
  const store = recordedStore(memoryStore());
  const recording = startRecording();
  const create = (title: string) => () =>
    store.reports.create(newReport({ ownerId: 'ann', title }));
  // Whoever comes first: the second server waits for the first.
  const told = as('second', recording, create('told'));
  const done = await as('first', recording, create('done'));
  expect(await told).toBe(done);
  expect((await store.reports.list('ann', query)).rows.map(({ title }) => title)).toEqual(['done']);
  expect(recording.misses()).toEqual([]);
});

it('tells the second server of failures, too', async () => {
  const failing = memoryStore();
  const store = recordedStore({
    ...failing,
    reports: { ...failing.reports, find: () => Promise.reject(new Error('away')) },
  });
  const recording = startRecording();
  const find = () => store.reports.find('ann', 1);
  await expect(as('first', recording, find)).rejects.toThrow('away');
  await expect(as('second', recording, find)).rejects.toThrow('away');
});

it('keeps requests apart, and what the tests do themselves', async () => {
  const store = recordedStore(memoryStore());
  const create = () => store.reports.create(newReport({ ownerId: 'ann' }));
  const [one, other] = [startRecording(), startRecording()];
  await as('first', one, create);
  await as('first', other, create);
  await create();
  expect((await as('second', other, create)).id).toBe(2);
  expect((await as('second', one, create)).id).toBe(1);
  expect((await store.reports.list('ann', query)).rows).toHaveLength(3);
});

it('knows what only one of the servers asked', async () => {
  const store = recordedStore(memoryStore());
  const recording = startRecording();
  const find = () => store.reports.find('ann', 1);
  await as('first', recording, async () => [await find(), await find()]);
  await as('second', recording, find);
  expect(recording.misses()).toEqual(['reports.find by the first alone']);
  const waiting = as('second', recording, () => store.reports.delete('ann', 1));
  expect(recording.misses()).toContain('reports.delete by the second alone');
  recording.finish();
  const late = as('second', recording, () => store.websites.delete('ann', 1));
  await expect(waiting).rejects.toThrow('did not ask reports.delete');
  await expect(late).rejects.toThrow('did not ask websites.delete');
});
