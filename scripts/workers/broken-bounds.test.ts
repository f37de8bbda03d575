import { describe, expect, it } from 'vitest';
import { brokenBounds, type Measured } from './broken-bounds.ts';

const sound: Measured = {
  mostOpen: 8,
  jobs: { created: 40, done: 40, reports: 40, urls: 40 },
  jobsPerSecond: { oneOwner: 1, manyOwners: 100 },
  idleStatements: 99,
  mostSent: [],
  startMs: [60_000],
  killedStep: { takenOverAfter: 100, status: 'done' },
};

describe('brokenBounds', () => {
  it('finds nothing wrong with what is only slow', () => {
    expect(brokenBounds(sound)).toEqual([]);
    const { killedStep: _, ...single } = sound;
    expect(brokenBounds(single)).toEqual([]);
  });

  it.each([
    [{ mostOpen: 9 }, /^A host had 9 requests open at the same time, more than 8\.$/],
    [{ jobs: { created: 40, done: 39, reports: 40, urls: 40 } }, /^Of 40 jobs, 39 are done\.$/],
    [{ jobs: { created: 40, done: 40, reports: 39, urls: 39 } }, /of 39 URLs only\.$/],
    [{ jobs: { created: 40, done: 40, reports: 41, urls: 40 } }, /^41 reports .* twice\.$/],
    [{ killedStep: { takenOverAfter: null, status: 'done' } }, /^No worker took over/],
    [{ killedStep: { takenOverAfter: 31, status: 'running' } }, /was killed is running\.$/],
  ] satisfies readonly (readonly [Partial<Measured>, RegExp])[])(
    'names what %j breaks',
    (part, sentence) => {
      expect(brokenBounds({ ...sound, ...part })).toEqual([expect.stringMatching(sentence)]);
    },
  );
});
