import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaNoneIgnored } from './aria-none-ignored.ts';

const of = (body: string) => outcomeOf(ariaNoneIgnored, { body });

it.each([
  [
    'tables for layout and lists of tabs',
    '<table role=presentation></table><ul role=tablist><li role=presentation></ul>',
  ],
  ['pictures', '<img role=none alt="">'],
  ['generic elements, where nothing is lost', '<div role=presentation tabindex=-1 aria-label=x>'],
  ['custom elements', '<x-y role=none tabindex=0></x-y>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it('reports elements that can be focused or have a name', async () => {
  const body =
    '<a role=none href=x></a><ul role=presentation aria-label=a></ul><ul role=none></ul>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary:
      'Browsers ignore the role of 2 elements that are focusable or named: <a role="none">, <ul role="presentation">.',
    evidence: [{ kind: 'html' }, { kind: 'html' }],
  });
});

it('does not apply without such a role', async () => {
  expect((await of('<a role=none href=x hidden></a><p role=note>')).status).toBe('na');
});
