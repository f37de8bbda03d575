import { expect, it } from 'vitest';
import { heapInUse } from '../fetch/fixtures/resources.ts';
import { createSharedResults, shareNothing } from './shared-results.ts';

/** Results that are shared, by a clock of the test. */
function start() {
  let ms = 0;
  const shared = createSharedResults({
    now: () => new Date(1_800_000_000_000 + ms),
    monotonicMs: () => ms,
  });
  const requests: string[] = [];
  /** A report that says under which name it sends requests. */
  const report = (who: string, batch = 'a') => {
    const ends = new AbortController();
    const { share, oldestAt } = shared.join(batch, ends.signal);
    return {
      ends,
      share,
      oldestMs: () => {
        const at = oldestAt();
        return at && at.getTime() - 1_800_000_000_000;
      },
      /** Requests a URL; by default it is found. */
      ask: (url: string, response: object | Promise<object> = found(who)) =>
        share(url, async () => {
          requests.push(`${who} ${url}`);
          return (await response) as Sharable;
        }),
    };
  };
  const pass = (passed: number) => {
    ms += passed;
  };
  return { ...shared, report, requests, pass };
}

type Sharable = { readonly kind: string; readonly by?: string };

const found = (by: string) => ({ kind: 'response', status: 200, by });

/** A response that the test sends later. */
function pending() {
  let resolve = (_: object) => {};
  let reject = (_: Error) => {};
  const response = new Promise<object>((...settle) => {
    [resolve, reject] = settle;
  });
  return { response, resolve, reject };
}

it('keeps a result for a minute after its request, and says when that was', async () => {
  const { report, requests, pass } = start();
  const first = report('first');
  await first.ask('/a');
  pass(1_000);
  await first.ask('/b');
  pass(58_999);
  const second = report('second');
  expect(second.oldestMs()).toBeNull();
  expect(await second.ask('/b')).toMatchObject({ by: 'first' });
  expect(second.oldestMs()).toBe(1_000);
  expect(await second.ask('/a')).toMatchObject({ by: 'first' });
  expect(second.oldestMs()).toBe(0);
  pass(1);
  const third = report('third');
  expect(await third.ask('/a')).toMatchObject({ by: 'third' });
  expect(await third.ask('/b')).toMatchObject({ by: 'first' });
  expect(third.oldestMs()).toBe(1_000);
  expect(requests).toEqual(['first /a', 'first /b', 'third /a']);
});

it('shares nothing with another batch', async () => {
  const { report, requests } = start();
  await report('first').ask('/a');
  await report('second', 'b').ask('/a');
  expect(requests).toEqual(['first /a', 'second /a']);
});

it('a report has its own results twice, which are not shared', async () => {
  const { report, requests } = start();
  const { ask, oldestMs } = report('first');
  await Promise.all([ask('/a'), ask('/a')]);
  expect(requests).toEqual(['first /a']);
  expect(oldestMs()).toBeNull();
});

it.each([
  { kind: 'response', status: 500 },
  { kind: 'response', status: 429 },
  { kind: 'server_error', status: 503 },
  { kind: 'unknown', reason: 'fetch_timeout' },
])('$kind $status is for those who wait for it, and not kept', async (result) => {
  const { report, requests } = start();
  const { response, resolve } = pending();
  const asked = [report('first').ask('/a', response), report('second').ask('/a')];
  resolve(result);
  expect(await Promise.all(asked)).toEqual([result, result]);
  await report('third').ask('/a');
  expect(requests).toEqual(['first /a', 'third /a']);
});

it.each([404, 403, 301])('status %i is kept', async (status) => {
  const { report, requests } = start();
  await report('first').ask('/a', Promise.resolve({ kind: 'response', status }));
  await report('second').ask('/a');
  expect(requests).toEqual(['first /a']);
});

