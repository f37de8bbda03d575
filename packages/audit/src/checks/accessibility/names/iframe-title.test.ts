import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { iframeTitle } from './iframe-title.ts';

describe('iframe-title', () => {
  it.each([
    '<iframe title="Map of our shops" src="/m"></iframe>',
    '<iframe title="iframe" aria-label="Map" src="/m"></iframe>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(iframeTitle, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<iframe title="iFrame" src="/m"></iframe>',
      '1 of 1 frame has a title that says nothing about the content: "iFrame".',
    ],
    [
      '<iframe title="Map" src="/m"></iframe><iframe aria-label="untitled" src="/n"></iframe>',
      '1 of 2 frames has a title that says nothing about the content: "untitled".',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(iframeTitle, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>', '<iframe src="/m"></iframe>', '<iframe title="iframe" hidden></iframe>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(iframeTitle, { body })).status).toBe('na');
    },
  );
});
