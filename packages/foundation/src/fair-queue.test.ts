import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Sends requests, and records the order in which they are served. */
function createRequests(queue: ReturnType<typeof createFairQueue>) {
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

it('serves owners round-robin, and the requests of one owner in order', async () => {
  const { served, request, release } = createRequests(createFairQueue(1));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void request(name);
  await nextRound();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await release(name);
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('serves the owner that holds least first', async () => {
  const { served, request, release } = createRequests(createFairQueue(3));
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) void request(name);
  await nextRound();
  await release('b1');
  expect(served).toEqual(['a1', 'a2', 'b1', 'b2']);
});

it('does not let a returning owner overtake a waiting one', async () => {
  const { served, request, release } = createRequests(createFairQueue(1));
  for (const name of ['a1', 'a2', 'b1', 'c1']) void request(name);
  await nextRound();
  await release('a1');
  await release('b1');
  void request('b2');
  await release('c1');
  await release('a2');
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

it('never exceeds the capacity, and does not let small requests overtake a large one', async () => {
  const { served, request, release } = createRequests(createFairQueue(10));
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

it('treats a request above the capacity as one for the capacity', async () => {
  const { served, request, release } = createRequests(createFairQueue(2));
  void request('a1', 5);
  void request('b1');
  await nextRound();
  expect(served).toEqual(['a1']);
  await release('a1');
  expect(served).toEqual(['a1', 'b1']);
});

it('removes a request whose signal aborts, with the reason of the signal', async () => {
  const queue = createFairQueue(1);
  const { served, request, release } = createRequests(queue);
  const client = new AbortController();
  void request('a1');
  const rejected = request('b1', 1, client.signal);
  void request('c1');
  client.abort(new Error('disconnected'));
  await expect(rejected).rejects.toThrow('disconnected');
  expect([queue.waiting, queue.waitingOf('b'), queue.waitingOf('c')]).toEqual([1, 0, 1]);
  await release('a1');
  expect(served).toEqual(['a1', 'c1']);
  await expect(request('d1', 1, client.signal)).rejects.toThrow('disconnected');
});

it('serves later requests when a large one leaves the queue', async () => {
  const { served, request } = createRequests(createFairQueue(2));
  const client = new AbortController();
  void request('a1');
  const rejected = request('b1', 2, client.signal);
  void request('c1');
  await nextRound();
  expect(served).toEqual(['a1']);
  client.abort(new Error('disconnected'));
  await expect(rejected).rejects.toThrow('disconnected');
  await nextRound();
  expect(served).toEqual(['a1', 'c1']);
});

it('releases only once', async () => {
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

it('releases what was unused only once', async () => {
  const queue = createFairQueue(2);
  const first = await queue.acquireUnused();
  await queue.acquireUnused();
  first();
  first();
  expect(queue.used).toBe(1);
  await queue.acquireUnused();
  let isServed = false;
  void queue.acquireUnused().then(() => {
    isServed = true;
  });
  await nextRound();
  expect(isServed).toBe(false);
});

it('limits the amount per owner, without blocking others', async () => {
  const { served, request, release } = createRequests(createFairQueue(4, 2));
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void request(name);
  await nextRound();
  expect(served).toEqual(['a1', 'a2', 'b1', 'c1']);
  await release('b1');
  expect(served).toHaveLength(4);
  await release('a1');
  expect(served.at(-1)).toBe('a3');
});

it('lets an owner have more than its limit at once, after it has released all', async () => {
  const { served, request, release } = createRequests(createFairQueue(3, 2));
  for (const name of ['a1', 'b1']) void request(name);
  for (const name of ['a2', 'b2']) void request(name, 3);
  await nextRound();
  await release('b1');
  expect(served).toEqual(['a1', 'b1']);
  await release('a1');
  expect(served).toEqual(['a1', 'b1', 'a2']);
  await release('a2');
  expect(served).toEqual(['a1', 'b1', 'a2', 'b2']);
});

it('releases a part, and the rest later', async () => {
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
