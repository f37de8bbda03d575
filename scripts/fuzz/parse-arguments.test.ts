import { expect, it } from 'vitest';
import { parseArguments } from './parse-arguments.ts';

it('reads what it is given', () => {
  const given = ['--requests', '5', '--seed=-1', '--path', '1:0', '--store', 'sqlite'];
  expect(parseArguments(given)).toEqual({ requests: 5, seed: -1, path: '1:0', store: 'sqlite' });
});

it('takes ten thousand requests, a new seed and memory otherwise', () => {
  const { seed, ...rest } = parseArguments([]);
  expect(rest).toEqual({ requests: 10_000, store: 'memory' });
  expect(parseArguments([]).seed).not.toBe(seed);
});

it.each([
  [['--store', 'mysql'], /--store must be one of memory, sqlite, postgres/],
  [['--requests', '0'], /--requests must be a whole number from 1/],
  [['--seed', '1.5'], /--seed must be a whole number/],
  [['--path', 'a'], /--path must be numbers/],
  [['--sed', '1'], /--sed/],
])('refuses %j', (given, message) => {
  expect(() => parseArguments(given)).toThrow(message);
});
