import { runAtOnce } from '@sitegrade/audit/for-tests';
import { expect, it } from 'vitest';
import { linkFlags, openLinkTable } from './link-table.ts';

it('keeps links in both directions, and unites those between the same URLs', () => {
  const table = openLinkTable(3, 10);
  table.begin(2);
  table.add(0, 0);
  table.add(2, linkFlags.variant);
  table.add(0, linkFlags.followed);
  table.add(0, linkFlags.image);
  table.begin(1);
  table.add(0, linkFlags.followed);
  runAtOnce(table.connect());
  expect([...table.linksOf(2)]).toEqual([
    { from: 2, to: 0, flags: linkFlags.followed },
    { from: 2, to: 0, flags: linkFlags.image },
    { from: 2, to: 2, flags: linkFlags.variant },
  ]);
  expect([...table.linksTo(0)]).toEqual([
    { from: 1, to: 0, flags: linkFlags.followed },
    { from: 2, to: 0, flags: linkFlags.followed },
    { from: 2, to: 0, flags: linkFlags.image },
  ]);
  expect([0, 1, 2].map(table.count)).toEqual([3, 0, 0]);
  expect([...table.linksOf(0), ...table.linksTo(2)]).toEqual([]);
  expect(table.isCut()).toBe(false);
});

it('leaves out links above the limit, and still adds flags to those it has', () => {
  const table = openLinkTable(5_000, 3_000);
  table.begin(0);
  for (let to = 1; to < 5_000; to++) table.add(to, 0);
  expect(table.isCut()).toBe(true);
  table.add(1, linkFlags.followed);
  runAtOnce(table.connect());
  const links = [...table.linksOf(0)];
  expect(links).toHaveLength(3_000);
  expect(links[0]).toEqual({ from: 0, to: 1, flags: linkFlags.followed });
  expect(links[2_999]?.to).toBe(3_000);
  expect(table.count(3_001)).toBe(0);
});
