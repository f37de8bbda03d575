import { expect, it } from 'vitest';
import { fuzz, totalOf } from './fuzz.ts';

// The same requests every time, since their count says too little for any seed; `npm run tool -- fuzz` draws one.
const { FUZZ_SEED: seed = 6, FUZZ_PATH: path } = process.env;
const requests = 1_500;

it(`1,500 generated requests get documented responses (FUZZ_SEED=${seed})`, async () => {
  const { counts, operations, failure } = await fuzz({
    requests,
    seed: Number(seed),
    ...(path !== undefined && { path }),
  });
  if (failure) throw new Error(`${failure.text}\n\nFUZZ_SEED=${seed} FUZZ_PATH=${failure.path}`);
  if (path !== undefined) return;
  expect(totalOf(counts)).toBeGreaterThanOrEqual(requests);
  expect(totalOf(counts, (status) => status < 400) / totalOf(counts)).toBeGreaterThan(0.3);
  for (const { operationId } of operations) {
    expect(counts.get(operationId)?.size, operationId).toBeGreaterThan(1);
  }
}, 300_000);
