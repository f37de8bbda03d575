import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { ariaHiddenBody } from './aria-hidden-body.ts';

const of = (attributes: string) =>
  outcomeOf(ariaHiddenBody, {
    html: `<!doctype html><title>a</title><body ${attributes}><p aria-hidden=true>`,
  });

it.each([
  '',
  'aria-hidden=false',
  'aria-hidden',
  'class=aria-hidden',
  'aria-hidden=true :aria-hidden=x',
])('passes <body %s>', async (attributes) => {
  expect((await of(attributes)).status).toBe('pass');
});

it('reports a hidden body', async () => {
  expect(await of('aria-hidden="True"')).toMatchObject({
    status: 'fail',
    evidence: [{ text: '<body aria-hidden="True">' }],
  });
});
