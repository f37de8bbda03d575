import { expect, it } from 'vitest';
import { createHostUsers } from './host-users.ts';

it('a report is alone at a host that no other requests, or that another has left', () => {
  const users = createHostUsers();
  const [first, second] = [users.join(), users.join()];
  const areAlone = (host: string) => [first.isAlone(host), second.isAlone(host)];
  first.enter('a.test');
  first.enter('a.test');
  expect(areAlone('a.test')).toEqual([true, false]);
  expect(areAlone('b.test')).toEqual([true, true]);
  second.enter('a.test');
  second.enter('b.test');
  expect(areAlone('a.test')).toEqual([false, false]);
  second.leave();
  second.leave();
  second.enter('a.test');
  expect(areAlone('a.test')).toEqual([true, false]);
  expect(areAlone('b.test')).toEqual([true, true]);
});

it('no report is alone while more than five are open', () => {
  const users = createHostUsers();
  const report = users.join();
  const others = [1, 2, 3, 4].map(() => users.join());
  for (const [at, other] of others.entries()) other.enter(`${at}.test`);
  expect(report.isAlone('a.test')).toBe(true);
  report.enter('a.test');
  const last = users.join();
  expect(report.isAlone('a.test')).toBe(true);
  last.enter('b.test');
  expect(report.isAlone('a.test')).toBe(false);
  others[0]?.leave();
  expect(report.isAlone('a.test')).toBe(true);
});
