import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { navigationNames } from './navigation-names.ts';

const lines = '\n'.repeat(11);

describe('navigation-names', () => {
  it.each([
    '<nav aria-label="Main">A</nav><nav aria-label="Footer">B C</nav>',
    '<nav>A</nav><nav aria-label="Footer">B C</nav>',
    '<nav aria-labelledby="a">A</nav><nav aria-labelledby="b">B C</nav>',
  ])('passes %s', async (body) => {
    expect((await outcomeOf(navigationNames, { body })).status).toBe('pass');
  });

  it.each([
    ['<nav>A</nav><nav>B C</nav>', '2 of 2 navigations do not have their own name.'],
    [
      `<nav>A</nav><button aria-expanded="false" aria-controls="m">M</button>${lines}<nav>B C</nav>`,
      '2 of 2 navigations do not have their own name.',
    ],
    [
      '<nav>Home News</nav><p>Text</p><nav>Imprint Privacy</nav>',
      '2 of 2 navigations do not have their own name.',
    ],
    [
      '<nav aria-label="Menu">A</nav><nav aria-label="menu ">B C</nav><nav>D E F</nav>',
      '2 of 3 navigations do not have their own name.',
    ],
  ])('warns about %s', async (body, summary) => {
    const outcome = await outcomeOf(navigationNames, { body });
    expect(outcome).toMatchObject({ status: 'warn', summary });
    expect(outcome.evidence?.length).toBeGreaterThan(0);
  });

  it.each([
    '<nav>A</nav>',
    '<nav>A</nav><nav hidden>B C</nav>',
    '<nav>Home News</nav><nav>Home News</nav>',
    '<nav>A</nav><nav class="mobile-menu">B C</nav>',
    '<nav>A</nav><nav class="d-none">B C</nav>',
    '<nav>A</nav><nav class="collapse">B C</nav>',
    '<nav>A</nav><nav aria-expanded="false">B C</nav>',
    '<nav>A</nav><button aria-expanded="false" aria-controls="m">M</button><p aria-label="x">Text<nav id="m">B C</nav>',
    '<nav>A</nav><button aria-expanded="false" aria-controls="m">M</button><div id="m"><nav>B C</nav></div>',
  ])('does not apply to %s', async (body) => {
    expect((await outcomeOf(navigationNames, { body })).status).toBe('na');
  });
});