it.each(['skipped', 'failed'])(
  'a request that is %s is sent again by all who waited for it, at the same time',
  async (kind) => {
    const { report, requests } = start();
    const { response, resolve } = pending();
    const first = report('first').ask('/a', response);
    const [second, third] = [pending(), pending()];
    const others = [
      report('second').ask('/a', second.response),
      report('third').ask('/a', third.response),
    ];
    resolve({ kind, reason: 'out_of_time' });
    expect(await first).toMatchObject({ kind });
    await new Promise(setImmediate);
    expect(requests).toEqual(['first /a', 'second /a', 'third /a']);
    second.resolve(found('second'));
    third.resolve(found('third'));
    expect(await Promise.all(others)).toMatchObject([{ by: 'second' }, { by: 'third' }]);
    expect(await report('fourth').ask('/a')).toMatchObject({ by: 'second' });
  },
);

it('a report that is aborted fails no other one', async () => {
  const { report } = start();
  const { response, reject } = pending();
  const first = report('first');
  const aborted = first.ask('/a', response);
  const second = report('second').ask('/a');
  first.ends.abort(new Error('aborted'));
  reject(new Error('aborted'));
  await expect(aborted).rejects.toThrow('aborted');
  expect(await second).toMatchObject({ by: 'second' });
});

it('what a report gets because it has ended is not shared', async () => {
  const { report } = start();
  const { response, resolve } = pending();
  const first = report('first');
  void first.ask('/a', response);
  const second = report('second').ask('/a');
  first.ends.abort(new Error('aborted'));
  resolve({ kind: 'unknown', reason: 'analysis_timeout' });
  expect(await second).toMatchObject({ by: 'second' });
});

it('a report that waits for another one ends when it is aborted', async () => {
  const { report, requests } = start();
  const { response, resolve } = pending();
  const first = report('first').ask('/a', response);
  const second = report('second');
  const waiting = second.ask('/a');
  second.ends.abort(new Error('aborted'));
  await expect(waiting).rejects.toThrow('aborted');
  resolve(found('first'));
  expect(await first).toMatchObject({ by: 'first' });
  expect(requests).toEqual(['first /a']);
});

it('what does not fit others is not shared', async () => {
  const { report } = start();
  const { share } = report('first');
  const fits = { fits: () => false };
  await share('/a', async () => found('first'), fits);
  expect(await report('second').ask('/a')).toMatchObject({ by: 'second' });
});

it('drops the oldest results when there are 10,000, or more than 32 MB', async () => {
  const { report, requests } = start();
  const first = report('first');
  for (let at = 0; at <= 10_000; at += 1) await first.ask(`/${at}`);
  requests.length = 0;
  const second = report('second');
  await second.ask('/1');
  await second.ask('/0');
  expect(requests).toEqual(['second /0']);

  const bytes = { bytes: () => 12 * 1024 * 1024 };
  for (const name of ['large 1', 'large 2', 'large 3']) {
    await first.share(name, async () => found('first'), bytes);
  }
  for (const name of ['/10000', 'large 2', 'large 3', 'large 1']) await second.ask(name);
  expect(requests.slice(1)).toEqual(['second /10000', 'second large 1']);

  const tooLarge = { bytes: () => 32 * 1024 * 1024 + 1 };
  await first.share('too large', async () => found('first'), tooLarge);
  for (const name of ['too large', 'large 3', 'large 1']) await second.ask(name);
  expect(requests.slice(3)).toEqual(['second too large']);
});

it('releases what is too old when it is asked to', async () => {
  const { report, dropOld, pass } = start();
  const request = async () => new WeakRef(await report('first').ask('/a'));
  const result = await request();
  await heapInUse();
  expect(result.deref()).toMatchObject({ by: 'first' });
  pass(60_000);
  dropOld();
  await heapInUse();
  expect(result.deref()).toBeUndefined();
});

it('a report without a batch shares nothing', async () => {
  expect(await shareNothing('/a', async () => found('first'))).toMatchObject({ by: 'first' });
  expect(await shareNothing('/a', async () => found('second'))).toMatchObject({ by: 'second' });
});
