import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { compression } from './compression.ts';

const large = 'word '.repeat(1000);

it.each(['gzip', 'br', 'zstd', 'deflate'])('passes %s', async (coding) => {
  const outcome = await outcomeOf(compression, {
    body: large,
    headers: { 'content-encoding': coding },
  });
  expect(outcome).toMatchObject({
    status: 'pass',
    evidence: [{ kind: 'header', text: `Content-Encoding: ${coding}` }],
  });
});

it.each([{}, { 'content-encoding': 'identity' }, { 'content-encoding': 'none' }])(
  'fails a large page sent as it is',
  async (headers) => {
    const outcome = await outcomeOf(compression, { body: large, headers });
    expect(outcome.status).toBe('fail');
    expect(outcome.value).toMatchObject({ saving: expect.any(Number) });
  },
);

it('does not blame a page too small for it to matter', async () => {
  expect((await outcomeOf(compression, { body: 'Short.' })).status).toBe('pass');
});
