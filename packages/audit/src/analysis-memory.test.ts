import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { baseMemory, createAnalysisMemory, memoryOfBody } from './analysis-memory.ts';

const MiB = 1024 * 1024;
const large = 20 * MiB;

/** Memory for a number of pages of the maximum size. */
function memoryFor(pages: number, total = 6) {
  const memoryBytes = total * baseMemory.bytes + pages * memoryOfBody(large);
  const memory = createAnalysisMemory({ memoryBytes, total, maxBodyBytes: large });
  const started: string[] = [];
  const open = (name: string) => {
    const page = memory.open(name[0] ?? '');
    const grow = (bytes: number, signal?: AbortSignal) =>
      Promise.resolve(page.grow(bytes, signal)).then(() => void started.push(name));
    return { ...page, page, grow };
  };
  return { started, open };
}

it('reserves memory for small pages immediately', async () => {
  const { open } = memoryFor(1);
  await open('a').grow(large);
  void open('b')
    .grow(large)
    .catch(() => {});
  expect(open('c').page.grow(512 * 1024)).toBeUndefined();
});

it('limits concurrent large pages, and serves waiting owners round-robin', async () => {
  const { started, open } = memoryFor(2);
  const pages = ['a1', 'a2', 'a3', 'b1'].map((name) => ({ name, ...open(name) }));
  for (const { grow } of pages) void grow(512 * 1024 + 1);
  await nextRound();
  expect(started).toEqual(['a1', 'a2']);
  expect(pages.map(({ page }) => page.isWaiting)).toEqual([false, false, true, true]);
  pages[0]?.page.close();
  await nextRound();
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

it('reserves the maximum for a large page once, so that it never waits again', async () => {
  const { open } = memoryFor(1);
  const { page, grow } = open('a');
  await grow(1 * MiB);
  void open('b')
    .grow(large)
    .catch(() => {});
  expect(page.grow(large)).toBeUndefined();
});

it('releases the memory that the facts of a read page do not need', async () => {
  const { started, open } = memoryFor(2);
  const first = [open('a'), open('b')];
  for (const { grow } of first) await grow(1 * MiB);
  void open('c').grow(1 * MiB);
  first[0]?.page.finishReading(1 * MiB);
  await nextRound();
  // Its facts keep 8 MiB, so there is not enough memory for a third page yet.
  expect(started).toEqual(['a', 'b']);
  first[1]?.page.finishReading(20 * MiB);
  await nextRound();
  expect(started).toEqual(['a', 'b', 'c']);
});

it('rejects a page if half of the analyses are waiting', async () => {
  const { open } = memoryFor(1, 4);
  await open('a').grow(large);
  for (const name of ['b', 'c'])
    void open(name)
      .grow(large)
      .catch(() => {});
  expect(() => open('d').page.grow(large)).toThrow(
    expect.objectContaining({ code: 'overloaded', retryAfterSeconds: 5 }),
  );
});

it('removes an aborted or closed analysis from the queue without reserving memory', async () => {
  const { started, open } = memoryFor(1);
  const holder = open('a');
  await holder.grow(large);
  const client = new AbortController();
  const [aborted, over, last] = [open('b'), open('c'), open('d')];
  const rejected = aborted.grow(large, client.signal);
  const ended = over.grow(large);
  void last.grow(large);
  client.abort(new Error('disconnected'));
  over.page.close();
  await expect(rejected).rejects.toThrow('disconnected');
  await expect(ended).rejects.toThrow('The analysis is over.');
  holder.page.close();
  await nextRound();
  expect(started).toEqual(['a', 'd']);
});
