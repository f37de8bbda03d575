import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAnalysisMemory, memoryOfBody, ownMemory } from './analysis-memory.ts';

const MiB = 1024 * 1024;
const large = 20 * MiB;

/** Memory for so many of the largest pages at once. */
function memoryFor(pages: number, total = 6) {
  const memoryBytes = total * ownMemory.bytes + pages * memoryOfBody(large);
  const memory = createAnalysisMemory({ memoryBytes, total, largestBody: large });
  const started: string[] = [];
  const open = (name: string) => {
    const page = memory.open(name[0] ?? '');
    const grow = (bytes: number, signal?: AbortSignal) =>
      Promise.resolve(page.grow(bytes, signal)).then(() => void started.push(name));
    return { ...page, page, grow };
  };
  return { started, open };
}

it('keeps no page waiting that is no larger than most, whatever others take', async () => {
  const { open } = memoryFor(1);
  await open('a').grow(large);
  void open('b')
    .grow(large)
    .catch(() => {});
  expect(open('c').page.grow(512 * 1024)).toBeUndefined();
});

it('lets as many large ones go on as there is memory for, and the others in turn by owner', async () => {
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

it('takes once what the largest page may need: who has it never waits again', async () => {
  const { open } = memoryFor(1);
  const { page, grow } = open('a');
  await grow(1 * MiB);
  void open('b')
    .grow(large)
    .catch(() => {});
  expect(page.grow(large)).toBeUndefined();
});

it('gives back what the facts of a page cannot take once it is read', async () => {
  const { started, open } = memoryFor(2);
  const first = [open('a'), open('b')];
  for (const { grow } of first) await grow(1 * MiB);
  void open('c').grow(1 * MiB);
  first[0]?.page.read(1 * MiB);
  await nextRound();
  // Its facts keep 8 MiB, and with them there is not enough for a third page yet.
  expect(started).toEqual(['a', 'b']);
  first[1]?.page.read(20 * MiB);
  await nextRound();
  expect(started).toEqual(['a', 'b', 'c']);
});

it('refuses another one to wait once half of the slots do', async () => {
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

it('is left by an analysis that is aborted or over while it waits, and keeps nothing for it', async () => {
  const { started, open } = memoryFor(1);
  const holder = open('a');
  await holder.grow(large);
  const client = new AbortController();
  const [aborted, over, last] = [open('b'), open('c'), open('d')];
  const gone = aborted.grow(large, client.signal);
  const ended = over.grow(large);
  void last.grow(large);
  client.abort(new Error('gone'));
  over.page.close();
  await expect(gone).rejects.toThrow('gone');
  await expect(ended).rejects.toThrow('The analysis is over.');
  holder.page.close();
  await nextRound();
  expect(started).toEqual(['a', 'd']);
});
