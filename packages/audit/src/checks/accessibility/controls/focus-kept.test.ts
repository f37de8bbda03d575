import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { focusKept } from './focus-kept.ts';

describe('focus-kept', () => {
  it.each(['<a href="/a" onfocus="show()">A</a>', '<input onblur="save()">'])(
    'passes %s',
    async (body) => {
      expect((await outcomeOf(focusKept, { body })).status).toBe('pass');
    },
  );

  it.each([
    ['<a href="/a" onfocus="this.blur()">A</a>', '1 element gives up the focus when it gets it.'],
    [
      "<input onfocus='if (this.blur) this.blur()'><a href=/ onfocus=blur()>A</a>",
      '2 elements give up the focus when they get it.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(focusKept, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<p>x</p>'])('does not apply to %s', async (body) => {
    expect((await outcomeOf(focusKept, { body })).status).toBe('na');
  });
});
