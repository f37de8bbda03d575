import { describe, expect, it } from 'vitest';
import { createAnalysisSlots } from './analysis-slots.ts';

/** Work that ends when told to. */
function heldWork() {
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

const turn = () => new Promise((resolve) => setImmediate(resolve));
const refused = (code: string) => ({ code, retryAfterSeconds: expect.any(Number) });

it('runs work and gives its result', async () => {
  const slots = createAnalysisSlots();
  expect(await slots.run('ann', undefined, async () => 'done')).toBe('done');
  await expect(slots.run('ann', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
});

it('has many at once without a warning of Node', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const slots = createAnalysisSlots({ perOwner: 50 });
  const works = Array.from({ length: 30 }, heldWork);
  const runs = works.map((work) => slots.run('ann', undefined, work.run));
  for (const work of works) work.end();
  await Promise.all(runs);
  await turn();
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('refuses an owner who has too many under way, and nobody else', async () => {
  const slots = createAnalysisSlots({ perOwner: 2 });
  const first = heldWork();
  const runs = [first, heldWork()].map((work) => slots.run('ann', undefined, work.run));
  await expect(slots.run('ann', undefined, heldWork().run)).rejects.toMatchObject(
    refused('rate_limited'),
  );
  expect(await slots.run('bob', undefined, async () => 'done')).toBe('done');
  first.end();
  expect(await runs[0]).toBe('done');
  expect(await slots.run('ann', undefined, async () => 'again')).toBe('again');
});

it('gives an owner the place back when the work fails', async () => {
  const slots = createAnalysisSlots({ perOwner: 1 });
  await expect(
    slots.run('ann', undefined, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow();
  expect(await slots.run('ann', undefined, async () => 'done')).toBe('done');
});

it('lets work wait for its turn, in order, and refuses what is beyond', async () => {
  const slots = createAnalysisSlots({ total: 1, waiting: 2, perOwner: 9 });
  const [first, second, third] = [heldWork(), heldWork(), heldWork()];
  const runs = [first, second, third].map((work) => slots.run('ann', undefined, work.run));
  await expect(slots.run('bob', undefined, heldWork().run)).rejects.toMatchObject(
    refused('overloaded'),
  );
  await turn();
  expect([first, second, third].map((work) => work.started())).toEqual([true, false, false]);
  first.end();
  await runs[0];
  await turn();
  expect([second, third].map((work) => work.started())).toEqual([true, false]);
  second.end();
  third.end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done']);
  expect(await slots.run('bob', undefined, async () => 'free again')).toBe('free again');
});

it('gives slots to owners in turn', async () => {
  const slots = createAnalysisSlots({ total: 1, perOwner: 9 });
  const order: string[] = [];
  const names = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'cat 1', 'bob 2'];
  await Promise.all(
    names.map((name) => slots.run(name.slice(0, 3), undefined, async () => order.push(name))),
  );
  expect(order).toEqual(['ann 1', 'bob 1', 'cat 1', 'ann 2', 'bob 2', 'ann 3']);
});

describe('calls that wait', () => {
  const wait = { wait: true };

  it('are all made, of one owner no more at once than any', async () => {
    const slots = createAnalysisSlots({ perOwner: 2, total: 3, waiting: 0 });
    let [running, most] = [0, 0];
    const job = async () => {
      running += 1;
      most = Math.max(most, running);
      await turn();
      running -= 1;
      return 'done';
    };
    const runs = Array.from({ length: 12 }, () => slots.run('ann', undefined, job, wait));
    expect(await Promise.all(runs)).toEqual(Array(12).fill('done'));
    expect(most).toBe(2);
  });

  it('delay no other owner', async () => {
    const slots = createAnalysisSlots({ perOwner: 2, total: 3, waiting: 1 });
    const works = Array.from({ length: 5 }, heldWork);
    const runs = works.map((work) => slots.run('ann', undefined, work.run, wait));
    expect(await slots.run('bob', undefined, async () => 'at once')).toBe('at once');
    await expect(slots.run('ann', undefined, heldWork().run)).rejects.toMatchObject(
      refused('rate_limited'),
    );
    const bob = heldWork();
    const running = slots.run('bob', undefined, bob.run);
    // All slots are taken, and what waits in a batch takes no place of those who may be refused.
    const cat = slots.run('cat', undefined, async () => 'next');
    bob.end();
    expect(await cat).toBe('next');
    for (const work of works) work.end();
    await Promise.all([...runs, running]);
  });

  it('leave the queue when their client goes away', async () => {
    const slots = createAnalysisSlots({ perOwner: 1 });
    const [first, gone] = [heldWork(), heldWork()];
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

  it('are refused at once when the slots close, and what runs is waited for', async () => {
    const slots = createAnalysisSlots({ perOwner: 1 });
    const [first, second] = [heldWork(), heldWork()];
    const running = slots.run('ann', undefined, first.run, wait);
    const waiting = slots.run('ann', undefined, second.run, wait);
    const closed = slots.close(60_000);
    await expect(waiting).rejects.toMatchObject(refused('overloaded'));
    await expect(slots.run('bob', undefined, heldWork().run, wait)).rejects.toMatchObject(
      refused('overloaded'),
    );
    expect([first.aborted(), second.started()]).toEqual([false, false]);
    first.end();
    await closed;
    expect(await running).toBe('done');
  });
});

it('lets go of a place in the queue when its client goes away', async () => {
  const slots = createAnalysisSlots({ total: 1, waiting: 1 });
  const [first, gone, next] = [heldWork(), heldWork(), heldWork()];
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

it('tells running work when its client goes away', async () => {
  const slots = createAnalysisSlots();
  const work = heldWork();
  const client = new AbortController();
  const running = slots.run('ann', client.signal, work.run);
  await turn();
  client.abort(new Error('gone'));
  await expect(running).rejects.toThrow('gone');
});

it('does not start for a client who has gone already', async () => {
  const work = heldWork();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(createAnalysisSlots().run('ann', gone, work.run)).rejects.toThrow('gone');
  expect(work.started()).toBe(false);
});

it('closes once what is under way is done, and takes nothing new', async () => {
  const slots = createAnalysisSlots();
  const work = heldWork();
  const running = slots.run('ann', undefined, work.run);
  const closed = slots.close(60_000);
  await expect(slots.run('bob', undefined, heldWork().run)).rejects.toMatchObject(
    refused('overloaded'),
  );
  work.end();
  await closed;
  expect(await running).toBe('done');
});

it('aborts what is not done within the grace time', async () => {
  const slots = createAnalysisSlots({ total: 1 });
  const [running, waiting] = [heldWork(), heldWork()];
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
    { memoryBytes: 280 * 1024 * 1024 - 1 },
    'analyses.memoryBytes must be an integer of at least 293601280',
  ],
  [{ memoryBytes: '1 GB' }, 'analyses.memoryBytes must be an integer from 1 to'],
])('refuses %o and names the option', (limits, option) => {
  expect(() => createAnalysisSlots(limits as object)).toThrow(option);
});

it('has memory for two of the largest pages, and takes no less than for one', () => {
  const MiB = 1024 * 1024;
  expect(createAnalysisSlots().limits.memoryBytes).toBe(400 * MiB);
  expect(createAnalysisSlots({ total: 100 }, MiB).limits.memoryBytes).toBe(812 * MiB);
  const least = createAnalysisSlots({ memoryBytes: 280 * MiB });
  expect(least.limits.memoryBytes).toBe(280 * MiB);
});
