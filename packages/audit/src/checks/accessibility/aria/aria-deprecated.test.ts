import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaDeprecated } from './aria-deprecated.ts';

const of = (body: string) => outcomeOf(ariaDeprecated, { body });

it.each([
  ['what is current', '<p role=note aria-live=off>'],
  [
    'attributes on roles that support them',
    '<button aria-disabled=true aria-haspopup=menu></button><input aria-invalid=true>',
  ],
  [
    'fields without a role',
    '<input type=file aria-invalid=true><iframe aria-disabled=true></iframe>',
  ],
  ['custom elements', '<x-button aria-disabled=true></x-button>'],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it('reports roles and attributes', async () => {
  const body = '<ul role=directory></ul><p aria-grabbed=true><li aria-haspopup=true><p role=note>';
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary:
      '3 elements use what ARIA has deprecated: role="directory", aria-grabbed, aria-haspopup with the role generic.',
  });
});

it('does not apply without ARIA', async () => {
  expect((await of('<p>a')).status).toBe('na');
});
