import { expect, it } from 'vitest';
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
  [{ total: 0 }, 'analyses.total'],
  [{ perOwner: 1.5 }, 'analyses.perOwner'],
  [{ waiting: -1 }, 'analyses.waiting'],
  [{ most: 3 }, 'analyses.most'],
])('refuses %o and names the option', (limits, option) => {
  expect(() => createAnalysisSlots(limits as object)).toThrow(option);
});
