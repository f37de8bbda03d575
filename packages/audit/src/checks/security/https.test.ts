import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { https } from './https.ts';

it('passes https and fails http, naming the URL', async () => {
  expect((await outcomeOf(https, { url: 'https://example.com/' })).status).toBe('pass');
  expect(await outcomeOf(https, { url: 'http://example.com/' })).toMatchObject({
    status: 'fail',
    evidence: [{ kind: 'url', text: 'http://example.com/' }],
  });
});

it('caps the score at 79, also on a staging site', () => {
  expect(https.gate).toMatchObject({ cap: 79, triggeredBy: 'fail', indexability: false });
});
