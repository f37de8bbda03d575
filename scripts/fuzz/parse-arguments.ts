import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { FuzzOptions } from './fuzz.ts';
import { storeKinds } from './servers/store-kind.ts';

const maxSeed = 2 ** 31 - 1;

/**
 * Reads what `npm run fuzz --` was given. Without a seed there is a new one each time.
 *
 * @throws Error naming the argument, and what is allowed.
 */
export function parseArguments(given: readonly string[]): FuzzOptions {
  const { values } = parseArgs({
    args: [...given],
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(randomInt(maxSeed)) },
      path: { type: 'string' },
      store: { type: 'string', default: 'memory' },
    },
  });
  const store = storeKinds.find((kind) => kind === values.store);
  if (store === undefined) throw new Error(`--store must be one of ${storeKinds.join(', ')}.`);
  if (values.path !== undefined && !/^\d+(?::\d+)*$/.test(values.path)) {
    throw new Error('--path must be numbers with colons between them, as a failure names it.');
  }
  return {
    requests: wholeNumber('requests', values.requests, 1, 10_000_000),
    seed: wholeNumber('seed', values.seed, -maxSeed - 1, maxSeed),
    ...(values.path !== undefined && { path: values.path }),
    store,
  };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^-?\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}.`);
}
