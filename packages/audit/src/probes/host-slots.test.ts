import { expect, it } from 'vitest';
import { limitPerHost } from './prober.ts';

/** Named tasks that end on demand, and the order in which they began. */
function startWork() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

it('limits concurrent tasks per host and starts the others in order', async () => {
  const { begun, work, end } = startWork();
  const withSlot = limitPerHost(() => 2);
  const all = ['a', 'b', 'c', 'd'].map((name) => withSlot('p.test', work(name)));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await all[1];
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  end('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

it('does not wait for tasks of other hosts', async () => {
  const { begun, work } = startWork();
  const withSlot = limitPerHost(() => 1);
  for (const host of ['a', 'b', 'a', 'b']) void withSlot(host, work(host));
  expect(begun).toEqual(['a', 'b']);
});

it('releases the slot of a failed task exactly once', async () => {
  const { begun, work, end } = startWork();
  const withSlot = limitPerHost(() => 1);
  const failed = withSlot('p.test', work('a'));
  const next = withSlot('p.test', work('b'));
  end('a', new Error('no'));
  await expect(failed).rejects.toThrow('no');
  await expect.poll(() => begun).toEqual(['a', 'b']);
  end('b');
  await next;
  void withSlot('p.test', work('c'));
  void withSlot('p.test', work('d'));
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('starts nothing beyond a limit that falls, and what waits when it rises', async () => {
  const { begun, work, end } = startWork();
  let atOnce = 3;
  const withSlot = limitPerHost(() => atOnce);
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => withSlot('p.test', work(name)));
  atOnce = 1;
  for (const name of ['a', 'b']) end(name);
  await Promise.all(all.slice(0, 2));
  expect(begun).toEqual(['a', 'b', 'c']);
  end('c');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  atOnce = 2;
  end('d');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

it('starts what waits before what comes later, also where the limit has risen', async () => {
  const { begun, work } = startWork();
  let atOnce = 1;
  const withSlot = limitPerHost(() => atOnce);
  for (const name of ['a', 'b']) void withSlot('p.test', work(name));
  atOnce = 2;
  void withSlot('p.test', work('c'));
  await expect.poll(() => begun).toEqual(['a', 'b']);
});
