import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { parseArguments } from './parse-arguments.ts';
import { successShare } from './report/counts.ts';
import { failureText } from './report/failure-text.ts';

const { FUZZ_SEED: seed, FUZZ_PATH: path } = process.env;
const options = parseArguments([
  '--requests=1000',
  ...(seed === undefined ? [] : [`--seed=${seed}`]),
  ...(path === undefined ? [] : [`--path=${path}`]),
]);
const replay = `FUZZ_SEED=${options.seed}`;

it(`a thousand generated requests are answered as documented (${replay})`, async () => {
  const { counts, operations, failure } = await fuzz(options);
  if (failure) {
    throw new Error(`${failureText(failure.error)}\n\n${replay} FUZZ_PATH=${failure.path}`);
  }
  if (path !== undefined) return;
  expect(counts.total()).toBeGreaterThanOrEqual(options.requests);
  expect(successShare(counts)).toBeGreaterThan(0.3);
  for (const { operationId } of operations) {
    expect(counts.byOperation.get(operationId)?.size, operationId).toBeGreaterThan(2);
  }
}, 300_000);
