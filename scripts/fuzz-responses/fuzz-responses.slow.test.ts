import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { fuzzResponses } from './fuzz-responses.ts';

const { FUZZ_SEED: given } = process.env;
const seed = given === undefined ? randomInt(2 ** 31) : Number(given);

it(`three hundred faulty responses end in reports or codes (FUZZ_SEED=${seed})`, async () => {
  const { failures, responses, outcomes } = await fuzzResponses({ count: 300, seed });
  expect(failures).toEqual([]);
  expect(responses).toBeGreaterThanOrEqual(300);
  expect(outcomes.get('report')).toBeGreaterThan(0);
  expect(outcomes.size).toBeGreaterThan(1);
}, 300_000);
