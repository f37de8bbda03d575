import { expect, it } from 'vitest';
import { createHostSlots } from './prober.ts';

/** Work that ends when it is told to, by name; notes when it began. */
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

it('lets a few works of a host go on at once, the others in the order in which they came', async () => {
  const { begun, work, end } = startWork();
  const inTurn = createHostSlots(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn('p.test', work(name)));
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await all[1];
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  end('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  for (const name of ['c', 'd']) end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

it('lets nobody wait for another host', async () => {
  const { begun, work } = startWork();
  const inTurn = createHostSlots(1);
  for (const host of ['a', 'b', 'a', 'b']) void inTurn(host, work(host));
  expect(begun).toEqual(['a', 'b']);
});

it('gives back the place of work that failed, and none twice', async () => {
  const { begun, work, end } = startWork();
  const inTurn = createHostSlots(1);
  const failed = inTurn('p.test', work('a'));
  const next = inTurn('p.test', work('b'));
  end('a', new Error('no'));
  await expect(failed).rejects.toThrow('no');
  await expect.poll(() => begun).toEqual(['a', 'b']);
  end('b');
  await next;
  void inTurn('p.test', work('c'));
  void inTurn('p.test', work('d'));
  expect(begun).toEqual(['a', 'b', 'c']);
});
