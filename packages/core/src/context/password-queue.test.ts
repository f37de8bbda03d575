import { setImmediate as nextRound } from 'node:timers/promises';
import { memoryStore } from '@sitegrade/store-memory';
import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { createContext } from './create-context.ts';
import { createPasswordQueue, hashCheaply, type PasswordLimits } from './password-queue.ts';

/** A queue whose hashes take milliseconds. */
const newQueue = (limits?: Partial<PasswordLimits>) => createPasswordQueue(limits, 10);

/** Queues that record the start of each hash, which is when its salt is generated. */
function noted(...queues: ReturnType<typeof newQueue>[]) {
  const begun: string[] = [];
  const change = async (name: string, signal?: AbortSignal, queue = queues[0]) => {
    const randomBytes = (size: number) => {
      begun.push(name);
      return new Uint8Array(size);
    };
    await queue?.hash(name[0] ?? '', 'secret', randomBytes, signal);
  };
  return { begun, change };
}

describe('password changes', () => {
  it('are hashed for owners round-robin', async () => {
    const { begun, change } = noted(newQueue());
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => change(name)));
    expect(begun).toHaveLength(5);
    expect(begun.indexOf('b1')).toBe(2);
  });

  it('are rejected for an owner at its limit, but not for others', async () => {
    const { begun, change } = noted(newQueue({ perOwner: 1 }));
    const changes = ['a1', 'a2', 'a3'].map((name) => change(name));
    await expect(change('a4')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    await Promise.all([...changes, change('b1')]);
    await change('a5');
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a5', 'b1']);
  });

  it('are rejected for all owners at the total limit', async () => {
    const { begun, change } = noted(newQueue({ waiting: 1 }));
    const changes = ['a1', 'b1', 'c1'].map((name) => change(name));
    await expect(change('d1')).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: expect.any(Number),
    });
    await Promise.all(changes);
    expect(begun).toHaveLength(3);
  });

  it('are not hashed for a disconnected client', async () => {
    const { begun, change } = noted(newQueue({ waiting: 1 }));
    const client = new AbortController();
    const changes = ['a1', 'a2'].map((name) => change(name));
    const left = change('a3', client.signal);
    client.abort(new Error('gone'));
    const next = change('a4');
    await expect(left).rejects.toThrow('gone');
    await Promise.all([...changes, next]);
    expect(begun).toEqual(['a1', 'a2', 'a4']);
  });

  it('are hashed two at a time per process, for contexts round-robin', async () => {
    const [first, second] = [newQueue(), newQueue()];
    const { begun, change } = noted(first, second);
    const changes = ['a1', 'a2', 'a3', 'a4'].map((name) => change(name));
    const other = change('b1', undefined, second);
    await nextRound();
    expect(begun).toEqual(['a1', 'a2']);
    await Promise.all([...changes, other]);
    expect(begun.indexOf('b1')).toBeLessThan(4);
  });
});

it('hashes at the full cost, except for stores that a test has named', async () => {
  const [cheap, ...stores] = [memoryStore(), memoryStore(), { ...memoryStore() }];
  hashCheaply(cheap);
  const hash = (store: Store) =>
    createContext({ store }).passwords.hash('a', 'secret', (size) => new Uint8Array(size));
  for (const store of stores) expect(await hash(store)).toContain('$ln=15,r=8,p=3$');
  expect(await hash(cheap)).toContain('$ln=1,r=8,p=3$');
});

describe('password checks', () => {
  const hashed = async () => {
    const queue = newQueue({ perOwner: 0, waiting: 0 });
    const hash = await queue.hash('a', 'secret', (size) => new Uint8Array(size));
    const ended: string[] = [];
    const check = async (website: number, signal?: AbortSignal) => {
      const matches = await queue.verify(website, 'secret', hash, signal);
      ended.push(`check ${website}`);
      return matches;
    };
    const change = async () => {
      await queue.hash('a', 'secret', (size) => new Uint8Array(size));
      ended.push('change');
    };
    return { queue, hash, ended, check, change };
  };

  it('match only the same password', async () => {
    const { queue, hash, check } = await hashed();
    expect(await check(1)).toBe(true);
    expect(await queue.verify(1, 'Secret', hash)).toBe(false);
  });

  it('do not delay or crowd out password changes, and are not crowded out by them', async () => {
    const { ended, check, change } = await hashed();
    const checks = [1, 1, 1, 1, 1].map((website) => check(website));
    // No change may wait here, so that these would be rejected if they did.
    await Promise.all([change(), change()]);
    expect(ended.filter((kind) => kind !== 'change').length).toBeLessThan(5);
    await Promise.all(checks);
    await Promise.all([change(), change(), check(1)]);
  });

  it('are made for websites round-robin', async () => {
    const { ended, check } = await hashed();
    await Promise.all([1, 1, 1, 1, 2].map((website) => check(website)));
    expect(ended.indexOf('check 2')).toBeLessThan(3);
  });

  it('are limited per website and in total', async () => {
    const { check } = await hashed();
    const checks = [1, 1, 1, 1, 1].map((website) => check(website));
    await expect(check(1)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    for (let website = 2; website < 18; website += 1) checks.push(check(website));
    await expect(check(99)).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: expect.any(Number),
    });
    await Promise.all(checks);
    expect(await check(99)).toBe(true);
  });

  it('are not made for a disconnected client', async () => {
    const { check } = await hashed();
    const client = new AbortController();
    const first = check(1);
    const left = check(1, client.signal);
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await first;
  });
});
