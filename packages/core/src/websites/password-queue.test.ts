import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPasswordQueue } from './password-queue.ts';

/** Queues whose hashes are noted when they begin, which is when they draw their salt. */
function noted(...queues: ReturnType<typeof createPasswordQueue>[]) {
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
  it('are made for owners in turn', async () => {
    const { begun, change } = noted(createPasswordQueue());
    await Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => change(name)));
    expect(begun).toHaveLength(5);
    expect(begun.indexOf('b1')).toBe(2);
  });

  it('are refused to an owner who has enough waiting, and to no one else', async () => {
    const { begun, change } = noted(createPasswordQueue({ perOwner: 1 }));
    const changes = ['a1', 'a2', 'a3'].map((name) => change(name));
    await expect(change('a4')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
    await Promise.all([...changes, change('b1')]);
    await change('a5');
    expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a5', 'b1']);
  });

  it('are refused to all when enough are waiting', async () => {
    const { begun, change } = noted(createPasswordQueue({ waiting: 1 }));
    const changes = ['a1', 'b1', 'c1'].map((name) => change(name));
    await expect(change('d1')).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: expect.any(Number),
    });
    await Promise.all(changes);
    expect(begun).toHaveLength(3);
  });

  it('are not made for a client who has gone', async () => {
    const { begun, change } = noted(createPasswordQueue({ waiting: 1 }));
    const client = new AbortController();
    const changes = ['a1', 'a2'].map((name) => change(name));
    const left = change('a3', client.signal);
    client.abort(new Error('gone'));
    const next = change('a4');
    await expect(left).rejects.toThrow('gone');
    await Promise.all([...changes, next]);
    expect(begun).toEqual(['a1', 'a2', 'a4']);
  });

  it('are made two at once in a process, for its contexts in turn', async () => {
    const [first, second] = [createPasswordQueue(), createPasswordQueue()];
    const { begun, change } = noted(first, second);
    const changes = ['a1', 'a2', 'a3', 'a4'].map((name) => change(name));
    const other = change('b1', undefined, second);
    await nextRound();
    expect(begun).toEqual(['a1', 'a2']);
    await Promise.all([...changes, other]);
    expect(begun.indexOf('b1')).toBeLessThan(4);
  });
});
