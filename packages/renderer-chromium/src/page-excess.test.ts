import { expect, it } from 'vitest';
import { pageExcess } from './page-excess.ts';

/** What happens to a page that causes this much, again and again, and how often it did before. */
function endingOf(add: (excess: ReturnType<typeof pageExcess>) => void) {
  const endings: string[] = [];
  let times = 0;
  const excess = pageExcess(
    () => endings.push(`stopped after ${times}`),
    ({ reason, message }) => endings.push(`${reason} after ${times}: ${message}`),
  );
  expect(excess.isStopped()).toBe(false);
  for (; times < 100_000; times += 1) add(excess);
  expect(excess.isStopped()).toBe(true);
  return endings;
}

it.each([
  ['refused requests', (excess) => excess.addRefused(), 500, 5_000, '5000 refused requests'],
  ['messages', (excess) => excess.addMessage(1), 10_000, 60_000, '60000 messages'],
  ['large messages', (excess) => excess.addMessage(2 ** 20), 64, 128, '134217728 characters'],
] as const satisfies readonly (readonly [
  string,
  (excess: ReturnType<typeof pageExcess>) => void,
  number,
  number,
  string,
])[])('stops a page of too many %s, and ends one of far too many', (_, add, stop, end, what) => {
  expect(endingOf(add)).toEqual([
    `stopped after ${stop}`,
    `render_too_large after ${end}: The page caused more than ${what}.`,
  ]);
});
