import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Asks, and notes the order in which requests are served. */
function ask(queue: ReturnType<typeof createFairQueue>) {
  const served: string[] = [];
  const releases = new Map<string, () => void>();
  const request = (name: string, cost = 1, signal?: AbortSignal) =>
    queue.acquire(name[0] ?? '', cost, signal).then((release) => {
      served.push(name);
      releases.set(name, release);
    });
  const release = async (name: string) => {
    releases.get(name)?.();
    await nextRound();
  };
  return { served, request, release };
}

it('serves owners in turn, and each in the order of its own requests', async () => {
  const { served, request, release } = ask(createFairQueue(1));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void request(name);
  await nextRound();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await release(name);
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('lets the owner who holds least go first', async () => {
  const { served, request, release } = ask(createFairQueue(3));
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) void request(name);
  await nextRound();
  await release('b1');
  expect(served).toEqual(['a1', 'a2', 'b1', 'b2']);
});

it('lets no owner who comes back again and again pass one who waits', async () => {
  const { served, request, release } = ask(createFairQueue(1));
  for (const name of ['a1', 'a2', 'b1', 'c1']) void request(name);
  await nextRound();
  await release('a1');
  await release('b1');
  void request('b2');
  await release('c1');
  await release('a2');
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

it('never hands out more than there is, and lets no small request pass a large one', async () => {
  const { served, request, release } = ask(createFairQueue(10));
  for (const [name, cost] of [
    ['a1', 6],
    ['b1', 6],
    ['c1', 1],
  ] as const)
    void request(name, cost);
  await nextRound();
  expect(served).toEqual(['a1']);
  await release('a1');
  expect(served).toEqual(['a1', 'b1', 'c1']);
});

it('counts a request for more than there is as one for all of it', async () => {
  const { served, request, release } = ask(createFairQueue(2));
  void request('a1', 5);
  void request('b1');
  await nextRound();
  expect(served).toEqual(['a1']);
  await release('a1');
  expect(served).toEqual(['a1', 'b1']);
});

it('forgets a request whose signal aborts, with the signal’s reason', async () => {
  const queue = createFairQueue(1);
  const { served, request, release } = ask(queue);
  const leaving = new AbortController();
  void request('a1');
  const left = request('b1', 1, leaving.signal);
  void request('c1');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect([queue.waiting, queue.waitingOf('b'), queue.waitingOf('c')]).toEqual([1, 0, 1]);
  await release('a1');
  expect(served).toEqual(['a1', 'c1']);
  await expect(request('d1', 1, leaving.signal)).rejects.toThrow('gone');
});

it('lets those behind it go when a large request leaves the queue', async () => {
  const { served, request } = ask(createFairQueue(2));
  const leaving = new AbortController();
  void request('a1');
  const left = request('b1', 2, leaving.signal);
  void request('c1');
  await nextRound();
  expect(served).toEqual(['a1']);
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await nextRound();
  expect(served).toEqual(['a1', 'c1']);
});

it('gives back once, however often it is told to', async () => {
  const queue = createFairQueue(1);
  const release = await queue.acquire('a', 1);
  release();
  release();
  const other = await queue.acquire('b', 1);
  let third = false;
  void queue.acquire('c', 1).then(() => {
    third = true;
  });
  await nextRound();
  expect(third).toBe(false);
  other();
});

it('lets no owner hold more than an owner may, and others pass one who has to wait for that', async () => {
  const { served, request, release } = ask(createFairQueue(4, 2));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void request(name);
  await nextRound();
  expect(served).toEqual(['a1', 'a2', 'b1', 'c1']);
  await release('b1');
  expect(served).toHaveLength(4);
  await release('a1');
  expect(served.at(-1)).toBe('a3');
});

it('takes back a part, and the rest later', async () => {
  const queue = createFairQueue(10);
  const release = await queue.acquire('a', 10);
  let served = 0;
  for (const cost of [4, 6]) void queue.acquire('b', cost).then(() => served++);
  release(6);
  await nextRound();
  expect(served).toBe(1);
  release(8);
  await nextRound();
  expect(served).toBe(1);
  release();
  await nextRound();
  expect(served).toBe(2);
});
