import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { linkRoleButton } from './link-role-button.ts';

describe('link-role-button', () => {
  it.each([
    '<a href="/next">Continue</a>',
    '<a href="/next" role="button" data-module="govuk-button">Continue</a>',
    '<a href="/next" role="button" aria-expanded="false">Menu</a>',
    '<a href="/next" role="button" onkeydown="go()">Continue</a><a href="/a">A</a>',
    '<a href="#" role="button">Menu</a><a href="/a">A</a>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(linkRoleButton, { body })).status).toBe('pass');
  });

  it.each([
    [
      '<a class="button" href="next.html" role="button">Continue</a>',
      '1 of 1 links to other pages is announced as a button, and without a script a link does not respond to the space bar.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(linkRoleButton, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each(['<a href="#" role="button">Menu</a>', '<button>x</button>'])(
    'does not apply to %s',
    async (body) => {
      expect((await outcomeOf(linkRoleButton, { body })).status).toBe('na');
    },
  );
});
