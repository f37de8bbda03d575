import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import {
  askAs,
  recordedSources,
  recordedStore,
  type Side,
  startRecording,
} from './recorded-store.ts';

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

it('runs calls of the first server, and returns their results to the second', async () => {
  const store = recordedStore(memoryStore());
  const recording = startRecording();
  const create = (title: string) => () =>
    store.reports.create(newReport({ ownerId: 'ann', title }));
  // In any order: the second server waits for the first.
  const replayed = as('second', recording, create('replayed'));
  const done = await as('first', recording, create('done'));
  expect(await replayed).toBe(done);
  expect((await store.reports.list('ann', query)).rows.map(({ title }) => title)).toEqual(['done']);
  expect(recording.misses()).toEqual([]);
});

it('returns failures to the second server, too', async () => {
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

it('keeps requests separate, also from calls of the tests', async () => {
  const store = recordedStore(memoryStore());
  const create = () => store.reports.create(newReport({ ownerId: 'ann' }));
  const [earlier, later] = [startRecording(), startRecording()];
  await as('first', earlier, create);
  await as('first', later, create);
  await create();
  expect((await as('second', later, create)).id).toBe(2);
  expect((await as('second', earlier, create)).id).toBe(1);
  expect((await store.reports.list('ann', query)).rows).toHaveLength(3);
});

it('reports calls that only one of the servers made', async () => {
  const store = recordedStore(memoryStore());
  const recording = startRecording();
  const find = () => store.reports.find('ann', 1);
  await as('first', recording, async () => [await find(), await find()]);
  await as('second', recording, find);
  expect(recording.misses()).toEqual(['reports.find only by the first']);
  const waiting = as('second', recording, () => store.reports.delete('ann', 1));
  expect(recording.misses()).toContain('reports.delete only by the second');
  recording.finish();
  const late = as('second', recording, () => store.websites.delete('ann', 1));
  await expect(waiting).rejects.toThrow('did not call reports.delete');
  await expect(late).rejects.toThrow('did not call websites.delete');
});

it.each(['first', 'second'] as const)('lets the %s server poll a job once more', async (side) => {
  const store = recordedStore(memoryStore());
  const recording = startRecording();
  const find = () => store.jobs.find('ann', 1);
  await as('first', recording, async () => {
    await find();
    if (side === 'first') await find();
  });
  const pending = as('second', recording, async () => {
    await find();
    if (side === 'second') await find();
  });
  recording.finish();
  await pending;
  expect(recording.misses()).toEqual([]);
});

it('reports a job that only one of the servers reads', async () => {
  const recording = startRecording();
  const find = () => recordedStore(memoryStore()).jobs.find('ann', 1);
  const late = as('second', recording, find);
  recording.finish();
  await expect(late).rejects.toThrow('did not call jobs.find');
  expect(recording.misses()).toEqual(['jobs.find only by the second']);
});

it('gives both servers the same time and random bytes, and every request others', async () => {
  const { now, randomBytes } = recordedSources();
  const draw = async () => [now(), randomBytes(32), randomBytes(5), randomBytes(32)];
  const recording = startRecording();
  const first = await as('first', recording, draw);
  expect(await as('second', recording, draw)).toEqual(first);
  expect((first[2] as Uint8Array).length).toBe(5);
  expect(first[1]).not.toEqual(first[3]);
  expect((await as('first', startRecording(), draw))[1]).not.toEqual(first[1]);
  expect(randomBytes(32)).not.toEqual(randomBytes(32));
});

it('gives both servers the time of a test until the end of the request', async () => {
  let ahead = 0;
  const clock = () => new Date(1_000 + ahead++);
  const { now } = recordedSources(clock);
  const recording = startRecording(clock());
  const read = async () => [now(), now()].map((time) => time.getTime());
  expect(await as('first', recording, read)).toEqual([1_000, 1_000]);
  expect(await as('second', recording, read)).toEqual([1_000, 1_000]);
  expect(await read()).toEqual([1_001, 1_002]);
});
