import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { compression } from './compression.ts';

const large = 'word '.repeat(1000);
/** A page of this size, in bytes. */
const sized = (bytes: number) => `<!DOCTYPE html>${'x'.repeat(bytes - '<!DOCTYPE html>'.length)}`;

it.each(['gzip', 'br', 'zstd', 'deflate', 'GZIP', 'dcb'])('passes %s', async (coding) => {
  const outcome = await outcomeOf(compression, {
    body: large,
    headers: { 'content-encoding': coding },
  });
  expect(outcome).toMatchObject({
    status: 'pass',
    evidence: [{ kind: 'header', text: `Content-Encoding: ${coding}` }],
  });
});

it.each(['gzip, br', 'identity, gzip', ' gzip ,identity'])(
  'passes %s, where one of several codings compresses',
  async (coding) => {
    const headers = { 'content-encoding': coding };
    expect((await outcomeOf(compression, { body: large, headers })).status).toBe('pass');
  },
);

it('passes a repeated header', async () => {
  const headers = { 'content-encoding': ['identity', 'br'] };
  expect((await outcomeOf(compression, { body: large, headers })).status).toBe('pass');
});

it.each([{}, { 'content-encoding': 'identity' }, { 'content-encoding': 'none' }])(
  'fails a large page sent as it is',
  async (headers) => {
    const outcome = await outcomeOf(compression, { body: large, headers });
    expect(outcome.status).toBe('fail');
    expect(outcome.value).toMatchObject({ saving: expect.any(Number) });
  },
);

it.each(['none', 'UTF-8', 'binary', 'text/html', 'aws-chunked', 'identity, none'])(
  'names %s, which is not a coding',
  async (coding) => {
    const headers = { 'content-encoding': coding };
    const small = await outcomeOf(compression, { body: 'Short.', headers });
    expect(small).toMatchObject({
      status: 'warn',
      evidence: [{ text: `Content-Encoding: ${coding}` }],
    });
    const name = coding.split(', ').at(-1)?.toLowerCase();
    for (const { summary } of [small, await outcomeOf(compression, { body: large, headers })])
      expect(summary).toContain(
        `Content-Encoding names “${name}”, which no browser or crawler knows`,
      );
  },
);

it('does not fail a page that is too small to matter', async () => {
  expect((await outcomeOf(compression, { body: 'Short.' })).status).toBe('pass');
});

it.each([
  [2088, 'text/html', 'pass'],
  [2090, 'text/html', 'fail'],
  [2090, 'application/xhtml+xml', 'pass'],
  [2798, 'application/xhtml+xml', 'pass'],
  [2800, 'application/xhtml+xml', 'fail'],
] as const)('takes %i bytes of %s to %s', async (bytes, type, status) => {
  const headers = { 'content-type': type };
  expect((await outcomeOf(compression, { html: sized(bytes), headers })).status).toBe(status);
});
