import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { audioTranscript } from './audio-transcript.ts';

describe('audio-transcript', () => {
  it.each([
    '<a href="/interview.mp3">Listen</a> <a href="/text">Transcript of the interview</a>',
    '<audio src="a.mp3" controls></audio><h2>Transcript</h2>',
    '<a href="/interview.mp3">Listen</a> <a href="/transcript.html">Text</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(audioTranscript, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<a href="interview.mp3">Listen to the interview</a>',
      'The page has 1 recording, and none of the words that we know for a transcript.',
    ],
    [
      '<audio src="a.mp3" controls></audio><a href="/b.ogg">B</a>',
      'The page has 2 recordings, and none of the words that we know for a transcript.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(audioTranscript, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<p>x</p>',
    '<audio src="a.mp3"></audio>',
    '<a href="/interview.mp3" hidden>Listen</a>',
    '<a href="/mp3">Listen</a>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(audioTranscript, { body })).status).toBe('na');
  });

  it('knows the words of the language of the page', async () => {
    const page = (lang: string) =>
      outcomeOf(audioTranscript, {
        html: `<html lang="${lang}"><a href="/a.mp3">A</a><p>Abschrift`,
      });
    expect((await page('de-AT')).status).toBe('pass');
    expect((await page('en')).status).toBe('warn');
    expect((await page('fi')).status).toBe('na');
  });
});
