import { describe, expect, it } from 'vitest';
import { createAnalysisSlots } from './analysis-slots.ts';

/** Work that ends on demand. */
function pendingWork() {
  let resolve = (_: string) => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  let started = false;
  let signal: AbortSignal | undefined;
  return {
    run: (given: AbortSignal) => {
      started = true;
      signal = given;
      return new Promise<string>((done, fail) => {
        promise.then(done);
        given.addEventListener('abort', () => fail(given.reason));
      });
    },
    end: () => resolve('done'),
    started: () => started,
    aborted: () => signal?.aborted ?? false,
  };
}

const nextRound = () => new Promise((resolve) => setImmediate(resolve));
const rejectedWith = (code: string) => ({ code, retryAfterSeconds: expect.any(Number) });

it('runs work and returns its result', async () => {
  const slots = createAnalysisSlots();
  expect(await slots.run('ann', undefined, async () => 'done')).toBe('done');
  await expect(slots.run('ann', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
});

it('runs many analyses without warnings about leaked listeners', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const slots = createAnalysisSlots({ perOwner: 50 });
  const works = Array.from({ length: 30 }, pendingWork);
  const runs = works.map((work) => slots.run('ann', undefined, work.run));
  for (const work of works) work.end();
  await Promise.all(runs);
  await nextRound();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('rejects an owner at its limit, but not others', async () => {
  const slots = createAnalysisSlots({ perOwner: 2 });
  const first = pendingWork();
  const runs = [first, pendingWork()].map((work) => slots.run('ann', undefined, work.run));
  await expect(slots.run('ann', undefined, pendingWork().run)).rejects.toMatchObject(
    rejectedWith('rate_limited'),
  );
  expect(await slots.run('bob', undefined, async () => 'done')).toBe('done');
  first.end();
  expect(await runs[0]).toBe('done');
  expect(await slots.run('ann', undefined, async () => 'again')).toBe('again');
});

it('releases the slot of failed work', async () => {
  const slots = createAnalysisSlots({ perOwner: 1 });
  await expect(
    slots.run('ann', undefined, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow();
  expect(await slots.run('ann', undefined, async () => 'done')).toBe('done');
});

it('queues work in order, and rejects more than the queue holds', async () => {
  const slots = createAnalysisSlots({ total: 1, waiting: 2, perOwner: 9 });
  const [first, second, third] = [pendingWork(), pendingWork(), pendingWork()];
  const runs = [first, second, third].map((work) => slots.run('ann', undefined, work.run));
  await expect(slots.run('bob', undefined, pendingWork().run)).rejects.toMatchObject(
    rejectedWith('overloaded'),
  );
  await nextRound();
  expect([first, second, third].map((work) => work.started())).toEqual([true, false, false]);
  first.end();
  await runs[0];
  await nextRound();
  expect([second, third].map((work) => work.started())).toEqual([true, false]);
  second.end();
  third.end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done']);
  expect(await slots.run('bob', undefined, async () => 'free again')).toBe('free again');
});

it('serves owners round-robin', async () => {
  const slots = createAnalysisSlots({ total: 1, perOwner: 9 });
  const order: string[] = [];
  const names = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'cat 1', 'bob 2'];
  await Promise.all(
    names.map((name) => slots.run(name.slice(0, 3), undefined, async () => order.push(name))),
  );
  expect(order).toEqual(['ann 1', 'bob 1', 'cat 1', 'ann 2', 'bob 2', 'ann 3']);
});

describe('calls with wait', () => {
  const wait = { wait: true };

  it('all run, within the limit per owner', async () => {
    const slots = createAnalysisSlots({ perOwner: 2, total: 3, waiting: 0 });
    let [running, highest] = [0, 0];
    const job = async () => {
      running += 1;
      highest = Math.max(highest, running);
      await nextRound();
      running -= 1;
      return 'done';
    };
    const runs = Array.from({ length: 12 }, () => slots.run('ann', undefined, job, wait));
    expect(await Promise.all(runs)).toEqual(Array(12).fill('done'));
    expect(highest).toBe(2);
  });

  it('do not delay other owners', async () => {
    const slots = createAnalysisSlots({ perOwner: 2, total: 3, waiting: 1 });
    const works = Array.from({ length: 5 }, pendingWork);
    const runs = works.map((work) => slots.run('ann', undefined, work.run, wait));
    expect(await slots.run('bob', undefined, async () => 'at once')).toBe('at once');
    await expect(slots.run('ann', undefined, pendingWork().run)).rejects.toMatchObject(
      rejectedWith('rate_limited'),
    );
    const bob = pendingWork();
    const running = slots.run('bob', undefined, bob.run);
    // All slots are in use, but calls with wait do not count for the length of the queue.
    const cat = slots.run('cat', undefined, async () => 'next');
    bob.end();
    expect(await cat).toBe('next');
    for (const work of works) work.end();
    await Promise.all([...runs, running]);
  });

  it('leave the queue when their client disconnects', async () => {
    const slots = createAnalysisSlots({ perOwner: 1 });
    const [first, gone] = [pendingWork(), pendingWork()];
    const client = new AbortController();
    const running = slots.run('ann', undefined, first.run, wait);
    const left = slots.run('ann', client.signal, gone.run, wait);
    const next = slots.run('ann', undefined, async () => 'next', wait);
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    first.end();
    expect(await next).toBe('next');
    await running;
    expect(gone.started()).toBe(false);
  });

  it('are rejected immediately on close, which waits for running work', async () => {
    const slots = createAnalysisSlots({ perOwner: 1 });
    const [first, second] = [pendingWork(), pendingWork()];
    const running = slots.run('ann', undefined, first.run, wait);
    const waiting = slots.run('ann', undefined, second.run, wait);
    const closed = slots.close(60_000);
    await expect(waiting).rejects.toMatchObject(rejectedWith('overloaded'));
    await expect(slots.run('bob', undefined, pendingWork().run, wait)).rejects.toMatchObject(
      rejectedWith('overloaded'),
    );
    expect([first.aborted(), second.started()]).toEqual([false, false]);
    first.end();
    await closed;
    expect(await running).toBe('done');
  });
});

describe('background work', () => {
  const never = new AbortController().signal;

  it('holds half of the slots, and does not count for an owner', async () => {
    const slots = createAnalysisSlots({ total: 5, perOwner: 1, waiting: 0 });
    expect(slots.backgroundTotal).toBe(2);
    expect(createAnalysisSlots({ total: 1 }).backgroundTotal).toBe(1);
    const works = Array.from({ length: 4 }, pendingWork);
    const runs = works.map((work) => slots.background(never, work.run));
    await nextRound();
    expect(works.map((work) => work.started())).toEqual([true, true, false, false]);
    const others = ['ann', 'bob', 'cat'].map((owner) => ({ owner, work: pendingWork() }));
    const interactive = others.map(({ owner, work }) => slots.run(owner, undefined, work.run));
    await nextRound();
    expect(others.map(({ work }) => work.started())).toEqual([true, true, true]);
    for (const { work } of others) work.end();
    await Promise.all(interactive);
    expect(works.map((work) => work.started())).toEqual([true, true, false, false]);
    works[1]?.end();
    await runs[1];
    await nextRound();
    expect(works.map((work) => work.started())).toEqual([true, true, true, false]);
    for (const work of works) work.end();
    expect(await Promise.all(runs)).toEqual(Array(4).fill('done'));
  });

  it('is never ahead of an analysis that waits for a slot', async () => {
    const slots = createAnalysisSlots({ total: 1, perOwner: 9 });
    const order: string[] = [];
    const first = pendingWork();
    const running = slots.run('ann', undefined, first.run);
    const background = ['job 1', 'job 2'].map((job) =>
      slots.background(never, async () => order.push(job)),
    );
    const waiting = ['ann', 'bob'].map((owner) =>
      slots.run(owner, undefined, async () => order.push(owner)),
    );
    first.end();
    await Promise.all([running, ...background, ...waiting]);
    expect(order).toEqual(['bob', 'ann', 'job 1', 'job 2']);
  });

  it('does not wait for an analysis that is limited by its owner, not by the slots', async () => {
    const slots = createAnalysisSlots({ total: 3, perOwner: 1 });
    const [first, second] = [pendingWork(), pendingWork()];
    const runs = [first, second].map((work) =>
      slots.run('ann', undefined, work.run, { wait: true }),
    );
    expect(await slots.background(never, async () => 'at once')).toBe('at once');
    first.end();
    second.end();
    await Promise.all(runs);
  });

  it('leaves the queue when its signal aborts, which does not abort work that has started', async () => {
    const slots = createAnalysisSlots({ total: 2 });
    const [first, second] = [pendingWork(), pendingWork()];
    const stopping = new AbortController();
    const running = slots.background(stopping.signal, first.run);
    const waiting = slots.background(stopping.signal, second.run);
    await nextRound();
    stopping.abort(new Error('stopping'));
    await expect(waiting).rejects.toThrow('stopping');
    await expect(slots.background(stopping.signal, second.run)).rejects.toThrow('stopping');
    expect([first.aborted(), second.started()]).toEqual([false, false]);
    first.end();
    expect(await running).toBe('done');
    // Neither the slot nor the share of background work is lost.
    expect(await slots.background(never, async () => 'again')).toBe('again');
  });

  it('releases its slots while interactive analyses wait, also if it throws or leaves', async () => {
    const slots = createAnalysisSlots({ total: 1 });
    const work = pendingWork();
    const running = slots.run('ann', undefined, work.run);
    const leaving = new AbortController();
    const left = slots.background(leaving.signal, pendingWork().run);
    await nextRound();
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    work.end();
    await running;
    const broken = slots.background(never, () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await slots.background(never, async () => 'free')).toBe('free');
    expect(await slots.run('ann', undefined, async () => 'free')).toBe('free');
  });

  it('is rejected on close if it waits, and aborted after the grace time if it runs', async () => {
    const slots = createAnalysisSlots({ total: 2 });
    const [first, second] = [pendingWork(), pendingWork()];
    const running = slots.background(never, first.run);
    const waiting = slots.background(never, second.run);
    await nextRound();
    const outcome = expect(running).rejects.toMatchObject(rejectedWith('overloaded'));
    const closed = slots.close(10);
    await expect(waiting).rejects.toMatchObject(rejectedWith('overloaded'));
    expect(first.aborted()).toBe(false);
    await closed;
    expect([first.aborted(), second.started()]).toEqual([true, false]);
    await outcome;
    await expect(slots.background(never, second.run)).rejects.toMatchObject(
      rejectedWith('overloaded'),
    );
  });
});

it('leaves the queue when its client disconnects', async () => {
  const slots = createAnalysisSlots({ total: 1, waiting: 1 });
  const [first, gone, next] = [pendingWork(), pendingWork(), pendingWork()];
  const running = slots.run('ann', undefined, first.run);
  const client = new AbortController();
  const left = slots.run('bob', client.signal, gone.run);
  client.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const waiting = slots.run('cat', undefined, next.run);
  first.end();
  next.end();
  await Promise.all([running, waiting]);
  expect(gone.started()).toBe(false);
});

it('aborts running work when its client disconnects', async () => {
  const slots = createAnalysisSlots();
  const work = pendingWork();
  const client = new AbortController();
  const running = slots.run('ann', client.signal, work.run);
  await nextRound();
  client.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
});

it('does not start work for a disconnected client', async () => {
  const work = pendingWork();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(createAnalysisSlots().run('ann', gone, work.run)).rejects.toThrow('gone');
  expect(work.started()).toBe(false);
});

it('closes after running work has finished, and rejects new work', async () => {
  const slots = createAnalysisSlots();
  const work = pendingWork();
  const running = slots.run('ann', undefined, work.run);
  const closed = slots.close(60_000);
  await expect(slots.run('bob', undefined, pendingWork().run)).rejects.toMatchObject(
    rejectedWith('overloaded'),
  );
  work.end();
  await closed;
  expect(await running).toBe('done');
});

it('aborts work that is not finished within the grace time', async () => {
  const slots = createAnalysisSlots({ total: 1 });
  const [running, waiting] = [pendingWork(), pendingWork()];
  const runs = [running, waiting].map((work) => slots.run('ann', undefined, work.run));
  const outcomes = Promise.allSettled(runs);
  await slots.close(10);
  expect(running.aborted()).toBe(true);
  expect(waiting.started()).toBe(false);
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
  }
});

it.each([
  [{ total: 0 }, 'analyses.total must be an integer from 1 to 10000.'],
  [{ perOwner: 1.5 }, 'analyses.perOwner must be an integer from 1 to 10000.'],
  [{ waiting: -1 }, 'analyses.waiting must be an integer from 0 to 10000.'],
  [{ totals: 3 }, 'analyses.totals is not an option. Did you mean total?'],
  [
    { total: 20, memoryBytes: 312 * 1024 * 1024 - 1 },
    'analyses.memoryBytes must be an integer of at least 327155712',
  ],
  [
    { memoryBytes: 160 * 1024 * 1024 - 1 },
    'analyses.memoryBytes must be an integer of at least 167772160',
  ],
  [{ memoryBytes: '1 GB' }, 'analyses.memoryBytes must be an integer from 1 to'],
])('rejects %o and names the option', (limits, option) => {
  expect(() => createAnalysisSlots(limits as object)).toThrow(option);
});

describe('the defaults', () => {
  const MiB = 1024 * 1024;
  const limitsOf = (...args: Parameters<typeof createAnalysisSlots>) => {
    const { total, memoryBytes } = createAnalysisSlots(...args).limits;
    return { total, MiB: memoryBytes / MiB };
  };

  it('are 400 MiB, and as many analyses as fit beside a page of the maximum size and the facts of another', () => {
    expect(limitsOf()).toEqual({ total: 31, MiB: 400 });
    expect(31 * 8 + 6 * 20 + 32).toBe(400);
    expect(limitsOf({}, 4 * MiB)).toEqual({ total: 43, MiB: 400 });
  });

  it('of the number depend on the memory, but are at most 50', () => {
    expect(limitsOf({ memoryBytes: 320 * MiB })).toEqual({ total: 21, MiB: 320 });
    expect(limitsOf({ memoryBytes: 160 * MiB })).toEqual({ total: 1, MiB: 160 });
    expect(limitsOf({ memoryBytes: 4_000 * MiB })).toEqual({ total: 50, MiB: 4_000 });
  });

  it('of the memory depend on the number and the maximum size', () => {
    expect(limitsOf({ total: 1 })).toEqual({ total: 1, MiB: 400 });
    expect(limitsOf({ total: 100 }, MiB)).toEqual({ total: 100, MiB: 814 });
    expect(limitsOf({}, 200 * MiB)).toEqual({ total: 1, MiB: 1_408 });
  });

  it('are overridden by the least that is needed', () => {
    expect(limitsOf({ total: 20, memoryBytes: 312 * MiB })).toEqual({ total: 20, MiB: 312 });
  });
});
