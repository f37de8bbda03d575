import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { videoAlternative } from './video-alternative.ts';

describe('video-alternative', () => {
  it.each([
    '<video controls src="a.mp4"></video><a href="/t">Transcript</a>',
    '<video controls src="a.mp4"><track kind="descriptions" src="d.vtt"></video>',
    '<video controls src="a.mp4"></video><a href="/d">Version with audio description</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(videoAlternative, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<video controls src="a.mp4"><track kind="captions" src="c.vtt"></video>',
      'The page has 1 video, and none of the words that we know for a transcript or an audio description.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(videoAlternative, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>x</p>',
    '<video src="a.mp4"></video>',
    '<video controls muted src="a.mp4"></video>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(videoAlternative, { body })).status).toBe('na');
  });
});
