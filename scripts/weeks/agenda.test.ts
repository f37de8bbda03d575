import { expect, it } from 'vitest';
import { createAgenda } from './agenda.ts';

it('returns what happens in the order of times, and of those that are equal, of their addition', async () => {
  const agenda = createAgenda();
  const happened: string[] = [];
  const add = (at: number, name: string) =>
    agenda.add(at, async () => {
      happened.push(`${name} at ${at}`);
    });
  for (const [at, name] of [
    [5, 'a'],
    [1, 'b'],
    [5, 'c'],
    [3, 'd'],
    [1, 'e'],
  ] as const)
    add(at, name);
  for (let next = agenda.next(); next; next = agenda.next()) {
    await next.happens();
    if (next.at === 3) add(4, 'f');
  }
  expect(happened).toEqual(['b at 1', 'e at 1', 'd at 3', 'f at 4', 'a at 5', 'c at 5']);
});
