import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { nosniff } from './nosniff.ts';

const of = (...lines: readonly string[]) =>
  outcomeOf(nosniff, { headers: { 'x-content-type-options': lines } });

it.each([[['nosniff']], [['NoSniff']], [['nosniff', 'nosniff']], [['nosniff, nosniff']]])(
  'passes %j',
  async (lines) => {
    expect((await of(...lines)).status).toBe('pass');
  },
);

it.each(['sniff', '"nosniff"', 'nosniff; mode=block', 'none, nosniff'])(
  'fails %s and quotes it',
  async (line) => {
    const [text] = line.split(',');
    expect(await of(line)).toMatchObject({
      status: 'fail',
      evidence: [{ kind: 'header', text: `X-Content-Type-Options: ${text}` }],
    });
  },
);

it('fails if there is none', async () => {
  expect((await outcomeOf(nosniff)).status).toBe('fail');
});
